/**
 * A decision opens its operation once. A client that asks for the operation gets bytes without the network's signature
 * (offers.ts). Any number of clients may hold such bytes; they do not block other clients. The network signs a
 * transaction only when it comes back with its payer's signature, and only one at a time. The node claims the decision
 * for it, writes the claim on the node topic, and submits the transaction itself, so nobody else ever holds the signed
 * bytes. Such a claimed transaction is an *opening*. Another may follow only once the first can no longer be executed.
 * `writes/decided-write.ts` calls these functions step by step.
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
import { bodyHash, nanos } from '@quorate/verify'
import { limits } from '../limits.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { decodeBody, transactionIdOf } from '../model/transaction-body.ts'
import type { MembersTopic, NodeTopic } from '../node-topic/node-topic.ts'
import type { Replay } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { RecordBoxes } from '../shared-key/record-boxes.ts'
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
  recordedUntil,
  setOpeningParts,
  setOpeningState,
  spoiledBy,
} from '../store/openings.ts'
import type { Tables } from '../store/tables.ts'
import type { Decision } from './decisions.ts'
import { type Offer, submittingMs } from './offers.ts'
import { type KeptPart, type SecretBoxOf, sealedRecord } from './opening-record.ts'

/** The longest wait after a failure for which the payer was charged, in milliseconds. */
const LONGEST_WAIT_MS = 21_600_000
/**
 * How long after its window members take to learn that an opening was not executed, in milliseconds. This node may
 * learn it immediately, but until then the members would not sign another one.
 */
const MEMBERS_SETTLE_MS = 70_000
/** How far a signing member's mirror may lag behind the mirror of the asking node, in milliseconds. */
const MEMBERS_LAG_MS = 5_000
/** How long a spoiled transaction counts against its wallet, in milliseconds after the end of its window. */
const SPOILED_MS = 86_400_000

/** Signed bytes that a wallet submitted. */
export interface HandedIn {
  wallet: string
  /** Whether the payer's own signature is needed; false if the network alone signs for it. */
  payerSigns: boolean
}

/** The state of an opening's transaction. `claimed` means that a process is about to send it. */
export type Fate = 'used' | 'void' | 'pending' | 'claimed'

interface Deps {
  database: Database<Tables>
  clock: Clock
  topic: NodeTopic
  replay: Replay
  secretBoxOf: SecretBoxOf
  boxes: Pick<RecordBoxes, 'forMembers'>
  membersTopic(ledger: OperatedLedger): MembersTopic | undefined
}

export type Openings = ReturnType<typeof createOpenings>

