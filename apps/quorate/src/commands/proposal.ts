import type { GovernanceTypes } from '@quorate/client'
import { decimalText, plural, sentenceOf, walletRequestIn } from '@quorate/verify'
import { cancelProposal, changeIn, comparedIn, vetoInPart, vetoProposal } from '@quorate/verify/recount'
import { publicClient, withSession } from '../connection/connect.ts'
import { ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { withCheckedProposal } from '../signing/checked-proposal.ts'
import { ownedKey, printJoint } from '../signing/joint.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'
import { changesText } from '../terminal/rules.ts'
import { shareText } from '../terminal/shares.ts'
import { statedBy } from './stated.ts'

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
  print(proposal, results, given.json, decided ?? changeSentence(proposal))
}

export function print(proposal: Proposal, results: Results | undefined, json: boolean, decided?: string): void {
  const { votingMethod } = proposal
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
      ['method', votingMethod === 'single' ? undefined : votingMethod],
      ['area', proposal.area ?? undefined],
      ['passes', proposal.optimistic && !results ? 'unless enough weight votes NO' : undefined],
      ['options', proposal.votingOptions.join(', ')],
      ...(results ? (isSealed(proposal) ? sealedFields(results) : resultFields(results)) : []),
      ['winner', results ? winnerText(results) : undefined],
      ['if it passes', decided],
      ['carried out', executionText(proposal)],
      ['record', `SHA-256 ${proposal.proposalHash}`],
    ],
  })
}

/** Whether the votes are secret and not opened yet. */
const isSealed = ({ ballotKey, status }: Proposal): boolean =>
  ballotKey !== null && (status === 'ACTIVE' || status === 'PENDING')

const sealedFields = ({ totalVotes }: Results): Field[] => [
  ['votes', `${plural(totalVotes, 'vote')}, sealed until the end`],
]

type Field = readonly [name: string, value: string | undefined]

/** Says when the decision may be carried out; undefined for proposals without a delay. */
function executionText({ execution, status, votingRules: { executionDelay, veto } }: Proposal): string | undefined {
  if (execution === null) {
    const isOpen = status === 'PENDING' || status === 'ACTIVE'
    if (!isOpen || executionDelay === undefined) return undefined
    return `${executionDelay} h after it has passed${veto === undefined ? '' : `, unless ${veto} vetoes it before`}`
  }
  const { executableAt, vetoed } = execution
  if (vetoed) return `never: vetoed by ${vetoed.by}${vetoed.reason === null ? '' : `, because "${vetoed.reason}"`}`
  return executableAt === null ? 'not before its delay has ended' : `from ${executableAt} on`
}

/** The change of rules or members that the proposal makes if it passes; undefined if there is none. */
function changeSentence({ proposalData, votingRules }: Proposal): string | undefined {
  const change = changeIn(proposalData)
  return change && changesText(votingRules, change).join('; ')
}

/** The counts and, while the vote lasts, how much more weight is needed. */
function resultFields(results: Results): Field[] {
  const { options, decimals, optionDecimals, support, quorum, rounds, final, objections, ...rule } = results
  const shares = comparedIn(results)
  const weightText = (weight: number | string) => decimalText(BigInt(weight), optionDecimals)
  const lacks = (missing: number | string | null, text: (weight: number | string) => string): string =>
    final || missing === 0 ? '' : missing === null ? '; it cannot pass any more' : `; ${text(missing)} more needed`
  return [
    ...options.map(({ option, votes, weight }, index): Field => {
      const share = shares[index]
      return [
        'result',
        `${option}  ${share ? `${share.percent}%  ` : ''}${plural(votes, 'vote')}, weight ${weightText(weight)}`,
      ]
    }),
    ...(rounds ?? []).map(({ weights, exhausted, eliminated }, index): Field => {
      const left = options.flatMap(({ option }, place) => {
        const weight = weights[place] ?? null
        return weight === null ? [] : `${option} ${weightText(weight)}`
      })
      const out = eliminated === null ? '' : `; ${eliminated} is eliminated`
      return [`round ${index + 1}`, `${left.join(', ')}, exhausted ${weightText(exhausted)}${out}`]
    }),
    ...(objections ? [objectionField(objections, final, (weight) => decimalText(BigInt(weight), decimals))] : []),
    [
      'threshold',
      objections
        ? undefined
        : support
          ? `${support.option} has ${support.percent}% of ${shareText(rule.threshold, rule.thresholdFraction)}${lacks(support.missing, weightText)}`
          : `${shareText(rule.threshold, rule.thresholdFraction)}; no option is ahead of all others`,
    ],
    [
      'quorum',
      quorum
        ? `${quorum.cast ?? 0}% of ${shareText(quorum.percent, quorum.fraction)}: ${quorum.reached ? 'reached' : 'not reached'}${
            quorum.missing === null ? '' : lacks(quorum.missing, (weight) => decimalText(BigInt(weight), decimals))
          }`
        : undefined,
    ],
  ]
}

