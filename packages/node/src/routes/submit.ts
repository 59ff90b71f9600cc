import { exact, gatedWriteErrors, operations } from '@quorate/ledger/operations'
import { Bytes, decodeBytes, type Http, limits as platformLimits } from '@quorate/platform'
import { Type } from 'typebox'
import { PendingOut, RequestAgain, SuccessOut } from '../answers/writes.ts'
import type { OperationRequest } from '../model/write.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { signedIn, withPayersSignature } from '../writes/signatures.ts'
import type { Writes } from '../writes/write.ts'
import { spendingErrors } from './errors.ts'

const SubmitBody = Type.Object(
  {
    bytes: Bytes,
    signature: Type.Optional(Bytes),
    ownership: Type.Optional(
      Type.Object(
        { request: RequestAgain, signature: Type.Optional(Bytes) },
        {
          ...exact,
          description:
            'if the answer of the write has `ownership`: its request, and the signature of its text by the account (64 bytes or a SignatureMap)',
        },
      ),
    ),
  },
  {
    ...exact,
    description:
      'bytes: the answer of a write, signed by the wallet; or unchanged, together with the signature of a key of the payer (64 bytes or a SignatureMap)',
  },
)

/** Adds the endpoint that submits transactions which a wallet has signed. */
export function submitRoutes(
  http: Http,
  { ledgers, writes }: { ledgers: Map<string, OperatedLedger>; writes: Writes },
): void {
  http.post(
    '/transactions/submit',
    {
      bodyLimit: platformLimits.transactionBodyBytes.value,
      config: { access: 'session', repeatable: true },
      schema: {
        tags: ['transactions'],
        summary: 'Submit a signed transaction',
        description: 'Answers 202 if the transaction was submitted and the ledger has not confirmed it yet.',
        body: SubmitBody,
        errors: [
          spendingErrors,
          ...gatedWriteErrors,
          ...operations.flatMap(({ errors = [] }) => errors),
          { 409: ['BYTES_OUTDATED'] },
          {
            400: [
              'CHUNKS_MISSING',
              'INVALID_BYTES',
              'INVALID_TRANSACTION_BYTES',
              'SIGNATURE_AMBIGUOUS',
              'TOO_MANY_SIGNATURES',
              'TOO_MANY_TRANSACTIONS',
            ],
            422: [
              'CHUNKS_CHARGE_FEES',
              'INVALID_ACCOUNT_AMOUNTS',
              'INVALID_TRANSACTION_START',
              'MAX_CUSTOM_FEE_LIMIT_EXCEEDED',
              'TRANSACTION_EXPIRED',
            ],
          },
        ],
        response: { 200: SuccessOut, 202: PendingOut },
      },
    },
    async (request, reply) => {
      const { session, body } = request
      const ledger = ledgerOf(ledgers, session)
      const bytes = decodeBytes(body.bytes, 'bytes')
      const transactions = body.signature
        ? [await withPayersSignature(ledger, bytes, decodeBytes(body.signature, 'signature'))]
        : signedIn(bytes)
      const ownership = body.ownership && {
        request: body.ownership.request as OperationRequest,
        signature: body.ownership.signature ? decodeBytes(body.ownership.signature, 'ownership/signature') : undefined,
      }
      const answer = await writes.submit(ledger, transactions, { wallet: session.walletId, ownership })
      reply.status(answer?.status === 'PENDING' ? 202 : 200)
      return answer as never
    },
  )
}
