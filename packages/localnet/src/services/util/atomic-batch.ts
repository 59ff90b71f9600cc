import { proto } from '@hiero-ledger/proto'
import { type Envelope, openEnvelope } from '#protocol/envelope.ts'
import { accountNumber } from '#protocol/ids.ts'
import { isValidKey, keyFromProto } from '#protocol/keys.ts'
import type { Verifications } from '#protocol/signatures.ts'
import { check, codeName, codeNumber, type ResponseCode, StatusError } from '#protocol/status-error.ts'
import { nanosOf } from '#protocol/time.ts'
import { applyStaking } from '#staking/apply-staking.ts'
import { originalsOf } from '#state/journal.ts'
import type { Admitted } from '#transaction/definition.ts'
import {
  type DispatchedTransaction,
  define,
  type GasPaid,
  type HandleContext,
  type Reading,
} from '#transaction/definition.ts'
import { transactionKey } from '#transaction/transaction-key.ts'

/** atomicBatch.maxNumberOfTransactions */
const MAX_TRANSACTIONS = 50
/** atomicBatch.blacklist */
const BLACKLIST: ReadonlySet<string> = new Set(['freeze', 'atomicBatch'])
/** 0.0.0: the node account id of transactions in a batch. */
const NO_NODE = 0

type Body = proto.IAtomicBatchTransactionBody

/** AtomicBatch (HIP-551): all of its transactions succeed, or all are reverted and leave only their fees. */
export const atomicBatch = define('atomicBatch', {
  type: 74,
  name: 'ATOMICBATCH',
  price: { functionality: 'AtomicBatch', base: 9_000_000n },

  precheck(body) {
    check((body.transactions ?? []).length > 0, 'BATCH_LIST_EMPTY')
    const ids = new Set<string>()
    for (const { body: inner } of open(body)) {
      const { payer, validStart, scheduled, nonce } = transactionKey(inner.transactionID)
      const id = `${payer}/${validStart}/${scheduled}/${nonce}`
      check(!ids.has(id), 'BATCH_LIST_CONTAINS_DUPLICATES')
      ids.add(id)
      check(inner.batchKey != null, 'MISSING_BATCH_KEY')
      check(accountNumber(inner.nodeAccountID) === NO_NODE, 'INVALID_NODE_ACCOUNT_ID')
    }
  },

  checkLengths: ({ transactions }) =>
    check((transactions ?? []).length <= MAX_TRANSACTIONS, 'BATCH_SIZE_LIMIT_EXCEEDED'),

  signers: (body, reading) => open(body).map((envelope) => batchRule(envelope, reading)),

  handle(body, context) {
    const envelopes = open(body, context.signatures.verifications)
    const rehearsed = context.dispatch.presets.rehearse(() => rehearse(envelopes, context))
    const failure = rehearsed.find(({ outcome }) => outcome !== 'SUCCESS')
    if (failure) context.receipt.status = codeNumber('INNER_TRANSACTION_FAILED')
    for (const { following, outcome, gas } of rehearsed)
      context.following.push(failure ? failed(following, outcome, gas) : following)
  },
})

function open({ transactions }: Body, verifications?: Verifications): Envelope[] {
  return (transactions ?? []).map((signedTransactionBytes) =>
    openEnvelope(proto.Transaction.encode({ signedTransactionBytes }).finish(), verifications),
  )
}

function batchRule({ body, bodyCase }: Envelope, { dispatch }: Reading) {
  const isAllowed = !BLACKLIST.has(bodyCase) && dispatch.definitionOf(bodyCase) !== undefined
  check(isAllowed, 'BATCH_TRANSACTION_IN_BLACKLIST')
  const { rule } = keyFromProto(body.batchKey ?? {})
  check(isValidKey(rule), 'INVALID_BATCH_KEY')
  return rule
}

interface Rehearsed {
  readonly following: DispatchedTransaction
  readonly outcome: ResponseCode
  readonly gas?: GasPaid | undefined
}

/**
 * Handles the transactions in order, up to the first that fails, and rolls everything back. This shows the outcome of
 * each, with which they are then handled for good.
 */
function rehearse(envelopes: readonly Envelope[], context: HandleContext): Rehearsed[] {
  const { state, now, dispatch } = context
  const savepoint = state.journal.savepoint()
  // The rewards that the batch itself makes due, by its fee, are paid before its transactions are handled.
  applyStaking(state, originalsOf(state.journal.since(context.savepoint)), undefined)
  const rehearsed: Rehearsed[] = []
  for (const envelope of envelopes) {
    const following = admit(envelope, context)
    const handled = following.outcome ? undefined : dispatch.rehearse(following, now)
    const outcome = following.outcome ?? (codeName(handled?.receipt.status ?? 0) as ResponseCode)
    rehearsed.push({ following, outcome, gas: handled?.gas })
    if (outcome !== 'SUCCESS') break
  }
  state.journal.rollback(savepoint)
  return rehearsed
}

/** Admits a transaction of the batch. If the precheck would refuse it outside of a batch, it pays no fee. */
function admit(envelope: Envelope, { dispatch, now }: HandleContext): DispatchedTransaction {
  try {
    return { admitted: dispatch.admitInner(envelope), parent: now }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return { admitted: refused(envelope, dispatch), parent: now, outcome: error.code }
  }
}

function refused(envelope: Envelope, dispatch: HandleContext['dispatch']): Admitted {
  const { body, bodyCase } = envelope
  const definition = dispatch.definitionOf(bodyCase)
  check(definition !== undefined, 'BATCH_TRANSACTION_IN_BLACKLIST')
  const payer = accountNumber(body.transactionID?.accountID)
  const validStart = nanosOf(body.transactionID?.transactionValidStart)
  return { ...envelope, payer, fee: 0n, validStart, definition, op: body[bodyCase] }
}

/**
 * The transaction with the outcome of a failed batch: those that had succeeded are reverted. What ran a contract pays
 * its gas, and an Ethereum transaction counts in its sender's nonce, so that nobody can execute it later.
 */
function failed(following: DispatchedTransaction, outcome: ResponseCode, gas?: GasPaid): DispatchedTransaction {
  return { ...following, outcome: outcome === 'SUCCESS' ? 'REVERTED_SUCCESS' : outcome, ...(gas && { gas }) }
}
