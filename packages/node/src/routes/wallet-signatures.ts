import { memoized } from '@quorate/ledger'
import { DaoIn, exact, sharedKeyErrors } from '@quorate/ledger/operations'
import { AccountId, Bytes, decodeBytes, type Http, namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import type { WalletSignatures } from '../decisions/wallet-signatures.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { spendingErrors, walletSignatureErrors } from './errors.ts'

const WalletSignatureOut = namedSchema(
  'WalletSignature',
  Type.Object({
    jobId: Type.String(),
    walletId: AccountId,
    senderId: AccountId,
    publicKey: Type.String({ description: 'raw, hex' }),
    signature: Type.String({ description: '64 bytes, as 0x hex' }),
  }),
)

/** `/wallets/{walletId}/sign`: the signature of a DAO's account that co-owns the wallet, if the DAO decided on it. */
export function walletSignatureRoutes(
  http: Http,
  { ledgers, walletSignatures }: { ledgers: Map<string, OperatedLedger>; walletSignatures: WalletSignatures },
): void {
  http.post(
    '/wallets/:walletId/sign',
    {
      config: { access: 'session' },
      schema: {
        tags: ['accounts'],
        summary: "Sign a wallet's request for a DAO that owns it",
        description:
          "The network signs with the key of the DAO's account, which is an owner of the wallet, if the DAO has decided so.",
        params: Type.Object({ walletId: AccountId }),
        body: Type.Object(
          {
            dao: DaoIn,
            bodyBytes: Type.Optional(
              Type.Unsafe<Parameters<typeof decodeBytes>[0]>({
                ...Bytes,
                description: 'of a scheduled request: those of the ScheduleSign',
              }),
            ),
          },
          exact,
        ),
        errors: [spendingErrors, sharedKeyErrors, walletSignatureErrors],
        response: { 200: WalletSignatureOut },
      },
    },
    async (request) => {
      const { params, body, session } = request
      const chain = ledgerOf(ledgers, session)
      const ledger = { ...chain, mirror: memoized(chain.mirror) }
      const bodyBytes = body.bodyBytes === undefined ? undefined : decodeBytes(body.bodyBytes, 'bodyBytes')
      const given = { walletId: params.walletId, dao: body.dao, bodyBytes }
      const { signature, ...signed } = await walletSignatures.sign(ledger, session, given)
      return { ...signed, signature: `0x${Buffer.from(signature).toString('hex')}` }
    },
  )
}
