import type { GovernanceTypes } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import { checkLastDelegation, delegateVote, lastDelegation, openMirror } from '@quorate/verify/recount'
import { publicClient, withSession } from '../connection/connect.ts'
import { ledgerOf, mirrorUrlOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { untilThere } from '../signing/until-there.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'

type Commands = CommandTable['dao']['commands']
type Delegation = GovernanceTypes['Delegation']

/** Signs who votes for the account when it does not vote itself. */
export async function delegate(given: Given<Commands['delegate']>): Promise<void> {
  const { daoId, delegate: named, area, end, mirrorUrl, yes, json } = given
  if ((named === undefined) !== (end === true))
    throw new Failure('usage', 'Name the other member, or end the delegation with --end')
  const to = named ?? null
  await withSession(given, async ({ client, account, chain, signer }) => {
    const path = { daoId }
    const { name, topicId, votingRules } = await client.governance.get('/daos/{daoId}', { path })
    if (!votingRules.delegation)
      throw new Failure('usage', `By the rules of ${plain(name)}, votes cannot be delegated`, 'DELEGATION_NOT_ALLOWED')
    const last = await client.governance.get('/daos/{daoId}/delegations/{account}', { path: { daoId, account } })
    if (topicId === null) throw new Failure('notSigned', 'The DAO has no topic yet: try again in a moment', 'NO_TOPIC')
    const place = { chain, daoId, topicId }
    const topics = openMirror(mirrorUrlOf({ chain, mirrorUrl }))
    const onTopic = await untilThere(() => lastDelegation(topics, place, account), {
      isThere: (found) => found === last.lastNumber,
      waiting: "Waiting for your last delegation on the DAO's topic",
    }).catch(asFailure)
    try {
      checkLastDelegation(onTopic, last.lastNumber)
    } catch (error) {
      asFailure(error)
    }
    const number = onTopic + 1
    const ledger = await ledgerOf({ chain, mirrorUrl })
    if (!(json && yes))
      note(`${sentence({ account, delegate: to, area }, name)} (delegation number ${number} in ${plain(daoId)})`)
    if (!(await confirm('Sign this?', { yes }))) throw new Failure('notSigned', 'Nothing was signed')
    const delegated = await delegateVote({
      ...{ ...place, account, delegate: to, area, number },
      signer,
      key: (await ledger.key(account)) ?? undefined,
      send: (body) => client.governance.post('/daos/{daoId}/delegations', { path, body }),
    }).catch(asFailure)
    print(delegated, json)
  })
}

const asFailure = (error: unknown): never => {
  throw error instanceof VerifyError ? new Failure('notSigned', error.message, error.code) : error
}

function sentence(
  { account, delegate, area }: { account: string; delegate: string | null; area: string | undefined },
  name: string,
): string {
  const next = `From the next proposal of ${plain(name)}${area === undefined ? '' : ` about ${plain(area)}`} on`
  if (delegate !== null)
    return `${next}, the weight of ${account} counts as ${delegate} votes, unless ${account} votes itself`
  return area === undefined
    ? `${next}, nobody votes for ${account}, except its delegates for single areas`
    : `${next}, the delegate for all areas, if ${account} has one, votes for it there again`
}

function print(delegation: Delegation, json: boolean): void {
  printOne(delegation, {
    json,
    fields: [
      ['member', delegation.account],
      ['delegate', delegation.delegate ?? 'none'],
      ['area', delegation.area ?? undefined],
      ['number', delegation.number],
      ['signed', delegation.signed],
    ],
  })
}

export async function delegations(given: Given<Commands['delegations']>): Promise<void> {
  const { daoId, to, limit, json } = given
  const query = { limit, ...(to === undefined ? {} : { delegate: to }) }
  await printList(publicClient(given).governance.list('/daos/{daoId}/delegations', { path: { daoId }, query }), {
    json,
    limit,
    empty: 'No delegations',
    columns: [
      { title: 'member', of: ({ account }) => account },
      { title: 'delegate', of: ({ delegate }) => delegate ?? '' },
      { title: 'area', of: ({ area }) => area ?? 'all' },
      { title: 'signed', of: ({ signed }) => signed },
      { title: 'since', of: ({ changedAt }) => changedAt ?? '' },
    ],
  })
}

export async function delegates(given: Given<Commands['delegates']>): Promise<void> {
  const { daoId, limit, json } = given
  await printList(
    publicClient(given).governance.list('/daos/{daoId}/delegates', { path: { daoId }, query: { limit } }),
    {
      json,
      limit,
      empty: 'No delegates',
      columns: [
        { title: 'delegate', of: ({ account }) => account },
        { title: 'delegators', of: ({ delegators }) => delegators },
        { title: 'votes for', of: ({ receives }) => receives },
        { title: 'areas', of: ({ areas }) => areas.map(({ area, delegators }) => `${area} ${delegators}`).join(', ') },
        { title: 'weight', of: ({ weight }) => weight },
        { title: 'voted', of: ({ voted, votable }) => `${voted} of ${votable}` },
        { title: 'statement', of: ({ statement }) => statement },
      ],
    },
  )
}

/** Publishes the account's statement as a delegate, or withdraws a statement. */
export async function introduce(given: Given<Commands['introduce']>): Promise<void> {
  const { daoId, text, withdraw, of, json } = given
  if ((text === undefined) !== (withdraw === true))
    throw new Failure('usage', 'Give the statement, or withdraw it with --withdraw')
  if (of !== undefined && !withdraw) throw new Failure('usage', '--of is for --withdraw only')
  await withSession(given, async ({ client: { governance }, account: own }) => {
    const account = of ?? own
    const path = { daoId, account }
    const stated =
      text === undefined
        ? await governance.delete('/daos/{daoId}/delegates/{account}', { path })
        : await governance.put('/daos/{daoId}/delegates/{account}', { path, body: { statement: text } })
    printOne(stated, {
      json,
      fields: [
        ['delegate', account],
        ['statement', stated.statement ?? 'none'],
      ],
    })
  })
}
