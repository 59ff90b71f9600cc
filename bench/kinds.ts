/**
 * Measures how long a recount takes to count votes of each kind: reading leaves, checking them and their signatures,
 * opening ballots, and the tally. Mirror and service are in memory. It takes processor time, which other work on the
 * machine does not change. BENCH_KIND_VOTES=4000 for fewer.
 */
import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { canonicalJson } from '@quorate/verify'
import {
  type Ballot,
  ballotOf,
  ballotPublicKey,
  contentIdentifier,
  decide,
  type ProposalRecord,
  proposalHash,
  rootOf,
  ruleOf,
  sealBallot,
  signedText,
  type VotesRecord,
} from '@quorate/verify/recount'
import { openerFor } from '../packages/verify/src/recount/checks/opening.ts'
import { Findings } from '../packages/verify/src/recount/findings.ts'
import { countVotes } from '../packages/verify/src/recount/votes.ts'

export const KIND_VOTES = Number(process.env.BENCH_KIND_VOTES ?? 40_000)
const BATCH = 500
const CAST_AT = '2026-01-01T01:00:00.000Z'
const KEY_AT = `${Date.parse(CAST_AT) / 1000}.000000000`
const OPTIONS = ['Oak', 'Elm', 'Ash', 'Yew', 'Fir']

const METHODS = ['single', 'approval', 'weighted', 'ranked', 'quadratic'] as const
export const kinds = [...METHODS, 'secret'] as const
export type Kind = (typeof kinds)[number]

const secret = randomBytes(32).toString('hex')

function proposalOf(kind: Kind): ProposalRecord {
  const method = kind === 'secret' ? 'single' : kind
  const ballotKey = { topicId: '0.0.5', publicKey: ballotPublicKey(secret), networkKey: '', signature: '' }
  return {
    ...{ quorate: 1, type: 'proposal', chain: 'hedera:devnet', daoId: 'd', proposalId: 'p', title: 'T' },
    ...{ description: '', creatorAddress: '0.0.1', votingOptions: OPTIONS, quorum: null, proposalData: {} },
    ...(method === 'single' ? {} : { votingMethod: method }),
    votingRules: {
      threshold: 50,
      minVotingPeriod: 0,
      tokenWeighted: false,
      tokenId: null,
      decimals: 0,
      delegation: true,
    },
    ...{ startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-02T00:00:00.000Z' },
    ...(kind === 'secret' ? { ballotKey } : {}),
  }
}

/** A vote as long as they may be: it names all options where the kind allows that. */
function ballotFor(kind: Kind, index: number): Ballot {
  const from = index % OPTIONS.length
  const turned = [...OPTIONS.slice(from), ...OPTIONS.slice(0, from)]
  if (kind === 'ranked') return { choices: turned }
  if (kind === 'approval') return { choices: OPTIONS.filter((_, at) => at !== from) }
  if (kind === 'weighted' || kind === 'quadratic') return { choices: OPTIONS, shares: [10, 20, 30, 25, 15] }
  return { choice: OPTIONS[from] ?? '' }
}

interface Voter {
  id: string
  privateKey: ReturnType<typeof createPrivateKey>
  publicKey: Uint8Array
}

const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
export const votersOf = (count: number): Voter[] =>
  Array.from({ length: count }, (_, index) => {
    const privateKey = createPrivateKey({
      key: Buffer.concat([PREFIX, randomBytes(32)]),
      format: 'der',
      type: 'pkcs8',
    })
    const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
    return { id: `0.0.${1_000_001 + index}`, privateKey, publicKey: Uint8Array.from(Buffer.from(x, 'base64url')) }
  })

/** The signed leaves of one vote of each voter. */
async function leavesOf(kind: Kind, proposal: ProposalRecord, voters: readonly Voter[]): Promise<string[]> {
  const hash = proposalHash(proposal)
  const { chain, daoId, proposalId } = proposal
  const leaf = async ({ id, privateKey, publicKey }: Voter, index: number): Promise<string> => {
    const given = ballotFor(kind, index)
    const ballot = kind === 'secret' ? { sealed: await sealBallot(proposal, id, given) } : ballotOf(given)
    const text = signedText({ chain, daoId, proposalId, proposalHash: hash, voterAddress: id, ...ballot })
    const signature = sign(null, Buffer.from(text), privateKey).toString('hex')
    return canonicalJson({
      ...{ number: index + 1, voterAddress: id, ...ballot, weight: '1', castAt: CAST_AT, keyAt: KEY_AT },
      ...{ proposalHash: hash, signatures: [{ publicKey: Buffer.from(publicKey).toString('hex'), signature }] },
    })
  }
  return Promise.all(voters.map(leaf))
}

/** How often each kind is counted. Other work on the machine slows some counts down, so the quickest one tells. */
const ROUNDS = 3

/** The least of several times, in seconds, for each of these counts. They take turns, so all meet the same load. */
export async function leastSeconds(counts: readonly Count[]): Promise<number[]> {
  const least = counts.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, count] of counts.entries()) least[at] = Math.min(least[at] ?? 0, await count())
  return least
}

