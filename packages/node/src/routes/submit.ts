import { assertFits, countReads, countVerifications, type FinalOutcome, transactionHash } from '@quorate/ledger'
import { addressOf, Bytes, conflict, decodeBytes, type Http, limits as platformLimits } from '@quorate/platform'
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { exact } from '../operations/fields.ts'
import { answerFor, PendingOut, SuccessOut, type WriteAnswer } from '../transactions/answers.ts'
import type { Submitted } from '../validators/bindings.ts'
import { signedIn, withPayersSignature } from '../writes/submit.ts'
import type { Writes } from '../writes/write.ts'
import { spendingErrors } from './errors.ts'

const SubmitBody = Type.Object(
  {
    bytes: Bytes,
    signature: Type.Optional(Bytes),
  },
  {
    ...exact,
    description:
      'bytes: what a write answered, signed by the wallet; or as they came, with the signature of a key of the payer beside them (64 bytes or a SignatureMap)',
  },
)

export interface SubmitService {
  ledgers: Map<string, OperatedLedger>
  writes: Pick<Writes, 'carryOut'>
  /** Called with the final outcome of each transaction that was submitted here. */
  recordOutcome(ledger: OperatedLedger, outcome: FinalOutcome, submitted: Submitted): Promise<void>
}

/** Adds the endpoint that submits transactions which a wallet has signed. */
export function submitRoutes(http: Http, service: SubmitService): void {
  const { ledgers, recordOutcome, writes } = service
  http.post(
    '/transactions/submit',
    {
      bodyLimit: platformLimits.transactionBodyBytes.value,
      config: { access: 'session', repeatable: true },
      schema: {
        tags: ['transactions'],
        summary: 'Submit a signed transaction',
        body: SubmitBody,
        errors: [
          spendingErrors,
          {
            400: [
              'CHUNKS_MISSING',
              'INVALID_BYTES',
              'INVALID_KEY',
              'INVALID_TRANSACTION_BYTES',
              'SIGNATURE_AMBIGUOUS',
              'TOO_MANY_SIGNATURES',
              'TOO_MANY_TRANSACTIONS',
              'UNKNOWN_CHAIN',
            ],
            403: [
              'DECISION_DOES_NOT_PERMIT',
              'DECISION_NEEDS_SENDER',
              'DECISION_NOT_FOUND',
              'DECISION_NOT_TRUSTED',
              'ENTITY_UNBOUND',
              'VALIDATOR_REFUSED',
            ],
            409: ['DECISION_BYTES_OUTDATED', 'DECISION_PENDING', 'DECISION_USED', 'SUPERSEDED'],
            410: ['DECISION_EXPIRED'],
            422: [
              'ACCOUNT_DELETED',
              'CHUNKS_CHARGE_FEES',
              'INSUFFICIENT_PAYER_BALANCE',
              'INVALID_ACCOUNT_AMOUNTS',
              'INVALID_SIGNATURE',
              'INVALID_TRANSACTION_START',
              'KEY_REQUIRED',
              'MAX_CUSTOM_FEE_LIMIT_EXCEEDED',
              'TRANSACTION_EXPIRED',
              'TRANSACTION_OVERSIZE',
            ],
            429: ['DECISION_FAILED', 'TOO_MANY_SPOILED'],
          },
        ],
        response: { 200: SuccessOut, 202: PendingOut },
      },
    },
    async (request, reply) => {
      const { session, body } = request
      const count = countVerifications(request)
      const ledger = ledgerOf(ledgers, session)
      const bytes = decodeBytes(body.bytes, 'bytes')
      const transactions = body.signature
        ? [await withPayersSignature(ledger, bytes, decodeBytes(body.signature, 'signature'), count)]
        : signedIn(bytes)
      let first: WriteAnswer | undefined = await writes.carryOut(ledger, transactions, session.walletId, {
        count,
        countRead: countReads(request, limits.readsPerWrite.value),
        address: addressOf(request),
      })
      // All chunks of a message are checked first, so that none is submitted where one would be refused.
      if (!first) for (const transaction of transactions) assertFits(transaction.bytes)
      for (const { transactionId, bytes: signed, bodyBytes } of first ? [] : transactions) {
        const outcome = await ledger.submit(signed)
        // The ledger may have executed another one under this id: before, or at another node at the same time.
        if (outcome.state === 'final' && outcome.success) {
          const question = { bodyBytes, outcome, submitted: [transactionHash(signed)] }
          // Whatever fails here, the ledger has executed something: the client hears its answer.
          const execution = await ledger.execution(question).catch((error) => {
            request.log.warn({ err: error, transactionId }, 'an execution was not compared')
            return { state: 'unknown' } as const
          })
          if (execution.state === 'superseded')
            throw conflict('SUPERSEDED', `The ledger executed another transaction under ${transactionId}`)
        }
        const answer = await answerFor(ledger, transactionId, outcome)
        if (outcome.state === 'final') await recordOutcome(ledger, outcome, { bytes: signed, bodyBytes })
        first ??= answer
        if (answer.status === 'PENDING') {
          first = answer
          break
        }
      }
      reply.status(first?.status === 'PENDING' ? 202 : 200)
      return first as never
    },
  )
}
