/**
 * The shared key of the network, which no single node has. The node follows the ceremonies on DKG_TOPIC through its
 * mirror, takes part in those that it would have started itself, and keeps its share. Several processes on one database
 * may do so at the same time: a record is submitted only once, whichever process writes it.
 */
import {
  type Ceremony,
  type CeremonyMember,
  createMember,
  decodeRecord,
  groupKeyDigest,
  type Kind,
} from '@quorate/frost'
import { ApiError, type Clock, unavailable } from '@quorate/platform'
import { publicKeyText } from '@quorate/verify'
import { type CeremonyOut, type CheckOut, ceremonyOut, type ShareBackup } from '../answers/shared-key.ts'
import { isChange, type Terms, thresholdOf } from '../model/shared-key/ceremony-starts.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { Member } from '../network/members.ts'
import { backupOf, confirmBackup, restoreBackup } from './backups.ts'
import { begin, notPossible } from './beginning.ts'
import { createRecordWriter } from './ceremony-records.ts'
import { startedBy } from './following.ts'
import { createHeldKeys } from './held-keys.ts'
import { askedOf, versionOf } from './known-keys.ts'
import { createShares } from './shares.ts'
import { createStarts } from './starts.ts'
import { type Running, type SharedKeyDeps, type State, termsOf } from './state.ts'

/** The maximum number of pages of 100 messages per read; the next read continues there. */
const PAGES_PER_LOOK = 200
const NANOSECONDS_PER_MS = 1_000_000n
const TICK_AGAIN_MS = 60_000
/** Members try to make the test signature one after the other, so that they do not all ask each other at once. */
const PROVE_STEP_NS = 20_000_000_000n

export type { SharedKeyEvents } from './state.ts'

type Checked = Omit<CheckOut['members'][number], 'live'>
export type SharedKey = ReturnType<typeof createSharedKey>

