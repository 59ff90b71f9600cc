import { memoized } from '@quorate/ledger'
import { AccountId, Bytes, decodeBytes, type Http, namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import type { WalletSignatures } from '../decisions/wallet-signatures.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { DaoIn, exact } from '../operations/fields.ts'
import { spendingErrors } from './errors.ts'

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

/** `/wallets/{walletId}/sign`: the signature of a DAO's account that co-owns the wallet, for the DAO's decision. */
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
        errors: [
          spendingErrors,
          {
            400: [
              'BODY_BYTES_MISSING',
              'INVALID_BYTES',
              'INVALID_TRANSACTION_BYTES',
              'UNKNOWN_CHAIN',
              'WRONG_VALIDATOR',
            ],
            403: [
              'DECISION_DOES_NOT_PERMIT',
              'DECISION_NOT_FOUND',
              'DECISION_NOT_TRUSTED',
              'ENTITY_UNBOUND',
              'NOT_AN_OWNER',
              'OWNER_NOT_NAMED',
              'VALIDATOR_REFUSED',
            ],
            404: ['VALIDATOR_NOT_FOUND'],
            409: ['SCHEDULE_CLOSED'],
            410: ['DECISION_EXPIRED', 'REQUEST_EXPIRED'],
            422: ['ACCOUNT_DELETED', 'BODY_NOT_UNDERSTOOD', 'CUSTOM_FEES', 'INVALID_ACCOUNT_ID', 'INVALID_TOKEN_ID'],
            429: ['TOO_MANY_SCHEDULE_SIGNS'],
          },
        ],
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
