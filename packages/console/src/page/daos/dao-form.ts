/** Turns the input for a DAO or a proposal into the body of the request. */
import { isEntityId, withoutChecksum } from '@quorate/verify'
import { isEmpty, numberOf, type TypedAmount } from '../parts/typed-amount.ts'
import type { Operation } from './operations.ts'

export interface DaoForm {
  name: string
  description: string
  /** Account ids, separated by spaces, commas, semicolons or line breaks. */
  members: string
  threshold: number
  weights: 'equal' | 'token' | 'hbar'
  tokenId: string
  /** Hours. */
  delay: TypedAmount
}
export type DaoFault = 'name' | 'members' | 'tokenId' | 'delay'

const isHours = (hours: number | undefined, most: number): hours is number => hours !== undefined && hours <= most

const MOST_MEMBERS = 100
const MOST_DELAY = 8_760
const MOST_DURATION = 8_760

/** Removes correct checksums from typed ids. Wrong checksums stay, so that these ids are invalid. */
export const plainIds = (text: string, chain: string): string =>
  text.replaceAll(/[\d.]{1,50}-[a-z]{5}/g, (typed) => withoutChecksum(typed, chain) ?? typed)

export function daoBodyOf(form: DaoForm, me: string) {
  const members = form.members.split(/[\s,;]+/).filter((one) => one !== '' && one !== me)
  const delay = isEmpty(form.delay) ? 0 : numberOf(form.delay)
  const isWeighted = form.weights !== 'equal'
  const faults: DaoFault[] = [
    ...(form.name.trim() === '' ? (['name'] as const) : []),
    ...(members.length > MOST_MEMBERS || !members.every((one) => isEntityId(one)) ? (['members'] as const) : []),
    ...(form.weights === 'token' && !isEntityId(form.tokenId) ? (['tokenId'] as const) : []),
    ...(isWeighted && !isHours(delay, MOST_DELAY) ? (['delay'] as const) : []),
  ]
  if (faults.length > 0) return { faults }
  return {
    body: {
      name: form.name.trim(),
      description: form.description.trim(),
      ownerAddress: me,
      ...(members.length > 0 ? { members: [...new Set(members)] } : {}),
      votingRules: {
        threshold: form.threshold,
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
export type ProposalFault = 'title' | 'options' | 'duration' | 'quorum'

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
    ...(!isYesNo && (options.length < 2 || options.length > 5) ? (['options'] as const) : []),
    ...(!isHours(duration, MOST_DURATION) || duration === 0 ? (['duration'] as const) : []),
    ...(!isEmpty(form.quorum) && !(quorum !== undefined && quorum > 0 && quorum <= 100) ? (['quorum'] as const) : []),
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
