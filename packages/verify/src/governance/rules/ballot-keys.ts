/**
 * The key that seals the ballots of one secret vote. The nodes of a network make it when the proposal is made, and none
 * of them has the private key before voting ends. The network's key signs the ballot key with its purpose, so nobody
 * else can supply one.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { unprocessable } from '../../error.ts'
import { inDomain } from '../../keys/signing-domains.ts'
import { verify } from '../../keys/verify.ts'
import { canonicalJson } from '../../records/canonical-json.ts'
import { changeIn } from './rule-changes.ts'

/** The vote that a ballot key is for. */
export interface BallotKeyPurpose {
  chain: string
  /** The DAO's topic. */
  topicId: string
  daoId: string
  proposalId: string
  /** ISO 8601. Before this time of the ledger, the nodes give the private key to nobody. */
  endTime: string
}

/** A ballot key, as the proposal's record has it. */
export interface BallotKey {
  topicId: string
  /** A public key of X25519, hex. */
  publicKey: string
  /** The public key of the network whose nodes hold the private key: Ed25519, hex. */
  networkKey: string
  /** Its signature of {@link ballotKeyText}, hex. */
  signature: string
}

/** The text that identifies a vote. Nodes make a key for exactly this text. */
export const ballotKeyPurpose = ({ chain, topicId, daoId, proposalId, endTime }: BallotKeyPurpose): string =>
  canonicalJson({ chain, topicId, daoId, proposalId, endTime })

/** The bytes that the network signs for a ballot key. */
export const ballotKeyText = (purpose: BallotKeyPurpose, publicKey: string): Uint8Array => {
  const { chain, topicId, daoId, proposalId, endTime } = purpose
  return inDomain('ballotKey', canonicalJson({ chain, topicId, daoId, proposalId, endTime, publicKey }))
}

/** The text that a governance service signs when it asks nodes for a ballot key. */
export const ballotKeyRequestText = (purpose: BallotKeyPurpose, publisher: string, timestamp: string): Uint8Array =>
  inDomain('ballotKeyRequest', canonicalJson({ purpose: ballotKeyPurpose(purpose), publisher, timestamp }))

/** A proposal with the parts that its ballot key is for. */
type Secret = Omit<BallotKeyPurpose, 'topicId'> & Sealing & { ballotKey?: BallotKey | undefined }

interface Sealing {
  votingRules: { secretVotes?: boolean | undefined; networkKey?: string | undefined }
  proposalData: Record<string, unknown>
}

/**
 * Whether the votes on a proposal are sealed. Those on a change of `networkKey` alone are not: the network that the
 * rules name may be lost.
 */
export const isSealed = ({ votingRules, proposalData }: Sealing): boolean =>
  votingRules.secretVotes === true && !isOnlyNetworkKey(proposalData)

function isOnlyNetworkKey(proposalData: Record<string, unknown>): boolean {
  const { rules, members } = changeIn(proposalData) ?? {}
  return rules?.networkKey !== undefined && Object.keys(rules).length === 1 && members === undefined
}

/**
 * Refuses a sealed proposal without a ballot key, an open proposal with one, a key of a network that the DAO's rules do
 * not name, and a key that the network has not signed for this vote.
 *
 * @throws 422 `BALLOT_KEY_INVALID`
 */
export function checkBallotKey({ ballotKey, votingRules, proposalData, ...purpose }: Secret): void {
  const isSecret = isSealed({ votingRules, proposalData })
  if (!isSecret && !ballotKey) return
  if (!ballotKey) throw invalid('the votes on the proposal are secret, but it has no key for ballots')
  if (!isSecret) throw invalid('the votes on the proposal are not secret, but it has a key for ballots')
  const { topicId, publicKey, networkKey, signature } = ballotKey
  if (votingRules.networkKey !== undefined && votingRules.networkKey !== networkKey)
    throw invalid(
      `the rules of the DAO name the network key ${votingRules.networkKey}, but the key for ballots was made by the network ${networkKey}. If the network has another key now, propose a change of networkKey alone: the votes on it are not sealed`,
    )
  const network = { type: 'ed25519' as const, bytes: hexToBytes(networkKey) }
  if (!verify(network, ballotKeyText({ ...purpose, topicId }, publicKey), hexToBytes(signature)))
    throw invalid(`the network key ${networkKey} has not signed the key for ballots ${publicKey} for this vote`)
}

const invalid = (why: string) => unprocessable('BALLOT_KEY_INVALID', why)
