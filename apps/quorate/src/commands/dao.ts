import type { GovernanceTypes } from '@quorate/client'
import { groupedKey } from '@quorate/verify/recount'
import { type LoggedIn, publicClient, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { patchIn, ruleFields } from '../terminal/rules.ts'
import { isFraction } from '../terminal/shares.ts'

type Commands = CommandTable['dao']['commands']
type Dao = GovernanceTypes['Dao']

export { delegate, delegates, delegations, introduce } from './delegation.ts'
export { rules } from './rules.ts'
export { movements, treasury } from './treasury.ts'

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
      ...ruleFields(dao.votingRules),
      ['number', dao.rulesNumber > 1 ? `version ${dao.rulesNumber} of the rules` : undefined],
      ['members', `${dao.memberCount}: ${dao.members.join(', ')}${dao.membersTruncated ? ', ...' : ''}`],
      ...dao.proposals.map(
        ({ proposalId, status, title }) => ['proposal', `${proposalId}  ${status}  ${title}`] as const,
      ),
    ],
  })
}

export async function create(given: Given<Commands['create']>): Promise<void> {
  const { name, description, threshold, member, minHours, delayHours, token, json } = given
  const { method, maxOptions, changeable, rule } = given
  await withSession(given, async ({ client, account, places }) => {
    const patch = patchIn(rule)
    const network = patch.secretVotes && patch.networkKey === undefined ? await networkOf({ client, places }) : {}
    const votingRules = {
      ...(isFraction(threshold) ? { thresholdFraction: threshold } : { threshold: Number(threshold) }),
      minVotingPeriod: Number(minHours),
      tokenWeighted: token !== undefined,
      ...(token === undefined ? {} : { tokenId: token }),
      ...(delayHours === undefined ? {} : { votingDelay: Number(delayHours) }),
      ...(method.length > 0 ? { votingMethods: method } : {}),
      ...(maxOptions === undefined ? {} : { maxOptions }),
      ...(changeable ? { votesChangeable: true } : {}),
      ...(patch as object),
      ...network,
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

/**
 * Returns the rule that only the network of the user's node may seal secret votes. Without it, the services could later
 * name another network.
 */
async function networkOf({ client, places }: Pick<LoggedIn, 'client' | 'places'>): Promise<{ networkKey?: string }> {
  const { networkKeys } = await client.node.get('/ballot-keys')
  const [networkKey] = networkKeys
  if (networkKey === undefined) return {}
  note(
    `Votes are sealed for the network ${groupedKey(networkKey)}, as ${places.node} says. --rule networkKey=... names another`,
  )
  return { networkKey }
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