export function createOpenings(deps: Deps) {
  const { clock } = deps
  const move =
    (state: OpeningState, from: readonly OpeningState[]) =>
    ({ chain }: OperatedLedger, transactionId: string): Promise<boolean> =>
      moveTo(deps, chain, transactionId, { state, from })
  return {
    /** @throws 409 DECISION_USED */
    assertNotCarriedOut: async (ledger: OperatedLedger, decision: Decision): Promise<void> => {
      await isUnderWay(deps, ledger, decision)
    },
    fateOf: (ledger: OperatedLedger, transactionId: string) => fateOf(deps, ledger, transactionId),
    checkCharged: (ledger: OperatedLedger, decision: Decision, payer: string) =>
      checkCharged(deps, ledger, decision, payer),
    claim: (ledger: OperatedLedger, decision: Decision, offer: Offer, handedIn: Pick<HandedIn, 'wallet'>) =>
      claim(deps, ledger, decision, offer, handedIn),
    assertFirst: (ledger: OperatedLedger, decision: Decision, frozen: FrozenWrite) =>
      assertFirst(deps, ledger, decision, frozen),
    assertOpened: (ledger: OperatedLedger, decision: Decision, frozen: FrozenWrite) =>
      assertOpened(deps, ledger, decision, frozen),
    publish: (ledger: OperatedLedger, decision: Decision, offer: Offer, handedIn: HandedIn) =>
      publish(deps, ledger, decision, offer, handedIn),

    /**
     * The last check before the network's signature leaves the node. If a transaction already has one of the ids,
     * somebody else submitted it, even if the mirror cannot tell the two apart.
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
     * Marks a claim as about to be submitted and stores each chunk's transaction hash. From now on a failure counts
     * against the claim's wallet.
     *
     * @throws 409 DECISION_BYTES_OUTDATED if its window has ended
     */
    async sending(ledger: OperatedLedger, { frozen }: Offer, hashes: readonly string[]): Promise<void> {
      const { transactionId, bodies } = frozen
      const parts = partsOf(bodies).map((part, index) => ({ ...part, hash: hashes[index] ?? '' }))
      if (!(await moveTo(deps, ledger.chain, transactionId, { state: 'sent', from: ['claimed'], parts })))
        throw endsTooSoon()
    },

    /** Gives up a claim, if none of its transactions was or will be submitted. */
    release: (ledger: OperatedLedger, transactionId: string) => giveUp(deps, ledger, transactionId),

    /**
     * Gives up a published claim before any of it was submitted. It counts against its wallet, because the node has
     * paid for the record and the wallet chose the time and the ids. It may be `void` already, if another process found
     * it claimed after its window. Members of a shared key may have signed it for another node. Then only the ledger
     * can show that it was not executed, as after `refuse`.
     */
    spoil: (ledger: OperatedLedger, transactionId: string) =>
      deps.membersTopic(ledger)
        ? move('refused', ['claimed'])(ledger, transactionId)
        : move('spoiled', ['claimed', 'void'])(ledger, transactionId),

    /**
     * Marks a claim if some of its chunks were not and will not be submitted. The decision stays taken until the mirror
     * shows that the message is incomplete.
     */
    abandon: move('abandoned', OPEN),

    /**
     * Marks a claim that a consensus node refused before consensus. It counts against its wallet immediately. The
     * decision stays taken until the window has ended: a man in the middle may have forged the answer and kept the
     * signed bytes.
     */
    refuse: move('refused', OPEN),
  }
}

export const endsTooSoon = () =>
  conflict('DECISION_BYTES_OUTDATED', 'The window of these bytes ends too soon: request new ones')

export const superseded = (transactionId: string) =>
  conflict('SUPERSEDED', `The decision was not fully executed under ${transactionId}: request new bytes`)

/**
 * Gives up a claim that this node does not submit. If the claim may be on a shared key's topic, other nodes may get it
 * signed and submit it. The decision then stays taken until the ledger shows that it was not executed.
 */
const giveUp = (deps: Deps, ledger: OperatedLedger, transactionId: string): Promise<boolean> =>
  moveTo(deps, ledger.chain, transactionId, { state: deps.membersTopic(ledger) ? 'abandoned' : 'void', from: OPEN })

/** Does not name the transaction: anyone who knows an id before it is on the ledger can use it up. */
const pending = () => conflict('DECISION_PENDING', 'dao: another transaction for this decision is under way: try again')

/**
 * The outcomes under the ids of all chunks, in order. The payer may have used any of these ids for another transaction.
 */
export const outcomesOf = (ledger: OperatedLedger, { nodeId, expiresAt, bodies }: FrozenWrite) =>
  mapInBatches(bodies, (body) => ledger.outcome(transactionIdOf(body), { nodeId, expiresAt }))