export function createSharedKey(deps: SharedKeyDeps) {
  const { ledger, settings, log } = deps
  const topic = settings.DKG_TOPIC
  const shares = createShares(deps, ledger.chain)
  const keys = createHeldKeys(shares, deps.known)
  const state: State | undefined = topic
    ? {
        ...{ ...deps, shares, topic },
        write: createRecordWriter(deps, ledger, topic),
        reader: ledger.mirror.topicReader(topic),
        ...{ running: undefined, ended: undefined, told: undefined, proving: undefined },
        ...{ readRecords: undefined, changed: undefined },
        readKeys: keys.read,
        get held() {
          return keys.held()
        },
        get former() {
          return keys.former()
        },
        starts: createStarts({ chain: ledger.chain, topic }),
        ...{ mustReadAgain: false, lastTerms: undefined },
      }
    : undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let looking: Promise<void> = Promise.resolve()

  const follow = (): void => {
    if (!state || isStopped) return
    looking = look(state)
      .catch((error: unknown) => log.warn({ err: error }, 'the ceremony of the shared key cannot continue now'))
      .then(() => {
        if (!isStopped) timer = setTimeout(follow, settings.NETWORK_HEARTBEAT).unref()
      })
  }
  const backups = { shares, chain: ledger.chain }
  const topicNow = () => ({ topic: topic ?? null, isTopicRead: state?.reader.wasAtEnd ?? false })
  return {
    /**
     * Reads the topic and writes records that are due, now and after each interval.
     * @param helpers what ceremonies need from other parts of the node
     */
    follow(helpers: Partial<Pick<State, 'proving' | 'readRecords' | 'changed'>> = {}): void {
      if (state) Object.assign(state, helpers)
      follow()
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
    /**
     * Starts a ceremony.
     * @throws 409 DKG_NOT_POSSIBLE, DKG_RUNNING, DKG_KEY_EXISTS; 503 MIRROR_UNAVAILABLE
     */
    async begin(kind: Kind): Promise<void> {
      if (!state) throw notPossible('DKG_TOPIC is not set')
      await looking
      // Otherwise the node could start a ceremony although the topic shows that it is no longer possible.
      if (!state.reader.wasAtEnd)
        throw unavailable('MIRROR_UNAVAILABLE', `The topic ${state.topic} is not read to its end yet`)
      await begin(state, kind)
    },
    /** Checks the other nodes before a ceremony. */
    async check(): Promise<Omit<CheckOut, 'members'> & { members: Checked[] }> {
      const members = await deps.readMembers()
      const found = await Promise.all(members.map((member) => foundAt(member, deps.clock)))
      return {
        ...topicNow(),
        threshold: thresholdOf({ members, threshold: settings.NETWORK_THRESHOLD }),
        members: found,
      }
    },
    topic: topicNow,
    /** @throws 409 DKG_NO_SHARE */
    backup: (): Promise<ShareBackup> => backupOf(backups),
    /** @throws 409 DKG_NO_SHARE; 422 SHARE_BACKUP_INVALID */
    confirmBackup: (file: ShareBackup) => confirmBackup(backups, file).then(keys.read),
    /** @throws 409 DKG_NOT_POSSIBLE; 422 SHARE_BACKUP_INVALID */
    restore: (file: ShareBackup) => restoreBackup(backups, file).then(keys.read),
    /** The running ceremony, or the last one. */
    ceremony: (): CeremonyOut | undefined => (state?.running ? outOf(state.running) : state?.ended),
    /** The shared key that the node knows, with its share. */
    held: keys.held,
    /** The keys that rotations have replaced. The node signs with them until it retires them. */
    former: keys.former,
    /** Erases the shares of a key that was replaced. */
    retire: (publicKey: string) => shares.retire(publicKey).then(keys.read),
    /** The key with new shares. They must sign a test message before they replace the shares of `held`. */
    candidate: (): HeldKey | undefined => state?.running && candidateOf(state.running),
  }
}

/** How a node answers this node. It may be this node itself. */
async function foundAt({ walletId, url }: Member, clock: Clock): Promise<Checked> {
  const before = clock.now()
  const [told, version] = await Promise.all([askedOf({ url }), versionOf({ url })])
  const between = (before + clock.now()) / 2
  return {
    ...{ walletId, url, answers: told !== undefined, version: version ?? null },
    clockOffsetMs: told ? Math.round(Date.parse(told.time) - between) : null,
    ...{ topic: told?.topic ?? null, isTopicRead: told?.isTopicRead ?? false },
    ...{ dkgId: told?.dkgId ?? null, hasShare: told?.hasShare ?? false, isBackedUp: !!told?.backedUpAt },
  }
}

async function look(state: State): Promise<void> {
  const { shares } = state
  await state.readKeys()
  state.ended = (await shares.lastOutcome()) as CeremonyOut | undefined
  const terms = await termsOf(state)
  readAgainIfNeeded(state, terms)
  await settle(state)
  for await (const message of state.reader.next(PAGES_PER_LOOK, (payer) => isMembers(state, terms, payer))) {
    const { running } = state
    if (!state.starts.counts(message)) continue
    if (!running) {
      state.running = await startedBy(state, { ...terms, known: state.held?.key }, message)
      if (state.running) tell(state, outOf(state.running))
      if (state.mustReadAgain) return
    } else {
      const counts = running.ceremony.apply(message)
      await settle(state)
      if (counts && state.running) tell(state, outOf(running))
    }
  }
  // A node that has not read the whole topic could write a record of the wrong phase.
  if (state.running && state.reader.wasAtEnd) await takePart(state, state.running)
}

/** A ceremony that was ignored may be acceptable under the new list or threshold. */
function readAgainIfNeeded(state: State, { members, threshold }: Terms): void {
  const present = JSON.stringify([members.map(({ walletId, key }) => [walletId, publicKeyText(key)]), threshold])
  const hasChanged = state.lastTerms !== undefined && state.lastTerms !== present
  if (state.running || !(hasChanged || state.mustReadAgain)) {
    state.lastTerms ??= present
    return
  }
  state.lastTerms = present
  state.mustReadAgain = false
  state.reader = state.ledger.mirror.topicReader(state.topic)
  state.starts = createStarts({ chain: state.ledger.chain, topic: state.topic })
}

/**
 * Whether an account may write on the topic. Members pay for their own records. Other accounts' messages are not read:
 * they could repeat an old start record, or push a member's unfinished record out of memory.
 */
const isMembers = ({ running, held }: State, { members }: Terms, payer: string): boolean =>
  members.some(({ walletId }) => walletId === payer) ||
  (held?.key.members.some(({ id }) => id === payer) ?? false) ||
  (running?.ceremony.state.parties.values().some(({ id }) => id === payer) ?? false)

/** Writes the node's next record, if one is due. */
async function takePart(state: State, running: Running): Promise<void> {
  const { shares, clock, write } = state
  running.member ??= await memberOf(state, running, true)
  const now = BigInt(clock.now()) * NANOSECONDS_PER_MS
  const bytes = (await running.member?.next(now)) ?? (await provenRecord(state, running, now))
  const record = bytes && decodeRecord(bytes)
  if (!bytes || !record || record.type === 'start') return
  const { dkgId, deadline } = running.ceremony.status()
  const which = record.type === 'tick' ? tickName(deadline, clock.now()) : 'round' in record ? record.round : ''
  const name = `${record.type} ${which}`
  await write(`dkg ${dkgId} ${name}`, await shares.firstRecord(dkgId, name, bytes))
}

/**
 * A clock may be ahead of consensus time. A tick that came too early has no effect, so the node sends another one a
 * minute later.
 */
const tickName = (deadline: bigint, now: number): string =>
  `${deadline} ${Math.floor((now - Number(deadline / NANOSECONDS_PER_MS)) / TICK_AGAIN_MS)}`

/**
 * The record of the test signature, if it is this node's turn to ask for that signature. The node that started the
 * ceremony is first, the others follow in order.
 */
async function provenRecord(state: State, running: Running, now: bigint): Promise<Uint8Array | undefined> {
  const { ceremony, member } = running
  const candidate = candidateOf(running)
  if (!candidate || !member || !state.proving) return undefined
  const { start, deadline } = ceremony.state
  const isStarter = ({ number }: { number: number }): boolean => number === start.from
  const { members } = candidate.key
  const turns = [...members.filter(isStarter), ...members.filter((one) => !isStarter(one))]
  const turn = turns.findIndex(({ id }) => id === state.ledger.operator.accountId)
  const begunAt = deadline - BigInt(start.phaseSeconds) * 1_000_000_000n
  // The member with the first turn does not wait, since its clock may be slow.
  const waits = turn > 0 && now < begunAt + BigInt(turn) * PROVE_STEP_NS
  if (waits || now > deadline) return undefined
  try {
    const { message, signature } = await state.proving.test()
    return await member.proven(Buffer.from(message).toString('latin1').slice(-32), signature)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    state.log.warn(`the new shares do not sign yet: ${error.message}`)
    return undefined
  }
}

/** The node's part in a ceremony; undefined if it has none, or has lost the secrets for it. */
async function memberOf(state: State, running: Running, mayBegin: boolean): Promise<CeremonyMember | undefined> {
  const { ledger, shares } = state
  const { ceremony, previous } = running
  const { operator } = ledger
  const { dkgId } = ceremony.status()
  const own = ownParty(state, ceremony)
  if (!own) return undefined
  const share = dealtBy(state, running, own.number)
  if (share === 'lost') return undefined
  // If a node has committed but has no seed, it has lost its database. With another seed, it would look like a cheater.
  const hasCommitted = ceremony.state.commits.has(own.number)
  const seed = await (mayBegin && !hasCommitted ? shares.seedOrNew(dkgId, previous) : shares.seed(dkgId))
  return seed && createMember(ceremony, { number: own.number, seed, share, sign: operator.sign })
}

const ownParty = ({ ledger: { operator } }: State, { state }: Ceremony) =>
  state.parties.values().find(({ id, key }) => id === operator.accountId && key === publicKeyText(operator.publicKey))

/** The secret that the node must deal, if any; `lost` if it must deal its share but has none. */
function dealtBy({ held, plainKey }: State, { ceremony, previous }: Running, number: number) {
  const { start } = ceremony.state
  if (start.kind === 'split') return number === start.holder ? plainKey.scalar() : undefined
  if (!isChange(start.kind) || start.kind === 'rotate' || number === start.repaired) return undefined
  if (!previous?.members.some((member) => member.number === number)) return undefined
  // Compares the whole key: another member could report a key with the same id in which it has several numbers.
  const isSame = held !== undefined && groupKeyDigest(held.key) === groupKeyDigest(previous)
  return (isSame ? held.share : undefined) ?? 'lost'
}

/** The key with the node's new share, while the test signature is still due. */
function candidateOf({ ceremony, member }: Running): HeldKey | undefined {
  const { candidate: key } = ceremony.status()
  const share = key && member && shareOf({ ceremony, member }, key)
  return share && { key, share }
}

/** The share that the ceremony made for the node, if any. */
function shareOf(
  { ceremony, member }: Pick<Running, 'ceremony'> & { member: CeremonyMember },
  { members }: HeldKey['key'],
): Uint8Array | undefined {
  const { number } = member
  const { kind, repaired } = ceremony.state.start
  const isMade = kind === 'repair' ? number === repaired : members.some((one) => one.number === number)
  return isMade ? member.share() : undefined
}

/** Stores the result of a ceremony that has ended. */
async function settle(state: State): Promise<void> {
  const { running, shares, log } = state
  const status = running?.ceremony.status()
  if (!running || !status || (status.phase !== 'done' && status.phase !== 'failed')) return
  const { dkgId, key, failure, kind } = status
  if (failure !== undefined) log.warn(`the ${kind} ${dkgId} has failed: ${failure}`)
  running.member ??= await memberOf(state, running, false)
  if (key && running.previous) await state.readRecords?.()
  const { ceremony, member } = running
  const outcome = outOf(running)
  const share = key && member && shareOf({ ceremony, member }, key)
  await shares.end(dkgId, outcome, key && { key, share, isRepair: kind === 'repair' })
  // Another process may have ended the ceremony first and erased the seed. Then the share is in the database.
  if (key) await state.readKeys()
  if (key && state.held?.key.dkgId === key.dkgId) tellLoss(state, key)
  state.ended = outcome
  state.running = undefined
  if (key) await state.changed?.()
  tell(state, outcome)
}

function tellLoss({ held, ledger, log }: State, { dkgId, members }: HeldKey['key']): void {
  if (held?.share) return
  if (members.some(({ id }) => id === ledger.operator.accountId))
    log.error(`this node has lost its share of ${dkgId}: repair the share`)
  else log.warn(`this node has no share of ${dkgId}`)
}

const outOf = ({ ceremony }: Running): CeremonyOut => ceremonyOut(ceremony.status())

const tell = ({ events }: State, { dkgId, phase, missing }: CeremonyOut): void =>
  void events.emit('smart_node.dkg.progress', { dkgId, phase, missing })
