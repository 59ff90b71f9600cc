import type { GovernanceTypes } from '@quorate/client'
import { plural, sentenceOf, walletRequestIn } from '@quorate/verify'
import { cancelProposal } from '@quorate/verify/recount'
import { publicClient, withSession } from '../connection/connect.ts'
import { ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { withCheckedProposal } from '../signing/checked-proposal.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { readJson } from '../terminal/input.ts'
import { printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'

type Commands = CommandTable['proposal']['commands']
type Proposal = GovernanceTypes['Proposal']
type Results = GovernanceTypes['Results']

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { dao: daoId, status, limit, json } = given
  await withSession(given, async ({ client }) => {
    const all =
      daoId === undefined
        ? client.governance.list('/proposals', { query: { limit, ...(status === undefined ? {} : { status }) } })
        : client.governance.list('/proposals/dao/{daoId}', { path: { daoId }, query: { limit } })
    await printList(having(all, status), {
      json,
      limit,
      empty: 'No proposals',
      columns: [
        { title: 'proposal', of: ({ proposalId }) => proposalId },
        { title: 'status', of: ({ status }) => status },
        { title: 'ends', of: ({ endTime }) => endTime },
        { title: 'title', of: ({ title }) => title },
      ],
    })
  })
}

async function* having<T extends { status: string }>(
  all: AsyncIterable<T>,
  status: string | undefined,
): AsyncGenerator<T> {
  for await (const one of all) if (status === undefined || one.status === status) yield one
}

export async function show(given: Given<Commands['show']>): Promise<void> {
  const path = { proposalId: given.proposalId }
  const { governance } = publicClient(given)
  const [proposal, results] = await Promise.all([
    governance.get('/proposals/{proposalId}', { path }),
    governance.get('/votes/proposal/{proposalId}/results', { path }),
  ])
  const request = given.json ? undefined : walletRequestIn(proposal.proposalData.operation)
  const { chain } = proposal
  const decided = request && (await sentenceOf(request, (await ledgerOf({ chain, mirrorUrl: given.mirrorUrl })).token))
  print(proposal, results, given.json, decided)
}

function print(proposal: Proposal, results: Results | undefined, json: boolean, decided?: string): void {
  const { quorum } = results ?? {}
  printOne(results ? { ...proposal, results } : proposal, {
    json,
    fields: [
      ['proposal', proposal.proposalId],
      ['dao', proposal.daoId],
      ['title', proposal.title],
      ['description', proposal.description],
      ['status', proposal.cancelled ? 'cancelled' : proposal.status],
      ['by', proposal.creatorAddress],
      ['voting', `${proposal.startTime} to ${proposal.endTime}`],
      ['options', proposal.votingOptions.join(', ')],
      ...(results?.options ?? []).map(
        ({ option, votes, weight, percent }) =>
          ['result', `${option}  ${percent}%  ${plural(votes, 'vote')}, weight ${weight}`] as const,
      ),
      [
        'quorum',
        quorum
          ? `${quorum.cast ?? 0}% of ${quorum.percent}%: ${quorum.reached ? 'reached' : 'not reached'}`
          : undefined,
      ],
      ['winner', results ? winnerText(results) : undefined],
      ['if it passes', decided],
      ['record', `SHA-256 ${proposal.proposalHash}`],
    ],
  })
}

/** The adopted option, or why none is adopted although votes were cast. */
function winnerText({ winner, status, leading, totalVotes, quorum }: Results): string | null {
  const isTie = status === 'REJECTED' && totalVotes > 0 && quorum?.reached !== false && leading === null
  return isTie ? 'none: a tie' : winner
}

export async function create(given: Given<Commands['create']>): Promise<void> {
  const { daoId, title, description, hours, option, start, quorum, data, validUntil, json } = given
  await withSession(given, async ({ client, account }) => {
    const body = {
      daoId,
      title,
      description,
      creatorAddress: account,
      votingDurationHours: Number(hours),
      ...(option.length > 0 ? { votingOptions: option } : {}),
      ...(start === undefined ? {} : { startTime: start }),
      ...(quorum === undefined ? {} : { quorum: Number(quorum) }),
      ...(data === undefined ? {} : { proposalData: (await readJson(data)) as Record<string, unknown> }),
      ...(validUntil === undefined ? {} : { validUntil }),
    }
    print(await client.governance.post('/proposals', { body }), undefined, json)
  })
}

/** Signs the hash of the proposal on the topic, whatever the service says about it. */
export async function cancel(given: Given<Commands['cancel']>): Promise<void> {
  const path = { proposalId: given.proposalId }
  await withSession(given, (connection) =>
    withCheckedProposal(connection, given, async ({ record }, { signer, key }) => {
      if (!(await confirm(`Cancel ${plain(JSON.stringify(record.title))}, as ${record.creatorAddress}?`, given)))
        throw new Failure('notSigned', 'Nothing was signed')
      const cancelled = await cancelProposal({
        record,
        signer,
        key,
        send: (signature) =>
          connection.client.governance.post('/proposals/{proposalId}/cancellation', { path, body: { signature } }),
      })
      print(cancelled, undefined, given.json)
    }),
  )
}