/** The reason why an optimistic proposal passes, or does not. */
function objectionField(
  { weight, percent, fraction, eligibleWeight, share, reached, missing }: NonNullable<Results['objections']>,
  final: boolean,
  weightText: (weight: number | string) => string,
): Field {
  if (eligibleWeight === null || missing === null)
    return ['objections', `${shareText(percent, fraction)} would stop it; the voters are not weighed yet`]
  const objected = `${share ?? 0}% objected (weight ${weightText(weight)} of ${weightText(eligibleWeight)}); ${shareText(percent, fraction)} stops it`
  if (reached) return ['objections', `${objected}: ${final ? 'it was stopped' : 'it is stopped'}`]
  return [
    'objections',
    final
      ? `${objected}: it passed, because too few objected`
      : `${objected}; ${weightText(missing)} more weight would stop it`,
  ]
}

/** The adopted option, or the reason why votes were cast but none is adopted. */
function winnerText({ winner, status, leading, totalVotes, quorum }: Results): string | null {
  const isTie = status === 'REJECTED' && totalVotes > 0 && quorum?.reached !== false && leading === null
  return isTie ? 'none: a tie' : winner
}

export async function create(given: Given<Commands['create']>): Promise<void> {
  await withSession(given, async ({ client, account }) => {
    const body = { daoId: given.daoId, creatorAddress: account, ...(await statedBy(given)) }
    print(await client.governance.post('/proposals', { body }), undefined, given.json)
  })
}

/** Signs the hash of the proposal on the topic, not of the one that the service returns. */
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

/**
 * Signs a veto against the proposal on the topic, not against the one that the service returns. If a wallet may veto,
 * each owner adds a signature, and the last necessary one completes the veto.
 */
export async function veto(given: Given<Commands['veto']>): Promise<void> {
  const { proposalId, reason, json, yes } = given
  await withSession(given, (connection) =>
    withCheckedProposal(connection, given, async ({ record }, { signer, key }) => {
      const { account, client, chain } = connection
      const { veto: council } = record.votingRules
      const noVeto = () => new Failure('usage', `The rules of this proposal do not let ${account} veto it`, 'NO_VETO')
      if (council === undefined) throw noVeto()
      const walletKey = council === account ? undefined : await ownedKey(council, key, { ...given, chain })
      if (council !== account && !walletKey) throw noVeto()
      const by = walletKey ? `${council}, signed by its owner ${account}` : account
      if (!(json && yes))
        note(`A veto by ${by}${reason === undefined ? '' : `, because ${plain(JSON.stringify(reason))}`}`)
      if (!(await confirm('Sign this veto? Nothing that the proposal permits is then carried out', { yes })))
        throw new Failure('notSigned', 'Nothing was signed')
      const path = { proposalId }
      const vetoing = { record, account: council, reason, signer }
      if (walletKey) {
        const state = await vetoInPart({
          ...{ ...vetoing, key: walletKey },
          send: (body) => client.governance.post('/proposals/{proposalId}/veto/signatures', { path, body }),
        })
        printJoint(state, json)
        return
      }
      const vetoed = await vetoProposal({
        ...{ ...vetoing, key },
        send: (body) => client.governance.post('/proposals/{proposalId}/veto', { path, body }),
      })
      print(vetoed, undefined, json)
    }),
  )
}