/** Counts votes once. Returns the seconds of processor time. */
export type Count = () => Promise<number>

/** Prepares votes for the part of a recount that depends on their kind. */
export async function countOf(
  kind: Kind,
  voters: readonly Voter[],
  delegates: ReadonlyMap<string, string> = new Map(),
): Promise<Count> {
  const proposal = proposalOf(kind)
  const leaves = await leavesOf(kind, proposal, voters)
  const files = Array.from({ length: Math.ceil(leaves.length / BATCH) }, (_, at) =>
    leaves.slice(at * BATCH, (at + 1) * BATCH),
  )
  const anchoredAt = Date.parse(CAST_AT) + 1_000
  const batches = new Map(
    files.map((lines, at) => {
      const text = lines.map((line) => `${line}\n`).join('')
      const first = at * BATCH + 1
      const record = { batch: at + 1, first, last: first + lines.length - 1, root: rootOf(lines) }
      return [
        at + 1,
        { ...record, leaves: contentIdentifier(text), anchoredAt } as VotesRecord & { anchoredAt: number },
      ]
    }),
  )
  const texts = files.map((lines) => lines.map((line) => `${line}\n`).join(''))
  const source = { leaves: async (_: string, { number }: { number: number }) => texts[number - 1] ?? '' } as never
  const keySince = '1.000000000'
  const present = new Map(
    voters.map(({ id, publicKey }) => [id, { key: { type: 'ed25519' as const, bytes: publicKey }, keySince }]),
  )
  const decision = kind === 'secret' ? { ballotSecret: secret } : {}
  const members = new Set([...voters.map(({ id }) => id), ...delegates.keys()])
  return async () => {
    const faults = new Findings()
    const lists = { faults, doubts: new Findings(), notes: new Findings() }
    const open = openerFor({ proposal, decision, closing: {}, batches } as never, lists)
    const facts = { proposal, members, absent: new Set<string>(), gone: new Set<string>(), present, delegates }
    const before = process.cpuUsage()
    const { tally, signedVotes } = await countVotes(
      { source, proposalId: 'p' },
      batches,
      { ...lists, ...facts, mirror: {} as never, canCount: true, open } as never,
      () => {},
    )
    decide(tally, ruleOf(proposal), BigInt(members.size))
    const { user, system } = process.cpuUsage(before)
    if (faults.all().length > 0 || signedVotes !== voters.length || tally.totalVotes !== members.size)
      throw new Error(`${kind}: ${faults.all()[0] ?? `${signedVotes} of ${tally.totalVotes} are signed`}`)
    return (user + system) / 1e6
  }
}

/** Each of these members follows one of ten voters. */
export const followers = (count: number, voters: readonly Voter[]): Map<string, string> =>
  new Map(Array.from({ length: count }, (_, index) => [`0.0.${9_000_001 + index}`, voters[index % 10]?.id ?? '']))
