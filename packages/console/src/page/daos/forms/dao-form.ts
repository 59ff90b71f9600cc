/** Turns the input for a DAO or a proposal into the body of the request. */
import type { GovernanceTypes } from '@quorate/client'
import { isEntityId, withoutChecksum } from '@quorate/verify'
import {
  type RecordedRules,
  type RulesChange,
  type ShownRules,
  type VotingMethod,
  votingMethods,
} from '@quorate/verify/recount'
import { accountNamed } from '../../address-book/book.ts'
import { isEmpty, noAmount, numberIn, type TypedAmount, typedNumber } from '../../parts/inputs/typed-amount.ts'
import type { Operation } from './operations.ts'
import { percentOf, type Share, shareIn } from './shares.ts'
import { localOf, withOffset } from './start-time.ts'

/** How the DAO decides. */
export interface VotingForm {
  /** The threshold, or `own` for the one in `threshold`. */
  share: 'half' | 'twoThirds' | 'threeQuarters' | 'own'
  /** A percentage or a fraction. */
  threshold: TypedAmount
  methods: VotingMethod[]
  /** The maximum number of options of a proposal. */
  maxOptions: number
  isChangeable: boolean
  /** Whether votes are sealed until the end. */
  isSecret: boolean
  /** The only network that may seal votes. */
  networkKey?: string | undefined
  /** Whether members may delegate their votes. */
  hasDelegation: boolean
}

/** The maximum number of options of a proposal, if a DAO's rules do not say. */
export const USUAL_OPTIONS = 5

export const usualVoting: VotingForm = {
  share: 'half',
  threshold: noAmount,
  methods: ['single'],
  maxOptions: USUAL_OPTIONS,
  isChangeable: false,
  isSecret: false,
  hasDelegation: false,
}

export interface DaoForm {
  name: string
  description: string
  /** Account ids or names of the address book, which {@link membersIn} reads. */
  members: string
  weights: 'equal' | 'token' | 'hbar'
  tokenId: string
  /** Hours. */
  delay: TypedAmount
}
export type DaoFault = 'name' | 'members' | 'tooManyMembers' | 'threshold' | 'methods' | 'tokenId' | 'delay'

const isHours = (hours: number | undefined, most: number): hours is number => hours !== undefined && hours <= most

const MOST_MEMBERS = 100
const MOST_DELAY = 8_760
const MOST_DURATION = 8_760

export interface Members {
  accounts: string[]
  /** Texts that are neither an id (with a right checksum, if any) nor a name in the address book. */
  unknown: string[]
}

const ID_WITH_COMMAS = /^\d+,\d+,\d+$/

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
      ? line.split(';').flatMap((part) =>
          // An id with commas for its points is one text, not three.
          ID_WITH_COMMAS.test(part.trim())
            ? [part.trim()]
            : part.split(',').flatMap((one) => {
                const ids = one.trim().split(/\s+/)
                return ids.every(idIn) ? ids : [one.trim()]
              }),
        )
      : [line]
  const members: Members = { accounts: [], unknown: [] }
  for (const typed of text.split('\n').flatMap((line) => partsOf(line.trim()))) {
    const account = accountIn(typed)
    if (account !== undefined) members.accounts.push(account)
    else if (typed !== '') members.unknown.push(typed)
  }
  return members
}

const FRACTIONS = { twoThirds: '2/3', threeQuarters: '3/4' } as const
/** In percent. */
const LEAST_THRESHOLD = 1

function thresholdIn({ share, threshold }: VotingForm, language: string): Share | undefined {
  if (share === 'half') return { percent: 50 }
  return share === 'own' ? shareIn(threshold, LEAST_THRESHOLD, language) : { fraction: FRACTIONS[share] }
}

/** The rules that differ from the defaults. */
const furtherRules = ({ methods, maxOptions, isChangeable, isSecret, networkKey, hasDelegation }: VotingForm) => ({
  ...(methods.length === 1 && methods[0] === 'single'
    ? {}
    : { votingMethods: votingMethods.filter((method) => methods.includes(method)) }),
  ...(maxOptions === USUAL_OPTIONS ? {} : { maxOptions }),
  ...(isChangeable ? { votesChangeable: true } : {}),
  ...(isSecret ? { secretVotes: true } : {}),
  ...(isSecret && networkKey !== undefined ? { networkKey } : {}),
  ...(hasDelegation ? { delegation: true } : {}),
})

/** The rules of what follows a vote. */
export type AfterVoteRules = Partial<
  Pick<
    RecordedRules,
    | ('executionDelay' | 'veto' | 'objections' | 'objectionsFraction' | 'objectionPeriod')
    | ('optimisticProposers' | 'optimisticKinds')
  >
>

/** @param as.further Rules from the other parts of the form */
export function daoBodyOf(
  form: DaoForm & VotingForm,
  { accounts, unknown }: Members,
  { me, language, further }: { me: string; language: string; further?: AfterVoteRules },
) {
  const members = [...new Set(accounts)].filter((one) => one !== me)
  const threshold = thresholdIn(form, language)
  const delay = isEmpty(form.delay) ? 0 : numberIn(form.delay, language)
  const isWeighted = form.weights !== 'equal'
  const faults: DaoFault[] = [
    ...(form.name.trim() === '' ? (['name'] as const) : []),
    ...(unknown.length > 0 ? (['members'] as const) : []),
    ...(members.length > MOST_MEMBERS ? (['tooManyMembers'] as const) : []),
    ...(threshold === undefined ? (['threshold'] as const) : []),
    ...(form.methods.length === 0 ? (['methods'] as const) : []),
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
        ...(threshold.percent === undefined ? {} : { threshold: threshold.percent }),
        ...(threshold.fraction === undefined ? {} : { thresholdFraction: threshold.fraction }),
        minVotingPeriod: 0,
        tokenWeighted: isWeighted,
        ...(form.weights === 'token' ? { tokenId: form.tokenId } : {}),
        ...(isWeighted && delay !== undefined ? { votingDelay: delay } : {}),
        ...furtherRules(form),
        ...further,
      },
    },
  }
}