const partsOf = (bodies: readonly Uint8Array[]): KeptPart[] =>
  bodies.map((body) => ({ transactionId: transactionIdOf(body), body: encodeBytes(body) }))

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
  { wallet }: Pick<HandedIn, 'wallet'>,
): Promise<void> {
  const { frozen, sender } = offer
  // If another node has opened the decision meanwhile, refuse before this node pays for a record.
  await Promise.all([deps.replay.readOn(ledger), checkBalance(ledger, offer)])
  if (await isUnderWay(deps, ledger, decision)) throw pending()
  if (deps.membersTopic(ledger)) {
    const until = await recordedUntil(deps.database.read, ledger.chain, decision)
    if (until && deps.clock.now() < until.getTime() + MEMBERS_SETTLE_MS) throw pending()
  }
  // Transactions that the operator pays for do not count against a wallet.
  const isCounted = sender !== ledger.operator.accountId
  const spoiled = {
    chain: ledger.chain,
    wallet,
    since: new Date(deps.clock.now() - SPOILED_MS),
    // If the decision names its payer, only failures of this decision count.
    decision: decision.sender?.id === undefined ? undefined : decision,
  }
  if (isCounted) await settleSpoiled(deps, ledger, await spoiledBy(deps.database.read, spoiled))
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
      parts: partsOf(frozen.bodies),
      wallet,
      body_hash: bodyHash(frozen.bodies),
      recorded_at: null,
    })
  })
  if (isClaimed) return
  await isUnderWay(deps, ledger, decision)
  throw pending()
}

/**
 * Writes the claim on the node topic before anything can be executed, because the topic outlives the database. If
 * writing fails, gives up the claim.
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
  const { database, topic, secretBoxOf, boxes, membersTopic } = deps
  const { chain } = ledger
  const { transactionId } = frozen
  try {
    const others = await openingsOf(database.read, chain, decision)
    if (others.some((row) => row.transaction_id !== transactionId)) throw pending()
    // Nobody else can claim the decision now, so no new failure can be missed.
    if (!payerSigns) await checkCharged(deps, ledger, decision, sender)
    const seal = boxes.forMembers(ledger) ?? { box: secretBoxOf(chain) }
    const record = sealedRecord(seal, chain, decision, frozen)
    await topic.write(ledger, `opened ${transactionId}`, record, wallet, membersTopic(ledger))
  } catch (error) {
    // If the record was refused, it is not on the topic. Deleting its row keeps anyone from filling the database with
    // such rows, and lets the client submit the bytes again.
    const { statusCode = 500 } = error as Partial<ApiError>
    if (statusCode < 500) await database.change((trx) => deleteClaim(trx, chain, transactionId))
    else await giveUp(deps, ledger, transactionId)
    throw error
  }
  try {
    // Another node with the same network key may have published a claim, too. Each node reads the topic past its own
    // claim, so all agree on which claim came first.
    const isRecorded = async () => !!(await openingOfTransaction(database.read, chain, transactionId))?.recorded_at
    await deps.replay.readPast(ledger, isRecorded)
  } catch (error) {
    await giveUp(deps, ledger, transactionId)
    throw error
  }
}

/**
 * Checks that the decision was opened for these bodies: among the decision's records on the topic whose transaction may
 * still be executed, theirs must be the first. The nodes that wrote later records have refused to sign.
 *
 * @throws 409 DECISION_PENDING
 */
async function assertFirst(
  { database }: Deps,
  { chain }: OperatedLedger,
  decision: Decision,
  frozen: FrozenWrite,
): Promise<void> {
  const rows = await openingsOf(database.read, chain, decision)
  const own = rows.find((row) => isOpeningOf(row, frozen))
  const at = own?.recorded_at
  // The topic was read past our record, so a claim of this database whose record was not read yet is a later one.
  const isLater = ({ recorded_at, state }: OpeningRow): boolean =>
    at !== null && at !== undefined && (recorded_at ? nanos(recorded_at) > nanos(at) : state === 'claimed')
  if (!at || !rows.every((row) => row === own || isLater(row))) throw pending()
}

/**
 * Like {@link assertFirst}, but for a node that signs at another node's request. It reads the topic until it finds the
 * record, and looks up the outcomes of earlier openings itself. It stores the bodies, so that it can later distinguish
 * them from another transaction with the same id.
 *
 * @throws 409 DECISION_PENDING, DECISION_USED; 503 MIRROR_UNAVAILABLE
 */
