import { defaultChain, onChain } from '@quorate/ledger'
import { AccountId, createSharedReads, type Http, notFound } from '@quorate/platform'
import { Type } from 'typebox'
import { PublicWallet, publicWallet } from '../answers/public.ts'
import type { Service } from '../service.ts'

/** How many loads of the same account may be in progress at once. */
const LOADS_AT_ONCE = 1

/** `/multisig/wallet/<id>/public`: the wallet as the ledger shows it to everybody, for links that owners share. */
export function publicRoutes(http: Http, { ledgers }: Service): void {
  const read = createSharedReads(async (key) => {
    const [chain = '', id = ''] = key.split('/')
    // Anybody may ask, so this reads from the `publicMirror`, which logins and signatures do not use.
    const { publicMirror: mirror } = onChain(ledgers, chain)
    const [account, tokens] = await Promise.all([mirror.account(id), mirror.accountTokens(id, 1)])
    return account && publicWallet(chain, account, tokens)
  }, LOADS_AT_ONCE)

  http.get(
    '/multisig/wallet/:walletId/public',
    {
      config: { access: 'public' },
      schema: {
        tags: ['wallets'],
        summary: "Get a wallet's public keys and holdings",
        description:
          'What the ledger shows to everybody, whether or not the account is a wallet here. Needs no session.',
        params: Type.Object({ walletId: AccountId }),
        querystring: Type.Object({
          chain: Type.Optional(
            Type.String({ maxLength: 64, description: 'the chain; by default the first of CHAINS' }),
          ),
        }),
        errors: { 400: ['UNKNOWN_CHAIN'], 422: ['LIST_TOO_LONG'] },
        response: { 200: PublicWallet },
      },
    },
    async ({ params, query }) => {
      const chain = query.chain ?? defaultChain(ledgers)
      onChain(ledgers, chain)
      const found = await read(`${chain}/${params.walletId}`)
      if (found) return found
      throw notFound(
        'NOT_FOUND',
        `The account ${params.walletId} does not exist on ${chain}, or the mirror does not show it yet`,
      )
    },
  )
}
