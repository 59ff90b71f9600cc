import type { GovernanceTypes } from '@quorate/client'
import { publicClient, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { printList, printOne } from '../terminal/output.ts'

type Commands = CommandTable['dao']['commands']
type Dao = GovernanceTypes['Dao']

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { member, owner, limit, chain, json } = given
  const query = {
    limit,
    ...(member === undefined ? {} : { member }),
    ...(owner === undefined ? {} : { owner }),
    ...(chain === undefined ? {} : { chain }),
  }
  await printList(publicClient(given).governance.list('/daos', { query }), {
    json,
    limit,
    empty: 'No DAOs',
    columns: [
      { title: 'dao', of: ({ daoId }) => daoId },
      { title: 'name', of: ({ name }) => name },
      { title: 'status', of: ({ status }) => status },
      { title: 'owner', of: ({ ownerAddress }) => ownerAddress },
      { title: 'members', of: ({ memberCount }) => memberCount },
    ],
  })
}

export async function show(given: Given<Commands['show']>): Promise<void> {
  print(await publicClient(given).governance.get('/daos/{daoId}', { path: { daoId: given.daoId } }), given.json)
}

function print(dao: Dao, json: boolean): void {
  const { threshold, minVotingPeriod, tokenWeighted, tokenId, votingDelay } = dao.votingRules
  printOne(dao, {
    json,
    fields: [
      ['dao', dao.daoId],
      ['name', dao.name],
      ['description', dao.description],
      ['status', dao.status],
      ['chain', dao.chain],
      ['owner', dao.ownerAddress],
      ['topic', dao.topicId],
      [
        'rules',
        `${threshold}% of the votes; at least ${minVotingPeriod} h of voting, ${votingDelay} h after the proposal`,
      ],
      ['weights', tokenWeighted ? `what voters hold of ${tokenId}` : undefined],
      ['members', `${dao.memberCount}: ${dao.members.join(', ')}${dao.membersTruncated ? ', ...' : ''}`],
      ...dao.proposals.map(
        ({ proposalId, status, title }) => ['proposal', `${proposalId}  ${status}  ${title}`] as const,
      ),
    ],
  })
}

export async function create(given: Given<Commands['create']>): Promise<void> {
  const { name, description, threshold, member, minHours, delayHours, token, json } = given
  await withSession(given, async ({ client, account }) => {
    const votingRules = {
      threshold: Number(threshold),
      minVotingPeriod: Number(minHours),
      tokenWeighted: token !== undefined,
      ...(token === undefined ? {} : { tokenId: token }),
      ...(delayHours === undefined ? {} : { votingDelay: Number(delayHours) }),
    }
    const body = {
      name,
      description,
      ownerAddress: account,
      votingRules,
      ...(member.length > 0 ? { members: member } : {}),
    }
    print(await client.governance.post('/daos', { body }), json)
  })
}

export async function members(given: Given<Commands['members']>): Promise<void> {
  const { daoId, add, remove, limit, json } = given
  const both = add.find((id) => remove.includes(id))
  if (both !== undefined) throw new Failure('usage', `${both} is in both --add and --remove: choose one`)
  const shown = { json, limit, empty: 'Nobody is a member', columns: [{ title: 'member', of: (id: string) => id }] }
  await withSession(given, async ({ client }) => {
    for (const memberAddress of add)
      await client.governance.post('/daos/{daoId}/members', { path: { daoId }, body: { memberAddress } })
    for (const memberAddress of remove)
      await client.governance.delete('/daos/{daoId}/members/{memberAddress}', { path: { daoId, memberAddress } })
    await printList(client.governance.list('/daos/{daoId}/members', { path: { daoId }, query: { limit } }), shown)
  })
}
