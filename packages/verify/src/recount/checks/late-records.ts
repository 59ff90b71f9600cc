/** Finds records that reached the ledger so late that their author could already know whom they favour. */
import { CLOCKS_MS, LATE_MS } from '../../governance/records/times.ts'
import { type Anchored, isTime } from '../topic.ts'

/**
 * Lists the records that had fully reached the ledger too late, by their consensus timestamps. (Only the service says
 * when votes were cast.) A service also writes late after an outage, so the result may be right, but only the service
 * vouches for it.
 */
export function fixedLate(
  anchored: Pick<
    Anchored,
    | 'proposal'
    | 'proposedAt'
    | 'electedAt'
    | 'changes'
    | 'changesBefore'
    | 'delegations'
    | 'batches'
    | 'decision'
    | 'decidedAt'
  >,
): string[] {
  const { proposal, proposedAt, electedAt, changes, changesBefore, delegations, batches, decision, decidedAt } =
    anchored
  const startAt = Date.parse(proposal?.startTime ?? '')
  const endAt = Date.parse(proposal?.endTime ?? '')
  const fixed = (what: string, at: number): string[] => {
    if (at >= endAt) return [`${what} reached the topic at ${timeOf(at)}, when the voting had ended`]
    if (at > startAt + LATE_MS) return [lateBy(what, at, startAt, 'the voting had begun')]
    return []
  }
  const lateBatches = [...batches.values()].filter((batch) => batch.anchoredAt > endAt + LATE_MS)
  const [{ first } = { first: 0 }] = lateBatches
  const last = lateBatches.at(-1)
  return [
    ...fixed('the proposal', proposedAt),
    ...fixed(
      'the last change of members before the start',
      latestOf(changes.filter(({ changedAt }) => changedAt < startAt)),
    ),
    ...changedLate(changes.slice(changesBefore), startAt),
    ...fixed(
      'the last delegation before the start',
      latestOf(delegations.filter(({ changedAt }) => changedAt < startAt)),
    ),
    ...delegatedLate(
      delegations.filter(({ anchoredAt }) => anchoredAt > proposedAt),
      startAt,
    ),
    ...fixed('the electorate', electedAt ?? 0),
    ...(last
      ? [lateBy(`the record of votes ${first} to ${last.last}`, latestOf(lateBatches), endAt, 'the voting had ended')]
      : []),
    ...(decision?.cancelled && decidedAt !== null
      ? cancelledLate(decision.decidedAt, { proposedAt, decidedAt, endAt })
      : []),
  ]
}

/**
 * An honest service writes all earlier changes before it writes a proposal. So a change written after the proposal
 * cannot be much older than the proposal.
 */
function changedLate(changes: Anchored['changes'], startAt: number): string[] {
  const late = changes.find(({ changedAt, anchoredAt }) => changedAt < startAt && anchoredAt > changedAt + LATE_MS)
  if (!late) return []
  const { account, change, changedAt, anchoredAt } = late
  return [lateBy(`the record that ${account} was ${change}`, anchoredAt, changedAt, timeOf(changedAt))]
}

/**
 * An honest service writes each delegation soon after it was given. A dishonest one could choose which ones to
 * backdate. A delegation that was on the topic before the proposal cannot favour anybody in it.
 */
function delegatedLate(delegations: Anchored['delegations'], startAt: number): string[] {
  const late = delegations.find(({ changedAt, anchoredAt }) => changedAt < startAt && anchoredAt > changedAt + LATE_MS)
  if (!late) return []
  const { account, changedAt, anchoredAt } = late
  return [lateBy(`the delegation of ${account}`, anchoredAt, changedAt, timeOf(changedAt))]
}

function cancelledLate(
  said: string,
  { proposedAt, decidedAt, endAt }: { proposedAt: number; decidedAt: number; endAt: number },
): string[] {
  const cancelledAt = isTime(said) ? Date.parse(said) : Number.NaN
  const what = 'the cancellation'
  const late =
    decidedAt >= endAt
      ? [`${what} reached the topic at ${timeOf(decidedAt)}, when the voting had ended`]
      : decidedAt > cancelledAt + LATE_MS
        ? [lateBy(what, decidedAt, cancelledAt, said)]
        : []
  if (cancelledAt < proposedAt - CLOCKS_MS) late.push(lateBy('the cancelled proposal', proposedAt, cancelledAt, said))
  return late
}

const lateBy = (what: string, at: number, due: number, name: string): string =>
  `${what} reached the topic at ${timeOf(at)}, ${Math.round((at - due) / 60_000)} minutes after ${name}`

const timeOf = (ms: number): string => new Date(ms).toISOString()

/**
 * When the last of these records reached the ledger, in milliseconds; 0 if there are none. `Math.max` could not take a
 * long list as arguments.
 */
const latestOf = (list: readonly { anchoredAt: number }[]): number =>
  list.reduce((latest, { anchoredAt }) => Math.max(latest, anchoredAt), 0)
