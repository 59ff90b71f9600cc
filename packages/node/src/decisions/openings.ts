/**
 * A decision opens its operation once. A client that asks for the operation gets bytes without the network's signature
 * (offers.ts). Any number of clients may hold such bytes; they block nobody. The network signs only when a transaction
 * comes back with its payer's signature, and only one transaction at a time: the node claims the decision for it,
 * writes that on the node topic, and submits it from this process, so nobody else ever holds the signed bytes. That is
 * an opening. Another may follow only once the first can never happen. `writes/decided-write.ts` calls these functions
 * step by step.
 */
import { failedForGood, isProvisional } from '@quorate/ledger'
import {
  type ApiError,
  type Clock,
  conflict,
  type Database,
  encodeBytes,
  mapInBatches,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { limits } from '../limits.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { decodeBody, transactionIdOf } from '../model/transaction-body.ts'
import type { NodeTopic } from '../node-topic/node-topic.ts'
import type { Replay } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { lockWallet } from '../store/locks.ts'
import { deleteOffer } from '../store/offers.ts'
import {
  chargedFailures,
  deleteClaim,
  insertOpening,
  OPEN,
  type OpeningRow,
  type OpeningState,
  OVER,
  openingOfTransaction,
  openingsOf,
  setOpeningState,
  spoiledBy,
} from '../store/openings.ts'
import type { Tables } from '../store/tables.ts'
import type { Decision } from './decisions.ts'
import { type Offer, submittingMs } from './offers.ts'
import { isClaimOf, type KeptPart, type SecretBoxOf, sealedRecord } from './opening-record.ts'

/** The longest wait after a failure that charged the payer, in milliseconds. */
const LONGEST_WAIT_MS = 21_600_000
/** How long spoiled transactions count, in milliseconds after the end of their window. */
const SPOILED_MS = 86_400_000

/** Signed bytes that a wallet submitted. */
export interface HandedIn {
  wallet: string
  /** The hash of each chunk's transaction as it is submitted. */
  hashes: readonly string[]
  /** Whether the payer's own signature is needed; false if the network alone signs for it. */
  payerSigns: boolean
}

/** The state of an opening's transaction. It is `claimed` while this or another process is about to send it. */
export type Fate = 'used' | 'void' | 'pending' | 'claimed'

interface Deps {
  database: Database<Tables>
  clock: Clock
  topic: NodeTopic
  replay: Replay
  secretBoxOf: SecretBoxOf
}

export type Openings = ReturnType<typeof createOpenings>

export function createOpenings(deps: Deps) {
  const { clock } = deps
  const move =
    (state: OpeningState, from: readonly OpeningState[]) =>
    ({ chain }: OperatedLedger, transactionId: string): Promise<boolean> =>
      moveTo(deps, chain, transactionId, { state, from })
  const sending = move('sent', ['claimed'])
  return {
    /** @throws 409 DECISION_USED */
    assertNotCarriedOut: async (ledger: OperatedLedger, decision: Decision): Promise<void> => {
      await isUnderWay(deps, ledger, decision)
    },
    fateOf: (ledger: OperatedLedger, transactionId: string) => fateOf(deps, ledger, transactionId),
    checkCharged: (ledger: OperatedLedger, decision: Decision, payer: string) =>
      checkCharged(deps, ledger, decision, payer),
    claim: (ledger: OperatedLedger, decision: Decision, offer: Offer, handedIn: HandedIn) =>
      claim(deps, ledger, decision, offer, handedIn),
    publish: (ledger: OperatedLedger, decision: Decision, offer: Offer, handedIn: HandedIn) =>
      publish(deps, ledger, decision, offer, handedIn),

    /**
     * The last check before the network's signature leaves the node. A transaction that already has one of the ids is
     * somebody else's, even where the mirror could not tell the two apart.
     *
     * @throws 409 DECISION_BYTES_OUTDATED, SUPERSEDED
     */
    async assertUnused(ledger: OperatedLedger, { frozen }: Offer): Promise<void> {
      const outcomes = await outcomesOf(ledger, frozen)
      if (clock.now() > frozen.expiresAt - submittingMs(frozen.bodies.length)) throw endsTooSoon()
      if (outcomes.some((outcome) => outcome.state === 'final' || outcome.isUnderWay))
        throw superseded(frozen.transactionId)
    },

    /**
     * Marks a claim that is about to be submitted. From now on it counts against its wallet if it fails.
     *
     * @throws 409 DECISION_BYTES_OUTDATED if its window has ended
     */
    async sending(ledger: OperatedLedger, transactionId: string): Promise<void> {
      if (!(await sending(ledger, transactionId))) throw endsTooSoon()
    },

    /** Gives up a claim if nothing of it was or will be submitted. */
    release: move('void', OPEN),

    /**
     * Gives up a published claim before anything of it was submitted. It counts against its wallet, because the node
     * has paid for its record and the wallet chose the time and the ids. It may be `void` already, if another process
     * found it claimed after its window.
     */
    spoil: move('spoiled', ['claimed', 'void']),

    /**
     * Marks a claim if some of its chunks were not and will not be submitted. The decision stays taken until the mirror
     * shows that the submitted chunks are not the whole message.
     */
    abandon: move('abandoned', OPEN),

    /**
     * Marks a claim that a consensus node refused before consensus. It counts against its wallet at once. The decision
     * stays taken until the window has ended: the answer may have been forged in transit, and the forger then holds the
     * signed bytes.
     */
    refuse: move('refused', OPEN),
  }
}

export const endsTooSoon = () =>
  conflict('DECISION_BYTES_OUTDATED', 'The window of these bytes ends too soon: request new ones')

export const superseded = (transactionId: string) =>
  conflict('SUPERSEDED', `The decision was not fully executed under ${transactionId}: request new bytes`)

/** Does not name the transaction: anyone who learns an id before it is on the ledger can use it up. */
const pending = () => conflict('DECISION_PENDING', 'dao: another transaction for this decision is under way: try again')

/** The outcomes under the ids of all chunks, in order. The payer may have used any of these ids for something else. */
export const outcomesOf = (ledger: OperatedLedger, { nodeId, expiresAt, bodies }: FrozenWrite) =>
  mapInBatches(bodies, (body) => ledger.outcome(transactionIdOf(body), { nodeId, expiresAt }))

/**
 * Claims the decision for these transactions, which `wallet` submits. The caller must then {@link publish} and submit
 * them, or release the claim.
 *
 * @throws 409 DECISION_USED, DECISION_PENDING; 429 TOO_MANY_SPOILED; 422 INSUFFICIENT_PAYER_BALANCE
 */
async function claim(
  deps: Deps,
  ledger: OperatedLedger,
  decision: Decision,
  offer: Offer,
  { wallet, hashes }: HandedIn,
): Promise<void> {
  const { frozen, sender } = offer
  if (await isUnderWay(deps, ledger, decision)) throw pending()
  // Nobody can spoil what the operator pays for.
  const isCounted = sender !== ledger.operator.accountId
  const spoiled = {
    chain: ledger.chain,
    wallet,
    since: new Date(deps.clock.now() - SPOILED_MS),
    // If the decision names its payer, only failures of this decision count.
    decision: decision.sender?.id === undefined ? undefined : decision,
  }
  if (isCounted) await settleSpoiled(deps, ledger, await spoiledBy(deps.database.read, spoiled))
  await checkBalance(ledger, offer)
  const parts = frozen.bodies.map((body, index): KeptPart => {
    const transactionId = transactionIdOf(body)
    return { transactionId, hash: hashes[index] ?? '', body: encodeBytes(body) }
  })
  const isClaimed = await deps.database.change(async (trx) => {
    if (isCounted) {
      await lockWallet(trx, ledger.chain, wallet)
      checkSpoiled(deps, await spoiledBy(trx, spoiled), wallet)
    }
    return insertOpening(trx, {
      chain: ledger.chain,
      transaction_id: frozen.transactionId,
      topic_id: decision.topicId,
      consensus_timestamp: decision.consensusTimestamp,
      proposal_id: decision.proposalId,
      node_id: frozen.nodeId,
      expires_at: new Date(frozen.expiresAt),
      state: 'claimed',
      parts,
      wallet,
    })
  })
  if (isClaimed) return
  await isUnderWay(deps, ledger, decision)
  throw pending()
}

/**
 * Writes the claim on the node topic before anything can be carried out, because the record outlives the database. If
 * that fails, it gives up the claim.
 *
 * @throws 409 DECISION_PENDING; 429 SPENDING_BUDGET_USED, DECISION_FAILED; 422 SPENDING_BUDGET_TOO_SMALL
 */
async function publish(
  deps: Deps,
  ledger: OperatedLedger,
  decision: Decision,
  { frozen, sender }: Offer,
  { wallet, payerSigns }: HandedIn,
): Promise<void> {
  const { database, topic, secretBoxOf } = deps
  const { chain } = ledger
  const { transactionId } = frozen
  const secretBox = secretBoxOf(chain)
  try {
    await checkAlone(deps, ledger, decision, transactionId)
    // Nobody else can claim the decision now, so no failure can follow this check.
    if (!payerSigns) await checkCharged(deps, ledger, decision, sender)
    const record = sealedRecord(secretBox, chain, decision, frozen)
    await topic.write(ledger, `opened ${transactionId}`, record, wallet)
  } catch (error) {
    // A refused record is not on the topic. Its row is deleted, so that nobody can fill the database with such rows,
    // and so that the bytes may be submitted again.
    const { statusCode = 500 } = error as Partial<ApiError>
    if (statusCode < 500) await database.change((trx) => deleteClaim(trx, chain, transactionId))
    else await moveTo(deps, chain, transactionId, { state: 'void', from: OPEN })
    throw error
  }
  try {
    // A node with the same keys and another database may have published a claim, too. Each reads the topic once its own
    // claim is there, so the later one sees the earlier one.
    await deps.replay.readPast(ledger, (record) => isClaimOf(secretBox, transactionId, record))
    await checkAlone(deps, ledger, decision, transactionId)
  } catch (error) {
    const { statusCode = 500 } = error as Partial<ApiError>
    await moveTo(deps, chain, transactionId, { state: statusCode < 500 ? 'spoiled' : 'void', from: OPEN })
    throw error
  }
}

/** Checks that no other transaction may carry the decision out. @throws 409 DECISION_PENDING */
async function checkAlone(
  { database }: Deps,
  { chain }: OperatedLedger,
  decision: Decision,
  transactionId: string,
): Promise<void> {
  const others = await openingsOf(database.read, chain, decision)
  if (others.some((row) => row.transaction_id !== transactionId)) throw pending()
}

/**
 * Moves an opening to `state`; returns false if it is no longer in any of the states `from`. Deletes the offer of bytes
 * that can no longer be carried out, so that its wallet gets new ones.
 */
const moveTo = (
  { database }: Deps,
  chain: string,
  transactionId: string,
  change: Parameters<typeof setOpeningState>[3],
): Promise<boolean> =>
  database.change(async (trx) => {
    const isMoved = await setOpeningState(trx, chain, transactionId, change)
    if (change.state !== 'used' && change.state !== 'sent') await deleteOffer(trx, chain, transactionId)
    return isMoved
  })

/** Whether a transaction that was claimed for a decision may still happen. @throws 409 DECISION_USED */
async function isUnderWay(deps: Deps, ledger: OperatedLedger, decision: Decision): Promise<boolean> {
  // If the database was lost, the topic says what was carried out.
  await deps.replay(ledger)
  const fates: Fate[] = []
  for (const row of await openingsOf(deps.database.read, ledger.chain, decision)) {
    const fate = row.state === 'used' ? 'used' : await settle(deps, ledger, row)
    if (fate === 'used') throw conflict('DECISION_USED', `dao: the decision was carried out by ${row.transaction_id}`)
    fates.push(fate)
  }
  return fates.includes('pending') || fates.includes('claimed')
}

/**
 * The state of a transaction that the network signed for a decision; `claimed` while the network is about to sign it;
 * undefined if there is none with this id.
 */
async function fateOf(deps: Deps, ledger: OperatedLedger, transactionId: string): Promise<Fate | undefined> {
  const row = await openingOfTransaction(deps.database.read, ledger.chain, transactionId)
  if (!row) return undefined
  if (row.state === 'used') return 'used'
  return OVER.includes(row.state) ? 'void' : settle(deps, ledger, row)
}

/** Looks up the outcome of an opening that is not over, and stores it. */
async function settle(deps: Deps, ledger: OperatedLedger, row: OpeningRow): Promise<Fate> {
  const { chain } = ledger
  // The process that claimed the row may be about to submit it, whatever transactions have its ids, and that process
  // sets the state itself. A row that is still `claimed` after its window was left behind by a process that ended.
  if (row.state === 'claimed' && deps.clock.now() < row.expires_at.getTime()) return 'claimed'
  const parts = (row.parts as KeptPart[] | null) ?? [{ transactionId: row.transaction_id }]
  const fate = await fateOfParts(deps, ledger, row, parts)
  if (fate === 'used') await moveTo(deps, chain, row.transaction_id, { state: 'used', from: OPEN })
  if (fate !== 'void') return fate
  const charged = await wasCharged(ledger, row, parts)
  if (charged === undefined) return 'pending'
  // The topic doesn't show the cause of a failure, so a `restored` row becomes `void`. So do an `abandoned` row,
  // because the node itself did not send its last chunks, and a row that was left `claimed`.
  const state = row.state === 'sent' || row.state === 'refused' ? 'spoiled' : 'void'
  await moveTo(deps, chain, row.transaction_id, { state, from: [row.state], charged })
  return fate
}

/**
 * A message is whole only with all of its chunks; one missing chunk makes the others void. The node sends them in
 * order. So it asks the mirror about the last one first, and about the others only once the last is there, because
 * anybody may ask again and again.
 */
async function fateOfParts(deps: Deps, ledger: OperatedLedger, row: OpeningRow, parts: KeptPart[]) {
  const [last, ...others] = parts.toReversed()
  const fate = last ? await fateOfPart(deps, ledger, row, last) : 'pending'
  if (fate !== 'used') return fate
  const fates = await Promise.all(others.map((part) => fateOfPart(deps, ledger, row, part)))
  return fates.includes('void') ? 'void' : fates.includes('pending') ? 'pending' : 'used'
}

/**
 * The state of one transaction, as the mirror shows it; receipts could be forged for longer than its window. The payer
 * may have put another body on the ledger under the id, which does not use the decision. A different hash does not
 * prove a different body: anyone between the node and the consensus node can change the signature map, which nobody
 * signs.
 */
async function fateOfPart({ clock }: Deps, ledger: OperatedLedger, row: OpeningRow, part: KeptPart) {
  const { transactionId, hash, body } = part
  const expiresAt = row.expires_at.getTime()
  const outcome = await ledger.outcome(transactionId, { nodeId: row.node_id, expiresAt, mirrorOnly: true })
  if (outcome.state !== 'final') return 'pending'
  if (!outcome.success) return (await failedForGood(ledger, outcome, expiresAt, clock.now())) ? 'void' : 'pending'
  // Without the body, the node cannot tell its transaction from another. Losing a decision is better than opening it
  // twice.
  if (body === undefined) return (await ledger.mirror.executed(transactionId)) ? 'used' : 'pending'
  const bodyBytes = Uint8Array.from(Buffer.from(body, 'base64'))
  const execution = await ledger.execution({ bodyBytes, outcome, submitted: hash ? [hash] : [] })
  if (execution.state === 'superseded') return 'void'
  return execution.state === 'executed' && execution.proof !== 'precheck' ? 'used' : 'pending'
}

/**
 * Whether the payer of a failed transaction was charged. Chunks are sent in order, so nothing was charged if the first
 * one never reached consensus. A transaction that others put under the id without the payer's signature charged them
 * instead. Undefined if the mirror cannot tell now.
 */
async function wasCharged(ledger: OperatedLedger, row: OpeningRow, [first]: KeptPart[]) {
  const known = { nodeId: row.node_id, expiresAt: row.expires_at.getTime(), mirrorOnly: true }
  const outcome = await ledger.outcome(first?.transactionId ?? row.transaction_id, known)
  return outcome.state === 'final' ? outcome.phase === 'consensus' && !isProvisional(outcome) : undefined
}

/** If a wallet is at its limit, looks up the outcomes of its transactions that may still fail. */
async function settleSpoiled(deps: Deps, ledger: OperatedLedger, rows: readonly OpeningRow[]): Promise<void> {
  if (rows.length < limits.maxSpoiledOpenings.value) return
  await mapInBatches(
    rows.filter(({ state }) => state !== 'spoiled'),
    (row) => settle(deps, ledger, row),
  )
}

/** @throws 429 TOO_MANY_SPOILED */
function checkSpoiled({ clock }: Deps, rows: readonly OpeningRow[], wallet: string): void {
  const { value: most } = limits.maxSpoiledOpenings
  const [oldest] = rows.slice(-most)
  if (!oldest || rows.length < most) return
  const open = rows.find(({ state }) => state === 'claimed' || state === 'sent')
  const until = open ? open.expires_at.getTime() : oldest.expires_at.getTime() + SPOILED_MS
  throw tooMany(
    'TOO_MANY_SPOILED',
    `dao: ${wallet} submitted ${rows.length} transactions for decisions that failed in the last 24 hours, or may still fail, and the maximum is ${most}. Wait, or let another wallet submit this one`,
    Math.max(1, Math.ceil((until - clock.now()) / 1000)),
  )
}

/**
 * Refuses a payer that cannot pay the greatest fees of all chunks: otherwise the ledger would refuse the transaction
 * after the claim, and the decision would be blocked for nothing.
 *
 * @throws 422 INSUFFICIENT_PAYER_BALANCE
 */
async function checkBalance({ mirror }: OperatedLedger, { frozen, sender }: Offer): Promise<void> {
  const fees = frozen.bodies.map((body) => BigInt(String(decodeBody(body).transactionFee ?? 0)))
  const fee = fees.reduce((sum, one) => sum + one, 0n)
  const balance = (await mirror.account(sender))?.balance ?? 0n
  if (balance >= fee) return
  throw unprocessable(
    'INSUFFICIENT_PAYER_BALANCE',
    `dao: ${sender} has ${balance} tinybars, and the greatest fee is ${fee}: send hbars there, or have another account pay`,
  )
}

/**
 * Refuses an attempt too soon after attempts that failed and charged `payer`. The wait grows with each failure. If the
 * network alone signs for a payer, nobody else decides whether it pays again. For a decision that ends, the wait is at
 * most half of the time that was left after the last failure.
 *
 * @throws 429 DECISION_FAILED
 */
async function checkCharged(
  { database, clock }: Deps,
  { chain }: OperatedLedger,
  decision: Decision,
  payer: string,
): Promise<void> {
  const { failures, last } = await chargedFailures(database.read, chain, decision, payer)
  if (!last) return
  const doubled = limits.waitAfterCharge.value * 2 ** (failures - 1)
  const left = (decision.validUntil ?? Number.POSITIVE_INFINITY) - last.getTime()
  const until = last.getTime() + Math.min(doubled, LONGEST_WAIT_MS, left / 2)
  if (clock.now() >= until) return
  throw tooMany(
    'DECISION_FAILED',
    `dao: ${failures} transactions for this decision failed on the ledger, and ${payer} paid their fees. Only the network signs for that account, so the next one is possible from ${new Date(until).toISOString()}`,
    Math.ceil((until - clock.now()) / 1000),
  )
}
