/** Turns the input for a DAO or a proposal into the body of the request. */
import { isEntityId, withoutChecksum } from '@quorate/verify'
import { accountNamed } from '../address-book/book.ts'
import { isEmpty, numberOf, type TypedAmount } from '../parts/typed-amount.ts'
import type { Operation } from './operations.ts'

export interface DaoForm {
  name: string
  description: string
  /** Account ids or names of the address book, which {@link membersIn} reads. */
  members: string
  /** Percent. */
  threshold: TypedAmount
  weights: 'equal' | 'token' | 'hbar'
  tokenId: string
  /** Hours. */
  delay: TypedAmount
}
export type DaoFault = 'name' | 'members' | 'tooManyMembers' | 'threshold' | 'tokenId' | 'delay'

const isHours = (hours: number | undefined, most: number): hours is number => hours !== undefined && hours <= most

const MOST_MEMBERS = 100
const MOST_DELAY = 8_760
const MOST_DURATION = 8_760

export interface Members {
  accounts: string[]
  /** What is neither an id with a right checksum, if any, nor a name in the address book. */
  unknown: string[]
}

/**
 * Reads accounts, which lines, commas or semicolons separate, and ids also spaces. A whole line may be a name with
 * commas.
 */
export function membersIn(text: string, chain: string, names: ReadonlyMap<string, string>): Members {
  const idIn = (typed: string): string | undefined => {
    const id = withoutChecksum(typed, chain)
    return id !== undefined && isEntityId(id) ? id : undefined
  }
  const accountIn = (typed: string) => idIn(typed) ?? accountNamed(typed, names)
  const partsOf = (line: string): string[] =>
    accountIn(line) === undefined
      ? line.split(/[,;]/).flatMap((part) => {
          const ids = part.trim().split(/\s+/)
          return ids.every(idIn) ? ids : [part.trim()]
        })
      : [line]
  const members: Members = { accounts: [], unknown: [] }
  for (const typed of text.split('\n').flatMap((line) => partsOf(line.trim()))) {
    const account = accountIn(typed)
    if (account !== undefined) members.accounts.push(account)
    else if (typed !== '') members.unknown.push(typed)
  }
  return members
}

const isPercent = (percent: number | undefined, least: number): percent is number =>
  percent !== undefined && percent >= least && percent <= 100

export function daoBodyOf(form: DaoForm, { accounts, unknown }: Members, me: string) {
  const members = [...new Set(accounts)].filter((one) => one !== me)
  const threshold = numberOf(form.threshold)
  const delay = isEmpty(form.delay) ? 0 : numberOf(form.delay)
  const isWeighted = form.weights !== 'equal'
  const faults: DaoFault[] = [
    ...(form.name.trim() === '' ? (['name'] as const) : []),
    ...(unknown.length > 0 ? (['members'] as const) : []),
    ...(members.length > MOST_MEMBERS ? (['tooManyMembers'] as const) : []),
    ...(isPercent(threshold, 1) ? [] : (['threshold'] as const)),
    ...(form.weights === 'token' && !isEntityId(form.tokenId) ? (['tokenId'] as const) : []),
    ...(isWeighted && !isHours(delay, MOST_DELAY) ? (['delay'] as const) : []),
  ]
  if (faults.length > 0 || threshold === undefined) return { faults }
  return {
    body: {
      name: form.name.trim(),
      description: form.description.trim(),
      ownerAddress: me,
      ...(members.length > 0 ? { members } : {}),
      votingRules: {
        threshold,
        minVotingPeriod: 0,
        tokenWeighted: isWeighted,
        ...(form.weights === 'token' ? { tokenId: form.tokenId } : {}),
        ...(isWeighted && delay !== undefined ? { votingDelay: delay } : {}),
      },
    },
  }
}

export interface ProposalForm {
  title: string
  description: string
  /** Either yes, no and abstain, or custom options, one on each line. */
  kind: 'yesNo' | 'options'
  options: string
  /** Hours. */
  duration: TypedAmount
  /** Percent; empty for none. */
  quorum: TypedAmount
}
export type ProposalFault = 'title' | 'options' | 'sameOptions' | 'duration' | 'quorum'

/** In characters. */
const LONGEST_OPTION = 100

/** Returns the body of a proposal with this operation, or the faults of the form. */
export function proposalBodyOf(
  form: ProposalForm,
  { daoId, me, operation }: { daoId: string; me: string; operation?: Operation | undefined },
) {
  const options = form.options
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const duration = numberOf(form.duration)
  const quorum = numberOf(form.quorum)
  const isYesNo = form.kind === 'yesNo'
  const faults: ProposalFault[] = [
    ...(form.title.trim() === '' ? (['title'] as const) : []),
    ...(!isYesNo && (options.length < 2 || options.length > 5 || options.some((one) => one.length > LONGEST_OPTION))
      ? (['options'] as const)
      : []),
    ...(!isYesNo && new Set(options).size < options.length ? (['sameOptions'] as const) : []),
    ...(!isHours(duration, MOST_DURATION) || duration === 0 ? (['duration'] as const) : []),
    ...(!isEmpty(form.quorum) && !(isPercent(quorum, 0) && quorum > 0) ? (['quorum'] as const) : []),
  ]
  if (faults.length > 0) return { faults }
  return {
    body: {
      daoId,
      title: form.title.trim(),
      description: form.description.trim(),
      creatorAddress: me,
      votingDurationHours: duration,
      ...(isYesNo ? {} : { votingOptions: options }),
      ...(quorum === undefined ? {} : { quorum }),
      ...(isYesNo && operation ? { proposalData: { operation } } : {}),
    },
  }
}
