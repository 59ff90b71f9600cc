import {
  Bytes,
  badRequest,
  decodeBytes,
  type Http,
  namedSchema,
  limits as platformLimits,
  unprocessable,
} from '@quorate/platform'
import { operationFromBytes, VerifyError } from '@quorate/verify'
import { Type } from 'typebox'
import { notFoundOrDenied } from '../model/errors.ts'
import { StatedOperation } from '../operations/node-operation.ts'
import { walletId } from '../operations/operation.ts'
import type { Service } from '../service.ts'
import { findWallet } from '../store/wallets.ts'
import { checkMay } from '../wallets/check-member.ts'

const OperationInBytes = namedSchema(
  'OperationInBytes',
  Type.Object({
    operation: StatedOperation,
    memo: Type.String({ description: 'the memo of the transaction; empty if it has none' }),
  }),
)

/** `/multisig/wallet/operation/read`: the operation that another tool's bytes contain, as a request of a wallet. */
export function nodeOperationRoutes(http: Http, service: Service): void {
  http.post(
    '/multisig/wallet/operation/read',
    {
      bodyLimit: platformLimits.transactionBodyBytes.value,
      config: { repeatable: true },
      schema: {
        tags: ['operation'],
        summary: 'Read the operation in bytes that another tool built',
        description:
          'The bytes are one transaction that the wallet pays. The answer is the `operation` of a request that does the same; its fee, nodes and times are its own. Bytes that say anything else are refused. Makes no request.',
        body: Type.Object({ walletId, bytes: Bytes }, { additionalProperties: false }),
        errors: {
          400: ['AMBIGUOUS_BYTES', 'INVALID_BYTES', 'NOT_A_TRANSACTION', 'TOO_MANY_BYTES'],
          403: ['FORBIDDEN'],
          422: ['OPERATION_UNKNOWN', 'PAYER_NOT_WALLET', 'SEVERAL_TRANSACTIONS'],
        },
        response: { 200: OperationInBytes },
      },
    },
    async ({ body, session }) => {
      const bytes = decodeBytes(body.bytes, 'bytes')
      const { chain, walletId: account } = session
      await checkMay(service, { chain, wallet: body.walletId, account }, 'ask')
      const wallet = await findWallet(service.database.read, chain, body.walletId)
      if (!wallet) throw notFoundOrDenied()
      try {
        return operationFromBytes(bytes, { walletId: wallet.wallet, walletKey: wallet.key }) as never
      } catch (error) {
        if (!(error instanceof VerifyError)) throw error
        throw (error.statusCode === 422 ? unprocessable : badRequest)(error.code, error.message)
      }
    },
  )
}
