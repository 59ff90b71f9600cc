import { type Signature, withSignatures } from '@quorate/ledger'
import { badRequest, encodeBytes, type Session, unprocessable } from '@quorate/platform'
import { createFacts, type Facts } from './facts.ts'
import { type DaoIn, readKey } from './fields.ts'
import { type FrozenWrite, freezeWrite, listOf } from './frozen-writes.ts'
import type { Operation, Sender } from './operations/operation.ts'
import { answerFor, type WriteAnswer } from './outcomes.ts'
import type { OperatedLedger } from './service.ts'

/** What every body may hold. */
export interface CommonBody {
  sender?: { id?: string; key?: unknown }
  dao?: DaoIn
  isOfflineTransaction?: boolean
}

export interface WriteRequest {
  operation: Operation
  params: Record<string, string>
  body: CommonBody & Record<string, unknown>
  /** As it was asked, parameters filled in. */
  path: string
  session: Session
}

export type Writing = ReturnType<typeof createWriting>

/** The one way of all writes: who pays, what the ledger would refuse, the frozen transaction, and who signs it. */
export function createWriting(deps: {
  ledgers: Map<string, OperatedLedger>
  settings: { TRANSACTION_TIMEOUT: number }
}) {
  const { ledgers, settings } = deps
  const validDurationSeconds = windowSeconds(settings.TRANSACTION_TIMEOUT)

  return {
    async write(request: WriteRequest): Promise<WriteAnswer> {
      const { operation, params, body, session } = request
      const ledger = ledgerOf(ledgers, session)
      const facts = createFacts(ledger)
      const sender = await senderOf(body.sender, session, facts)
      const prepared = await operation.prepare(
        { params, body },
        {
          ledger,
          facts,
          sender,
          newKey: async (_kind, own) => own,
          priceOf: async () => undefined,
        },
      )
      const frozen = freezeWrite(ledger, prepared, sender.id, validDurationSeconds)
      const byOperator = session.role === 'operator' && sender.id === ledger.operator.accountId
      if (!byOperator || body.isOfflineTransaction) return signatureRequired(frozen, () => [])
      return executed(ledger, frozen)
    },
  }
}

/** What a transaction starts in the past, and what nodes take off its end. */
const MARGIN_MS = 15_000
/** The network takes no longer window. */
const LONGEST_SECONDS = 180

const windowSeconds = (timeoutMs: number): number =>
  Math.min(LONGEST_SECONDS, Math.ceil((timeoutMs + MARGIN_MS) / 1000))

export function ledgerOf(ledgers: Map<string, OperatedLedger>, { chain }: Pick<Session, 'chain'>): OperatedLedger {
  const ledger = ledgers.get(chain)
  if (ledger) return ledger
  throw badRequest('UNKNOWN_CHAIN', `the session is for "${chain}": expected one of ${[...ledgers.keys()].join(', ')}`)
}

/** @throws 422 PAYER_ACCOUNT_NOT_FOUND, ACCOUNT_DELETED, KEY_REQUIRED */
async function senderOf(given: CommonBody['sender'], session: Session, facts: Facts): Promise<Sender> {
  const id = given?.id ?? session.walletId
  const account = await facts.account(id, 'sender/id', 'PAYER_ACCOUNT_NOT_FOUND')
  const key = given?.key === undefined ? account.key : readKey(given.key, 'sender/key')
  if (key) return { id, account, key }
  throw unprocessable('KEY_REQUIRED', `sender/id: the account ${id} has no key on the ledger, so it cannot sign`)
}

/** The operator signs what it pays, for its own role alone. */
async function executed(ledger: OperatedLedger, { transactionId, bodies }: FrozenWrite): Promise<WriteAnswer> {
  const { publicKey, sign } = ledger.operator
  let answer: WriteAnswer = { status: 'PENDING', transactionId }
  for (const body of bodies) {
    const outcome = await ledger.submit(withSignatures(body, [{ publicKey, signature: sign(body) }]))
    const id = outcome.state === 'final' ? outcome.transactionId : transactionId
    const said = await answerFor(ledger, id, outcome)
    if (said.status !== 'SUCCESS') return said
    if (answer.status === 'PENDING') answer = said
  }
  return answer
}

function signatureRequired(
  { transactionId, bodies, expiresAt }: FrozenWrite,
  sign: (body: Uint8Array) => Signature[],
): WriteAnswer {
  const chunks = bodies.map(encodeBytes)
  return {
    status: 'SIGNATURE_REQUIRED',
    transactionId,
    bytes: encodeBytes(listOf(bodies, sign)),
    bodyBytes: chunks[0] ?? '',
    expiresAt: new Date(expiresAt).toISOString(),
    ...(chunks.length > 1 ? { chunks } : {}),
  }
}
