import { Bytes, decodeBytes, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import { exact } from '../fields.ts'
import { answerFor, PendingOut, SuccessOut, type WriteAnswer } from '../outcomes.ts'
import { signedIn, withPayersSignature } from '../submitting.ts'
import type { Writes } from '../writes.ts'
import { ledgerOf } from '../writing.ts'

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

/** Submits what a wallet has signed. */
export function submitRoutes(http: Http, { ledgers, settled }: Pick<Writes, 'ledgers' | 'settled'>): void {
  http.post(
    '/transactions/submit',
    {
      config: { access: 'session' },
      schema: {
        tags: ['transactions'],
        summary: 'Submits a signed transaction',
        body: SubmitBody,
        response: { 200: SuccessOut, 202: PendingOut },
      },
    },
    async ({ session, body }, reply) => {
      const ledger = ledgerOf(ledgers, session)
      const bytes = decodeBytes(body.bytes, 'bytes')
      const transactions = body.signature
        ? [await withPayersSignature(ledger, bytes, decodeBytes(body.signature, 'signature'))]
        : signedIn(bytes)
      let first: WriteAnswer | undefined
      for (const { transactionId, bytes: signed } of transactions) {
        const outcome = await ledger.submit(signed)
        const answer = await answerFor(ledger, transactionId, outcome)
        if (outcome.state === 'final') await settled(ledger, outcome)
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