async function assertOpened(
  deps: Deps,
  ledger: OperatedLedger,
  decision: Decision,
  frozen: FrozenWrite,
): Promise<void> {
  const { database, replay } = deps
  const { chain } = ledger
  const openings = () => openingsOf(database.read, chain, decision)
  const isRecorded = async () => (await openings()).some((row) => isOpeningOf(row, frozen))
  await replay.readPast(ledger, isRecorded, MEMBERS_LAG_MS)
  for (const row of await openings()) {
    if (isOpeningOf(row, frozen)) continue
    const fate = row.state === 'used' ? 'used' : await settle(deps, ledger, row)
    if (fate === 'used') throw used(row)
  }
  await assertFirst(deps, ledger, decision, frozen)
  await database.change((trx) => setOpeningParts(trx, chain, frozen.transactionId, partsOf(frozen.bodies)))
}

/**
 * Whether an opening covers these bodies: it has their ids and does not expire before they do. If another opening were
 * accepted, the decision would seem free while the bodies may still be executed.
 */
function isOpeningOf(row: OpeningRow, { transactionId, nodeId, expiresAt, bodies }: FrozenWrite): boolean {
  const parts = (row.parts ?? []) as KeptPart[]
  const isOfIds =
    parts.length === bodies.length &&
    bodies.every((body, index) => transactionIdOf(body) === parts[index]?.transactionId)
  const isOfBodies = row.body_hash === bodyHash(bodies) && row.transaction_id === transactionId && isOfIds
  return isOfBodies && row.node_id === nodeId && row.expires_at.getTime() >= expiresAt
}

const used = ({ transaction_id }: OpeningRow) =>
  conflict('DECISION_USED', `dao: the decision was carried out by ${transaction_id}`)

/**
 * Moves an opening to `state`; returns false if it is no longer in one of the `from` states. If its bytes can no longer
 * be executed, deletes their offer, so that the wallet gets new bytes.
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

/** Whether a transaction that claimed the decision may still be executed. @throws 409 DECISION_USED */
async function isUnderWay(deps: Deps, ledger: OperatedLedger, decision: Decision): Promise<boolean> {
  // The database may have been lost; the topic shows what was carried out.
  await deps.replay(ledger)
  const fates: Fate[] = []
  for (const row of await openingsOf(deps.database.read, ledger.chain, decision)) {
    const fate = row.state === 'used' ? 'used' : await settle(deps, ledger, row)
    if (fate === 'used') throw used(row)
    fates.push(fate)
  }
  return fates.includes('pending') || fates.includes('claimed')
}

/**
 * The state of a transaction that the network signed for a decision; `claimed` if the network is about to sign it;
 * undefined if no opening has this id.
 */
async function fateOf(deps: Deps, ledger: OperatedLedger, transactionId: string): Promise<Fate | undefined> {
  const row = await openingOfTransaction(deps.database.read, ledger.chain, transactionId)
  if (!row) return undefined
  if (row.state === 'used') return 'used'
  return OVER.includes(row.state) ? 'void' : settle(deps, ledger, row)
}

/** Looks up the outcome of an open claim and stores it. */
async function settle(deps: Deps, ledger: OperatedLedger, row: OpeningRow): Promise<Fate> {
  const { chain } = ledger
  // The process that claimed the row may be about to submit it, whatever transactions have its ids. That process sets
  // the state itself. If a row is still `claimed` after its window, its process has ended.
  if (row.state === 'claimed' && deps.clock.now() < row.expires_at.getTime()) return 'claimed'
  const parts = (row.parts as KeptPart[] | null) ?? [{ transactionId: row.transaction_id }]
  const fate = await fateOfParts(deps, ledger, row, parts)
  if (fate === 'used') await moveTo(deps, chain, row.transaction_id, { state: 'used', from: OPEN })
  if (fate !== 'void') return fate
  const charged = await wasCharged(ledger, row, parts)
  if (charged === undefined) return 'pending'
  // The topic doesn't show why an opening failed, so a `restored` row becomes `void`. An `abandoned` row becomes `void`
  // because this node did not send its last chunks, and so does a row that was left `claimed`.
  const state = row.state === 'sent' || row.state === 'refused' ? 'spoiled' : 'void'
  await moveTo(deps, chain, row.transaction_id, { state, from: [row.state], charged })
  return fate
}

