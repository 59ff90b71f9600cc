import type { GovernanceTypes } from '@quorate/client'
import { publicClient, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'
import { shareText } from '../terminal/shares.ts'
import { print as printProposal } from './proposal.ts'
import { furtherIn, statedBy } from './stated.ts'

type Commands = CommandTable['draft']['commands']
type Draft = GovernanceTypes['Draft']
type Comment = GovernanceTypes['DiscussionComment']

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { daoId, limit, json } = given
  const all = publicClient(given).governance.list('/daos/{daoId}/drafts', { path: { daoId }, query: { limit } })
  await printList(all, {
    json,
    limit,
    empty: 'No drafts',
    columns: [
      { title: 'draft', of: ({ draftId }) => draftId },
      { title: 'by', of: ({ authorAddress }) => authorAddress },
      { title: 'changed', of: ({ updatedAt }) => updatedAt },
      { title: 'title', of: ({ proposal }) => proposal.title },
    ],
  })
}

export async function show(given: Given<Commands['show']>): Promise<void> {
  const path = { draftId: given.draftId }
  print(await publicClient(given).governance.get('/drafts/{draftId}', { path }), given.json)
}

function print(draft: Draft, json: boolean): void {
  const { proposal } = draft
  const { votingOptions = [], votingMethod, quorum, quorumFraction, optimistic, proposalData } = proposal
  printOne(draft, {
    json,
    fields: [
      ['draft', draft.draftId],
      ['dao', draft.daoId],
      ['by', draft.authorAddress],
      ['version', `${draft.revision}, of ${draft.updatedAt}`],
      ['title', proposal.title],
      ['description', proposal.description],
      [
        'voting',
        `${proposal.votingDurationHours} h, starting ${proposal.startTime ? `at ${proposal.startTime}` : 'when it becomes a proposal'}`,
      ],
      ['method', votingMethod],
      ['options', votingOptions.join(', ')],
      ['quorum', quorum == null && quorumFraction == null ? undefined : shareText(quorum ?? 0, quorumFraction)],
      ['area', proposal.area ?? undefined],
      ['passes', optimistic ? 'unless enough weight votes NO' : undefined],
      ['data', proposalData === undefined ? undefined : JSON.stringify(proposalData)],
      ['valid until', proposal.validUntil],
    ],
  })
}

export async function create(given: Given<Commands['create']>): Promise<void> {
  await withSession(given, async ({ client, account }) => {
    const proposal = { daoId: given.daoId, creatorAddress: account, ...(await statedBy(given)) }
    print(await client.governance.post('/drafts', { body: { proposal } }), given.json)
  })
}

export async function change(given: Given<Commands['change']>): Promise<void> {
  const { draftId, title, description, hours, json } = given
  const path = { draftId }
  await withSession(given, async ({ client }) => {
    const { revision, proposal } = await client.governance.get('/drafts/{draftId}', { path })
    const further = await furtherIn(given)
    // A new quorum replaces both forms of the old one.
    const { quorum: _percent, quorumFraction: _fraction, ...others } = proposal
    const kept = further.quorum == null && further.quorumFraction == null ? proposal : others
    const next = {
      ...kept,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(hours === undefined ? {} : { votingDurationHours: Number(hours) }),
      ...further,
    }
    print(await client.governance.put('/drafts/{draftId}', { path, body: { revision, proposal: next } }), json)
  })
}

/** Proposes exactly what the draft says now. `--start` replaces its start. */
export async function start(given: Given<Commands['start']>): Promise<void> {
  const { draftId, start: at, now, json } = given
  if (at !== undefined && now) throw new Failure('usage', 'Give --start or --now, not both')
  await withSession(given, async ({ client }) => {
    const { proposal } = await client.governance.get('/drafts/{draftId}', { path: { draftId } })
    const { startTime: drafted, ...others } = proposal
    const startTime = now ? undefined : (at ?? drafted)
    const body = { ...others, ...(startTime === undefined ? {} : { startTime }), draftId }
    printProposal(await client.governance.post('/proposals', { body }), undefined, json)
  })
}

async function remove(given: Given<Commands['delete']>): Promise<void> {
  const { draftId, yes, json } = given
  const path = { draftId }
  await withSession(given, async ({ client }) => {
    const { proposal } = await client.governance.get('/drafts/{draftId}', { path })
    if (!(await confirm(`Delete ${plain(JSON.stringify(proposal.title))} with its comments?`, { yes })))
      throw new Failure('usage', 'Nothing was deleted')
    print(await client.governance.delete('/drafts/{draftId}', { path }), json)
  })
}

export { remove as delete }

export async function comments(given: Given<Commands['comments']>): Promise<void> {
  const { id: discussionId, limit, json } = given
  const path = { discussionId }
  const { governance } = publicClient(given)
  await printList(governance.list('/discussions/{discussionId}/comments', { path, query: { limit } }), {
    json,
    limit,
    empty: 'No comments',
    columns: [
      { title: 'comment', of: ({ commentId }) => commentId },
      { title: 'by', of: ({ authorAddress }) => authorAddress },
      { title: 'written', of: ({ writtenAt }) => writtenAt },
      { title: 'text', of: ({ hidden, text }) => (hidden ? '(hidden)' : text) },
    ],
  })
}

export async function comment(given: Given<Commands['comment']>): Promise<void> {
  const { id: discussionId, text, edit: commentId, json } = given
  await withSession(given, async ({ client: { governance } }) => {
    const body = { text }
    const made =
      commentId === undefined
        ? await governance.post('/discussions/{discussionId}/comments', { path: { discussionId }, body })
        : await governance.patch('/discussions/{discussionId}/comments/{commentId}', {
            path: { discussionId, commentId },
            body,
          })
    printComment(made, json)
  })
}

export async function uncomment(given: Given<Commands['uncomment']>): Promise<void> {
  const { id: discussionId, commentId, json } = given
  const path = { discussionId, commentId }
  await withSession(given, async ({ client }) =>
    printComment(await client.governance.delete('/discussions/{discussionId}/comments/{commentId}', { path }), json),
  )
}

export async function hide(given: Given<Commands['hide']>): Promise<void> {
  const { id: discussionId, commentId, undo, json } = given
  const of = { path: { discussionId, commentId }, body: { hidden: !undo } }
  await withSession(given, async ({ client }) =>
    printComment(await client.governance.put('/discussions/{discussionId}/comments/{commentId}/hidden', of), json),
  )
}

function printComment(said: Comment, json: boolean): void {
  printOne(said, {
    json,
    fields: [
      ['comment', said.commentId],
      ['by', said.authorAddress],
      ['text', said.hidden ? '(hidden)' : said.text],
    ],
  })
}
