import { AccountId, type Http, namedSchema } from '@quorate/platform'
import { keyText } from '@quorate/verify'
import { Type } from 'typebox'
import { WalletSummary, walletSummary } from '../answers/wallets.ts'
import { create } from '../operations/create.ts'
import type { Service } from '../service.ts'

const ACCOUNT_ERRORS = ['ACCOUNT_DELETED', 'INVALID_ACCOUNT_ID', 'OWNER_UNDER_CONTRACT', 'OWNER_WITHOUT_KEY']
const KEY_ERRORS = [
  ...ACCOUNT_ERRORS,
  'HAS_EVM_ADDRESS',
  'KEY_REPEATED',
  'NOT_A_THRESHOLD_KEY',
  'OTHERS_MAY_SPEND',
  'TOO_MANY_OWNERS',
]
const OWNERS_ERRORS = [
  'INVALID_THRESHOLD',
  'OWNERS_SHARE_KEY',
  'OWNER_MISSING',
  'OWNER_NOT_IN_KEY',
  'OWNER_REPEATED',
  'WALLET_TOO_LARGE',
]

const AdoptableOut = namedSchema(
  'Adoptable',
  Type.Object({
    wallet: AccountId,
    threshold: Type.Integer({ description: 'how many parts of its key must sign' }),
    keys: Type.Array(
      Type.Object({
        key: Type.String({ description: 'a part of the key, as text' }),
        accounts: Type.Array(AccountId, {
          description: 'accounts with this key; empty if it is not a single key. Anybody can create one with it',
        }),
      }),
    ),
  }),
)

const { name, description } = create.body.properties
const { wallet, name: ownersName } = create.body.properties.settings.properties.owners.items.properties
const Adopted = Type.Object(
  {
    name,
    description,
    owners: Type.Array(Type.Object({ wallet, name: ownersName }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: 100,
      description: 'an account for each part of the key, in any order',
    }),
  },
  { additionalProperties: false },
)

/** `/multisig/wallet/<id>/adopt`: accounts with threshold keys that were made elsewhere become wallets. */
export function adoptionRoutes(http: Http, { adoption }: Service): void {
  const params = Type.Object({ walletId: AccountId })
  const tags = ['wallets']

  http.get(
    '/multisig/wallet/:walletId/adopt',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Look at an account to adopt it',
        description: "The parts of the account's key, and the accounts that hold them. Only for holders of a part.",
        params,
        errors: { 403: ['NOT_AN_OWNER'], 409: ['WALLET_EXISTS'], 422: KEY_ERRORS },
        response: { 200: AdoptableOut },
      },
    },
    async ({ params: { walletId }, session }) => {
      const { threshold, parts } = await adoption.look(session, walletId)
      return { wallet: walletId, threshold, keys: parts.map(({ key, accounts }) => ({ key: keyText(key), accounts })) }
    },
  )

  http.post(
    '/multisig/wallet/:walletId/adopt',
    {
      schema: {
        tags,
        summary: 'Adopt an account as a wallet',
        description:
          'Makes an account with a threshold key a wallet of the accounts that hold the parts of its key. Its key stays as it is, and nothing is written on the ledger. If the key of a wallet was changed elsewhere, this makes the present holders its owners.',
        params,
        body: Adopted,
        errors: {
          400: ['BLANK_TEXT', 'HIDDEN_CHARACTER'],
          403: ['NOT_AN_OWNER'],
          409: ['WALLET_CHANGING', 'WALLET_EXISTS'],
          422: [...KEY_ERRORS, ...OWNERS_ERRORS],
        },
        response: { 200: WalletSummary },
      },
    },
    async ({ params: { walletId }, body, session }) => walletSummary(await adoption.adopt(session, walletId, body)),
  )
}
