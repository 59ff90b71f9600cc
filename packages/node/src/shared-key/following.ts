/** Which ceremony on the topic a node follows, and the key that the ceremony changes. */
import {
  decodeRecord,
  type GroupKey,
  groupKeyDigest,
  nanoseconds,
  openCeremony,
  refusalRecord,
  type Start,
} from '@quorate/frost'
import { publicKeyText } from '@quorate/verify'
import type { TopicMessage } from '@quorate/verify/recount'
import { isChange, refusalOfStart, type Terms } from '../model/shared-key/ceremony-starts.ts'
import { toldKeys } from './known-keys.ts'
import { type Running, type State, verifySignature } from './state.ts'

/**
 * The ceremony that a message starts; undefined if the message starts none, or one that this node would not have
 * started itself.
 */
export async function startedBy(state: State, terms: Terms, message: TopicMessage): Promise<Running | undefined> {
  const { ledger, topic, held, log } = state
  const record = decodeRecord(message.bytes)
  if (record?.type !== 'start' || isChange(record.kind) !== (record.previous !== undefined)) return undefined
  if (held && (!isChange(record.kind) || isOver(record, held.key))) return undefined
  const { payer } = message
  const previous = isChange(record.kind) ? await previousOf(state, terms, record, message) : undefined
  if (isChange(record.kind) && !previous) return undefined
  // Only the member that a start names may start it: another member could submit the same record again.
  const parties = [...record.members, ...(previous?.members ?? [])]
  if (parties.find(({ number }) => number === record.from)?.id !== payer) return undefined
  const refusal = refusalOfStart(record, { ...terms, known: previous })
  if (refusal !== undefined) {
    log.warn(`${payer} started a ${record.kind} on ${topic} that this node refuses: ${refusal}`)
    await refuse(state, record, message, refusal)
    return undefined
  }
  try {
    const ceremony = openCeremony(message, { chain: ledger.chain, topic, previous, verify: verifySignature })
    return { ceremony, previous, member: undefined }
  } catch (error) {
    log.warn({ err: error }, `a ceremony on ${topic} is invalid`)
    return undefined
  }
}

/** Writes on the topic that this node takes no part, and why, so that the others do not wait for it. */
async function refuse(
  { ledger, topic, clock, write }: State,
  { members, phaseSeconds }: Start,
  message: TopicMessage,
  reason: string,
): Promise<void> {
  const { accountId, publicKey, sign } = ledger.operator
  const own = members.find(({ id, key }) => id === accountId && key === publicKeyText(publicKey))
  if (!own || isPast(message, phaseSeconds, clock.now())) return
  const record = await refusalRecord(message, { number: own.number, reason, sign })
  await write(`dkg ${topic}@${message.consensusTimestamp} refuse`, record)
}

/** Whether the ceremony's first phase is over, so that other members no longer wait for this node. */
const isPast = ({ completedAt }: TopicMessage, phaseSeconds: number, now: number): boolean =>
  nanoseconds(completedAt) / 1_000_000n + BigInt(phaseSeconds * 1000) < BigInt(now)

/** Whether the key has already changed since the ceremony's start. */
const isOver = ({ kind, epoch }: Start, key: GroupKey): boolean =>
  kind === 'repair' ? epoch < key.epoch : epoch <= key.epoch

/**
 * The key that a ceremony changes: the node's own, the one stored before a restart, or the one that other nodes report.
 */
async function previousOf(
  state: State,
  { members }: Terms,
  { kind, epoch, previous: digest, phaseSeconds }: Start,
  message: TopicMessage,
): Promise<GroupKey | undefined> {
  const { held, told, shares, topic, clock, ledger, log } = state
  const { consensusTimestamp, payer } = message
  const stored = (): Promise<GroupKey | undefined> => shares.previousOf(`${topic}@${consensusTimestamp}`)
  const own = [held?.key, told, await stored()].find((key) => key && groupKeyDigest(key) === digest)
  if (own) return own
  // If this node already knows the key, another member that reports a different one, for example with other members, is
  // wrong.
  const changed = kind === 'repair' ? epoch : epoch - 1
  if (held && changed <= held.key.epoch) return undefined
  if (
    isPast(message, phaseSeconds, clock.now()) ||
    !members.some(({ walletId }) => walletId === ledger.operator.accountId)
  )
    return undefined
  const expected = expectedPublicKey(state)
  if (!expected) {
    log.warn(`${payer} started to change the shared key on ${topic}: set DKG_PUBLIC_KEY to that key to take part`)
    return undefined
  }
  const answers = await toldKeys(members.filter(({ walletId }) => walletId !== ledger.operator.accountId))
  const found = answers.find(({ key }) => groupKeyDigest(key) === digest)?.key
  if (!found) {
    log.warn(`no node reports the shared key that ${payer} changes on ${topic}: asking again`)
    state.mustReadAgain = true
  } else if (found.publicKey !== expected || found.epoch !== changed) {
    log.warn(`ignored: ${payer} changes the shared key ${found.publicKey} on ${topic}, which is not this network's key`)
    return undefined
  }
  return found
}

/** The network's public key, as this node knows or is configured with. Reports of other nodes do not count. */
export const expectedPublicKey = ({ held, settings }: Pick<State, 'held' | 'settings'>): string | undefined =>
  held?.key.publicKey ?? settings.DKG_PUBLIC_KEY
