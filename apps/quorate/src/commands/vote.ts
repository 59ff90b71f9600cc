import { type GovernanceTypes, isQuorateError } from '@quorate/client'
import { type Ballot, ballotOf, ballotText, castVote, methodOf, type Voting, voteFault } from '@quorate/verify/recount'
import { type LoggedIn, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import { withCheckedProposal } from '../signing/checked-proposal.ts'
import { trustedNetwork } from '../signing/network-key.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'

type Options = Given<CommandTable['vote']['commands']['vote']>

/** Casts a vote. It signs the hash of the proposal on the topic, not of the one that the service returns. */
export async function vote(given: Options): Promise<void> {
  await withSession(given, async (connection) => {
    const cast = given.unsigned ? await unsignedVote(connection, given) : await signedVote(connection, given)
    printOne(cast, {
      json: given.json,
      fields: [
        ['vote', cast.voteId],
        ['choice', cast.choice === '' ? 'sealed until the end' : cast.choice],
        ['weight', cast.weight],
        ['number', cast.number],
        ['revision', cast.revision],
        ['signed', cast.signed],
      ],
    })
  })
}

const commentText = ({ comment }: Options) => (comment === undefined ? '' : `, with ${plain(JSON.stringify(comment))}`)
const commentIn = ({ comment }: Options) => (comment === undefined ? {} : { comment })

async function unsignedVote(connection: LoggedIn, given: Options): Promise<GovernanceTypes['Vote']> {
  const { client, account } = connection
  const { proposalId } = given
  const proposal = await client.governance.get('/proposals/{proposalId}', { path: { proposalId } })
  if (proposal.ballotKey !== null)
    throw new Failure(
      'usage',
      'The votes on this proposal are secret: leave out --unsigned, so that the key that seals them is checked on the ledger',
    )
  const { daoId } = proposal
  const ballot = ballotOf(ballotGiven(given, proposal))
  const body = { proposalId, daoId, voterAddress: account, ...ballot, ...commentIn(given) }
  return client.governance.post('/votes', { body: { ...body, ...(await revisionIn(connection, given)) } })
}

const signedVote = (connection: LoggedIn, given: Options): Promise<GovernanceTypes['Vote']> =>
  withCheckedProposal(connection, given, async ({ record }, { signer, key }) => {
    const { client, account } = connection
    const { json, yes } = given
    const ballot = ballotGiven(given, record)
    const revision = await revisionIn(connection, given)
    const number =
      revision.revision === undefined ? '' : `, as vote number ${revision.revision}, which replaces the last`
    if (!(json && yes))
      note(
        `${plain(JSON.stringify(ballotText(methodOf(record), ballot)))}, as ${account}${commentText(given)}${number}`,
      )
    const network = await trustedNetwork(connection, record, { given: given.networkKey, isQuiet: json && yes })
    if (network && !(json && yes))
      note(
        `The vote is sealed until ${record.endTime}${given.comment === undefined ? '' : '. The comment is public immediately'}`,
      )
    if (!(await confirm('Sign this vote?', { yes }))) throw new Failure('notSigned', 'Nothing was signed')
    const cast = await castVote({
      record,
      voterAddress: account,
      ...ballot,
      ...commentIn(given),
      ...revision,
      networkKey: network?.networkKey,
      signer,
      key,
      send: (body) => client.governance.post('/votes', { body }),
    })
    network?.accept()
    return cast
  })

/** The number of the vote that replaces the current one, with `--change`. */
async function revisionIn(
  { client, account }: LoggedIn,
  { proposalId, change }: Options,
): Promise<{ revision?: number }> {
  if (!change) return {}
  const path = { proposalId, voterAddress: account }
  try {
    const { revision = 1 } = await client.governance.get('/votes/proposal/{proposalId}/voter/{voterAddress}', { path })
    return { revision: revision + 1 }
  } catch (error) {
    if (isQuorateError(error) && error.code === 'VOTE_NOT_FOUND')
      throw new Failure('usage', `${account} has not voted on this proposal: leave out --change`)
    throw error
  }
}

/** How to state a vote on the command line, by voting method. */
const WAYS = {
  single: 'the option as an argument',
  approval: '--approve',
  ranked: '--rank',
  weighted: '--split',
  quadratic: '--split',
} as const

/** Returns the content of the vote. @throws Failure usage if the proposal does not accept such a vote */
function ballotGiven(typed: Options, voting: Voting): Ballot {
  const method = methodOf(voting)
  const optionIn = (text: string): string => optionTyped(text, voting.votingOptions)
  const { split } = typed
  const choice = typed.choice === undefined ? undefined : optionIn(typed.choice)
  const [approve, rank] = [typed.approve.map(optionIn), typed.rank.map(optionIn)]
  const given = [
    ...(choice === undefined ? [] : [WAYS.single]),
    ...(approve.length > 0 ? [WAYS.approval] : []),
    ...(rank.length > 0 ? [WAYS.ranked] : []),
    ...(split.length > 0 ? [WAYS.weighted] : []),
  ]
  if (given.length !== 1 || given[0] !== WAYS[method])
    throw new Failure(
      'usage',
      `The voting method of this proposal is ${method}: give ${WAYS[method]}${given.length > 1 ? ', and nothing else' : ''}`,
    )
  const { votingOptions } = voting
  const inOrder = <T>(all: readonly T[], optionOf: (one: T) => string): T[] =>
    all.toSorted((a, b) => votingOptions.indexOf(optionOf(a)) - votingOptions.indexOf(optionOf(b)))
  const parts = inOrder(
    split.map(partIn).map((one) => ({ ...one, option: optionIn(one.option) })),
    ({ option }) => option,
  )
  const ballot: Ballot =
    choice !== undefined
      ? { choice }
      : rank.length > 0
        ? { choices: rank }
        : approve.length > 0
          ? { choices: inOrder(approve, (option) => option) }
          : { choices: parts.map(({ option }) => option), shares: parts.map(({ percent }) => percent) }
  const named = [choice ?? [], approve, rank, parts.map(({ option }) => option)].flat()
  const unknown = named.find((option) => !votingOptions.includes(option))
  if (unknown !== undefined)
    throw new Failure('usage', `${plain(unknown)} is not one of ${votingOptions.map(plain).join(', ')}`)
  const fault = voteFault(voting, ballot)
  if (fault !== undefined) throw new Failure('usage', plain(fault))
  return ballot
}

/** The option with this name. Capitals need not match if only one option is spelt so. */
function optionTyped(text: string, options: readonly string[]): string {
  if (options.includes(text)) return text
  const same = options.filter((option) => option.toLowerCase() === text.toLowerCase())
  return same.length === 1 && same[0] !== undefined ? same[0] : text
}

/** Reads `Oak=60`. The option may contain equals signs, too. */
function partIn(text: string): { option: string; percent: number } {
  const [, option = '', percent = ''] = /^([\s\S]*)=\s*([0-9]{1,3})\s*%?$/.exec(text) ?? []
  if (option === '' || percent === '')
    throw new Failure('usage', `--split ${plain(text)}: expected an option and a whole percentage, such as Oak=60`)
  return { option, percent: Number(percent) }
}
