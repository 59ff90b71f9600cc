import type { GovernanceTypes } from '@quorate/client'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { readJson } from '../terminal/input.ts'
import { patchIn } from '../terminal/rules.ts'
import { isFraction } from '../terminal/shares.ts'

/** The content of a proposal or a draft, without its DAO and its creator. */
export type Stated = Omit<GovernanceTypes['Draft']['proposal'], 'daoId' | 'creatorAddress'>

type Options = Given<CommandTable['proposal']['commands']['create']>

/** The content of a proposal, from the options of a command. */
export async function statedBy(given: Options): Promise<Stated> {
  const { title, description, hours } = given
  return { title, description, votingDurationHours: Number(hours), ...(await furtherIn(given)) }
}

/** The content from the further options. Absent options are left out. */
export async function furtherIn(
  given: Pick<
    Options,
    'option' | 'method' | 'start' | 'quorum' | 'area' | 'optimistic' | 'data' | 'validUntil' | 'rule' | 'add' | 'remove'
  >,
): Promise<Omit<Stated, 'title' | 'description' | 'votingDurationHours'>> {
  const { option, method, start, quorum, area, optimistic, validUntil } = given
  return {
    ...(option.length > 0 ? { votingOptions: option } : {}),
    ...(start === undefined ? {} : { startTime: start }),
    ...(method === undefined ? {} : { votingMethod: method }),
    ...(quorum === undefined ? {} : isFraction(quorum) ? { quorumFraction: quorum } : { quorum: Number(quorum) }),
    ...(area === undefined ? {} : { area }),
    ...(optimistic ? { optimistic: true } : {}),
    ...(await dataOf(given)),
    ...(validUntil === undefined ? {} : { validUntil }),
  }
}

/** The data of the proposal: from a file, and from the options for a change of rules and members. */
async function dataOf({
  data,
  rule,
  add,
  remove,
}: Pick<Options, 'data' | 'rule' | 'add' | 'remove'>): Promise<{ proposalData?: Record<string, unknown> }> {
  const given = data === undefined ? undefined : ((await readJson(data)) as Record<string, unknown>)
  const members = { ...(add.length > 0 ? { add } : {}), ...(remove.length > 0 ? { remove } : {}) }
  const change = {
    ...(rule.length > 0 ? { rules: patchIn(rule) } : {}),
    ...(Object.keys(members).length > 0 ? { members } : {}),
  }
  if (Object.keys(change).length === 0) return given ? { proposalData: given } : {}
  if (given && 'change' in given)
    throw new Failure('usage', 'The file already has a change: leave out --rule, --add and --remove')
  return { proposalData: { ...given, change } }
}