export type DaoBody = NonNullable<ReturnType<typeof daoBodyOf>['body']>

/** The rules of such a body as the service will show them. */
export function foundingRules({ votingRules }: DaoBody): ShownRules {
  const { thresholdFraction = '', objectionsFraction } = votingRules
  return {
    threshold: percentOf(thresholdFraction),
    tokenId: null,
    ...(objectionsFraction === undefined ? {} : { objections: percentOf(objectionsFraction) }),
    ...votingRules,
  }
}

export interface ProposalForm {
  title: string
  description: string
  /** Either yes, no and abstain, or custom options, one on each line. */
  kind: 'yesNo' | 'options'
  options: string
  /** How custom options are voted on. */
  method: VotingMethod
  /** Hours. */
  duration: TypedAmount
  /** A percentage or a fraction; empty for none. */
  quorum: TypedAmount
  /** The area of the DAO that it is about; empty for none. */
  area: string
  /** Whether it passes unless objections stop it. */
  isOptimistic: boolean
  /** In the format of `<input type="datetime-local">`; empty for as soon as possible. */
  start: string
}
export type ProposalFault = 'title' | 'options' | 'sameOptions' | 'duration' | 'quorum' | 'start'

/** In characters. */
const LONGEST_OPTION = 100

/** The voting methods and the most options that a DAO's rules allow. */
export const allowedBy = (rules: {
  votingMethods?: readonly VotingMethod[] | undefined
  maxOptions?: number | undefined
}): { methods: readonly VotingMethod[]; mostOptions: number } => ({
  methods: rules.votingMethods ?? ['single'],
  mostOptions: rules.maxOptions ?? USUAL_OPTIONS,
})

/** Returns the body of a proposal with this operation, or the faults of the form. */
export function proposalBodyOf(
  form: ProposalForm,
  by: {
    daoId: string
    me: string
    language: string
    mostOptions: number
    now: number
    operation?: Operation
    change?: RulesChange
  },
) {
  const { daoId, me, language, mostOptions, now, operation, change } = by
  const data = { ...(operation ? { operation } : {}), ...(change ? { change } : {}) }
  const options = form.options
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const duration = numberIn(form.duration, language)
  const quorum = shareIn(form.quorum, 0, language)
  const isYesNo = form.kind === 'yesNo'
  const isOptimistic = isYesNo && form.isOptimistic
  const startTime = withOffset(form.start)
  const faults: ProposalFault[] = [
    ...(form.title.trim() === '' ? (['title'] as const) : []),
    ...(!isYesNo &&
    (options.length < 2 || options.length > mostOptions || options.some((one) => one.length > LONGEST_OPTION))
      ? (['options'] as const)
      : []),
    ...(!isYesNo && new Set(options).size < options.length ? (['sameOptions'] as const) : []),
    ...(!isHours(duration, MOST_DURATION) || duration === 0 ? (['duration'] as const) : []),
    ...(!isOptimistic && !isEmpty(form.quorum) && quorum === undefined ? (['quorum'] as const) : []),
    ...(form.start !== '' && !(startTime !== undefined && Date.parse(startTime) > now) ? (['start'] as const) : []),
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
      ...(isYesNo || form.method === 'single' ? {} : { votingMethod: form.method }),
      ...(isOptimistic || quorum?.percent === undefined ? {} : { quorum: quorum.percent }),
      ...(isOptimistic || quorum?.fraction === undefined ? {} : { quorumFraction: quorum.fraction }),
      ...(isOptimistic ? { optimistic: true } : {}),
      ...(form.area === '' ? {} : { area: form.area }),
      ...(startTime === undefined ? {} : { startTime }),
      ...(isYesNo && Object.keys(data).length > 0 ? { proposalData: data } : {}),
    },
  }
}

/** An empty form. */
export const emptyProposal = (methods: readonly VotingMethod[]): ProposalForm => ({
  title: '',
  description: '',
  // YES and NO are for single choice.
  kind: methods.includes('single') ? 'yesNo' : 'options',
  options: '',
  method: methods[0] ?? 'single',
  duration: { text: '72' },
  quorum: noAmount,
  area: '',
  isOptimistic: false,
  start: '',
})

/** A draft as a form. */
export function proposalFormOf(
  proposal: GovernanceTypes['Draft']['proposal'],
  methods: readonly VotingMethod[],
  language: string,
): ProposalForm {
  const {
    votingOptions = [],
    votingMethod = 'single',
    votingDurationHours,
    quorum,
    quorumFraction,
    optimistic = false,
    startTime,
  } = proposal
  const typed = (value: number): TypedAmount => typedNumber(value, language)
  return {
    ...emptyProposal(methods),
    title: proposal.title,
    description: proposal.description,
    kind: votingOptions.length === 0 ? 'yesNo' : 'options',
    options: votingOptions.join('\n'),
    method: votingMethod,
    duration: typed(votingDurationHours),
    quorum: quorumFraction ? { text: quorumFraction } : quorum ? typed(quorum) : noAmount,
    area: proposal.area ?? '',
    isOptimistic: optimistic,
    start: startTime === undefined ? '' : localOf(new Date(startTime)),
  }
}
