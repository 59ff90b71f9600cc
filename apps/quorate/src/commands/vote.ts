import type { GovernanceTypes } from '@quorate/client'
import { castVote } from '@quorate/verify/recount'
import { type LoggedIn, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import { withCheckedProposal } from '../signing/checked-proposal.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'

type Options = Given<CommandTable['vote']['commands']['vote']>

/** Casts a vote. It signs the hash of the proposal on the topic, whatever the service says about it. */
export async function vote(given: Options): Promise<void> {
  await withSession(given, async (connection) => {
    const cast = given.unsigned ? await unsignedVote(connection, given) : await signedVote(connection, given)
    printOne(cast, {
      json: given.json,
      fields: [
        ['vote', cast.voteId],
        ['choice', cast.choice],
        ['weight', cast.weight],
        ['number', cast.number],
        ['signed', cast.signed],
      ],
    })
  })
}

const commentText = ({ comment }: Options) => (comment === undefined ? '' : `, with ${plain(JSON.stringify(comment))}`)
const commentIn = ({ comment }: Options) => (comment === undefined ? {} : { comment })

async function unsignedVote({ client, account }: LoggedIn, given: Options): Promise<GovernanceTypes['Vote']> {
  const { proposalId, choice } = given
  const { daoId } = await client.governance.get('/proposals/{proposalId}', { path: { proposalId } })
  const body = { proposalId, daoId, voterAddress: account, choice, ...commentIn(given) }
  return client.governance.post('/votes', { body })
}

const signedVote = (connection: LoggedIn, given: Options): Promise<GovernanceTypes['Vote']> =>
  withCheckedProposal(connection, given, async ({ record }, { signer, key }) => {
    const { client, account } = connection
    const { choice, json, yes } = given
    const { votingOptions } = record
    if (!votingOptions.includes(choice))
      throw new Failure('usage', `${plain(choice)} is not one of ${votingOptions.map(plain).join(', ')}`)
    if (!(json && yes)) note(`${plain(JSON.stringify(choice))}, as ${account}${commentText(given)}`)
    if (!(await confirm('Sign this vote?', { yes }))) throw new Failure('notSigned', 'Nothing was signed')
    return castVote({
      record,
      voterAddress: account,
      choice,
      ...commentIn(given),
      signer,
      key,
      send: (body) => client.governance.post('/votes', { body }),
    })
  })
