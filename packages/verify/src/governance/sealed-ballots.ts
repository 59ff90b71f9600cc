/**
 * Secret votes: a voter seals its ballot with HPKE for the holder of the proposal's ballot key. A sealed ballot names
 * positions of options. All ballots of a proposal have the same length, so the length reveals nothing. A ballot opens
 * only for its proposal and voter, so nobody can send another voter's ballot as its own.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { x25519Public } from '#primitives'
import { fromBase64, toBase64, utf8 } from '../bytes.ts'
import { OVERHEAD_BYTES, openerOf, seal } from '../keys/hpke.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { parseJson } from '../values/json.ts'
import { type Ballot, type Voting, voteFault } from './counting/voting-methods.ts'
import type { BallotKey } from './rules/ballot-keys.ts'

export interface SecretVoting extends Voting {
  chain: string
  daoId: string
  proposalId: string
  ballotKey?: BallotKey | undefined
}

/** An opened ballot. If it is not valid, it counts for no option. */
export interface OpenedBallot {
  ballot: Ballot
  /** Why it is not valid. */
  invalid?: string | undefined
}

/** Room for all options in any order, with a share for each. */
const messageBytes = ({ votingOptions }: Pick<Voting, 'votingOptions'>): number => 48 + 8 * votingOptions.length

/** How many bytes a sealed ballot of the proposal has. */
export const sealedBytes = (voting: Pick<Voting, 'votingOptions'>): number => messageBytes(voting) + OVERHEAD_BYTES

/**
 * Returns why the proposal does not accept such a vote; undefined if it does. The content of a sealed vote is checked
 * only when it is opened.
 */
export const ballotFault = (voting: Voting & Pick<SecretVoting, 'ballotKey'>, ballot: Ballot): string | undefined =>
  voting.ballotKey ? sealedFault(voting, ballot) : voteFault(voting, ballot)

function sealedFault(voting: Voting, { sealed, choice, choices, shares }: Ballot): string | undefined {
  if (sealed === undefined || choice !== undefined || choices !== undefined || shares !== undefined)
    return 'the votes are secret: send `sealed`, without `choice`, `choices` and `shares`'
  const bytes = bytesIn(sealed)
  if (bytes?.length === sealedBytes(voting)) return undefined
  return `sealed must be ${sealedBytes(voting)} bytes in base64`
}

/** Decodes canonical base64; undefined for other texts. */
function bytesIn(text: string): Uint8Array | undefined {
  try {
    const bytes = fromBase64(text)
    return toBase64(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

const infoOf = ({ chain, daoId, proposalId }: SecretVoting): Uint8Array =>
  utf8(`Quorate ballot v1\n${canonicalJson({ chain, daoId, proposalId })}`)

/** Seals a voter's valid ballot, and returns it in base64. @throws RangeError for a key of small order */
export async function sealBallot(voting: SecretVoting, voter: string, ballot: Ballot): Promise<string> {
  const { ballotKey, votingOptions } = voting
  if (!ballotKey) throw new RangeError('the votes of this proposal are not secret')
  const { choice, choices, shares } = ballot
  const at = (option: string): number => votingOptions.indexOf(option)
  const positions = choice === undefined ? { choices: choices?.map(at), shares } : { choice: at(choice) }
  const message = utf8(canonicalJson(positions).padEnd(messageBytes(voting)))
  const sealing = { info: infoOf(voting), associated: utf8(voter), message }
  return toBase64(await seal(hexToBytes(ballotKey.publicKey), sealing))
}

/** The public key that belongs to a private ballot key, both in hex. */
export const ballotPublicKey = (secret: string): string => bytesToHex(x25519Public(hexToBytes(secret)))

/** Whether `secret` (hex) is the private key of the proposal's ballots. */
export function isBallotSecret({ ballotKey }: Pick<SecretVoting, 'ballotKey'>, secret: string): boolean {
  try {
    return ballotPublicKey(secret) === ballotKey?.publicKey
  } catch {
    return false
  }
}

/** Opens ballots with the private key of the proposal's ballots. */
export function ballotOpener(voting: SecretVoting, secret: string) {
  const open = openerOf(hexToBytes(secret), infoOf(voting))
  return async (voter: string, { sealed = '' }: Ballot): Promise<OpenedBallot> => {
    const message = await open(bytesIn(sealed) ?? new Uint8Array(), utf8(voter))
    if (!message) return invalid('it does not open: it was sealed for another key, voter or proposal')
    const ballot = ballotIn(voting, message)
    if (!ballot) return invalid('what was sealed is not a ballot')
    const fault = voteFault(voting, ballot)
    return fault === undefined ? { ballot } : invalid(fault)
  }
}

const invalid = (why: string): OpenedBallot => ({ ballot: { choices: [] }, invalid: why })

function ballotIn({ votingOptions }: Voting, message: Uint8Array): Ballot | undefined {
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(message)) as Record<string, unknown> | null
    if (typeof value !== 'object' || value === null) return undefined
    const { choice, choices, shares, ...others } = value
    const nameOf = (position: unknown): string =>
      (Number.isInteger(position) ? votingOptions[position as number] : undefined) ?? fail()
    if (Object.keys(others).length > 0) return undefined
    if (choice !== undefined)
      return choices === undefined && shares === undefined ? { choice: nameOf(choice) } : undefined
    if (!Array.isArray(choices)) return undefined
    if (shares === undefined) return { choices: choices.map(nameOf) }
    return Array.isArray(shares) ? { choices: choices.map(nameOf), shares: shares as number[] } : undefined
  } catch {
    return undefined
  }
}

const fail = (): never => {
  throw new RangeError('no such option')
}
