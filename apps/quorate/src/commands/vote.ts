import { canonicalJson } from '@quorate/verify'
import { withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'

type Options = Given<CommandTable['vote']['commands']['vote']>

/** Casts a vote; what is signed is the text that the vote must have, and no other that the service may ask for. */
export async function vote(given: Options): Promise<void> {
  const { proposalId, choice, comment, unsigned, json, yes } = given
  await withSession(given, async ({ client, account }) => {
    const { daoId, chain, title, proposalHash } = await client.governance.get('/proposals/{proposalId}', {
      path: { proposalId },
    })
    const body = { proposalId, daoId, voterAddress: account, choice, ...(comment === undefined ? {} : { comment }) }
    if (!unsigned && !(json && yes)) note(`${plain(JSON.stringify(title))}: ${plain(choice)}, as ${account}`)
    if (!unsigned && !(await confirm('Sign this vote?', { yes }))) throw new Failure('notSigned', 'Nothing was signed')
    const signed = unsigned ? {} : { signature: await signatureOf({ ...body, chain, proposalHash }) }
    const cast = await client.governance.post('/votes', { body: { ...body, ...signed } })
    printOne(cast, {
      json,
      fields: [
        ['vote', cast.voteId],
        ['choice', cast.choice],
        ['weight', cast.weight],
        ['number', cast.number],
        ['signed', cast.signed],
      ],
    })

    async function signatureOf(stated: Record<string, unknown>): Promise<string> {
      const { text } = await client.governance.post('/votes/text', { body })
      if (text !== canonicalJson(stated))
        throw new Failure(
          'notSigned',
          `The service asks for a signature of another text than that of this vote: ${plain(text)}`,
          'TEXT_DIFFERS',
        )
      return client.signMessage(text)
    }
  })
}