/**
 * A message counts only if all of its chunks are on the ledger. The node sends them in order, so this asks the mirror
 * about the last chunk first, and about the others only if the last one is there. Anyone may ask repeatedly.
 */
async function fateOfParts(deps: Deps, ledger: OperatedLedger, row: OpeningRow, parts: KeptPart[]) {
  const [last, ...others] = parts.toReversed()
  const fate = last ? await fateOfPart(deps, ledger, row, last) : 'pending'
  if (fate !== 'used') return fate
  const fates = await Promise.all(others.map((part) => fateOfPart(deps, ledger, row, part)))
  return fates.includes('void') ? 'void' : fates.includes('pending') ? 'pending' : 'used'
}

/**
 * The state of one transaction, according to the mirror. A receipt is not enough: it could be forged even after the
 * transaction's window. If the payer put another body on the ledger under the same id, that does not use the decision.
 * A different hash does not prove a different body: anyone between the node and the consensus node can change the
 * signature map, which is not signed.
 */
async function fateOfPart({ clock }: Deps, ledger: OperatedLedger, row: OpeningRow, part: KeptPart) {
  const { transactionId, hash, body } = part
  const expiresAt = row.expires_at.getTime()
  const outcome = await ledger.outcome(transactionId, { nodeId: row.node_id, expiresAt, mirrorOnly: true })
  if (outcome.state !== 'final') return 'pending'
  if (!outcome.success) return (await failedForGood(ledger, outcome, expiresAt, clock.now())) ? 'void' : 'pending'
  // Without the body, the node cannot distinguish its own transaction from another one. Losing a decision is better
  // than opening it twice.
  if (body === undefined) return (await ledger.mirror.executed(transactionId)) ? 'used' : 'pending'
  const bodyBytes = Uint8Array.from(Buffer.from(body, 'base64'))
  const execution = await ledger.execution({ bodyBytes, outcome, submitted: hash ? [hash] : [] })
  if (execution.state === 'superseded') return 'void'
  return execution.state === 'executed' && execution.proof !== 'precheck' ? 'used' : 'pending'
}

/**
 * Whether the payer of a failed transaction was charged; undefined if the mirror cannot tell now. Chunks are sent in
 * order, so the payer paid nothing if the first one never reached consensus. If others submitted a transaction under
 * this id without the payer's signature, they were charged instead.
 */
async function wasCharged(ledger: OperatedLedger, row: OpeningRow, [first]: KeptPart[]) {
  const known = { nodeId: row.node_id, expiresAt: row.expires_at.getTime(), mirrorOnly: true }
  const outcome = await ledger.outcome(first?.transactionId ?? row.transaction_id, known)
  return outcome.state === 'final' ? outcome.phase === 'consensus' && !isProvisional(outcome) : undefined
}

/** If a wallet has reached its limit, looks up the outcomes of those of its transactions that may still fail. */
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
    `dao: in the last 24 hours, ${rows.length} transactions that ${wallet} submitted for decisions have failed or may still fail, and the maximum is ${most}. Wait, or let another wallet submit this one`,
    Math.max(1, Math.ceil((until - clock.now()) / 1000)),
  )
}

/**
 * Refuses a payer that cannot pay the maximum fees of all chunks. Without this check, the ledger would refuse the
 * transaction after the claim, and the decision would be blocked for nothing.
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
    `dao: ${sender} has ${balance} tinybars, but the maximum fee of the transaction (all chunks) is ${fee}: send it hbars, or have another account pay`,
  )
}

/**
 * Refuses an attempt too soon after failed attempts that charged `payer`. The wait grows with each failure. This
 * protects payers for which the network alone signs, since nobody else decides whether they pay again. If the decision
 * expires, the wait is at most half of the time that was left after the last failure.
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
    `dao: ${failures} transactions for this decision failed on the ledger at the expense of ${payer}, for which only the network signs. Try again after ${new Date(until).toISOString()}`,
    Math.ceil((until - clock.now()) / 1000),
  )
}
