/** Decides whether a secret vote may be sealed for the network that its proposal names. */
import { groupedKey, networkTrust, type ProposalRecord } from '@quorate/verify/recount'
import type { LoggedIn } from '../connection/connect.ts'
import { acceptedKeys, acceptKey, type VotingPlace } from '../connection/network-keys.ts'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'

interface Trusted {
  networkKey: string
  /** Accepts the key for later votes, once this one is cast. */
  accept(): void
}

/**
 * Returns the network key to vote with: the key of `--network-key`, or one that the user has accepted before. For the
 * first secret vote at a service, it is the proposal's key, if the user's node names the same one.
 *
 * @param isQuiet prints nothing
 * @throws Failure notSigned `NETWORK_KEY_DIFFERS`
 */
export async function trustedNetwork(
  { client, places, chain }: LoggedIn,
  { ballotKey, votingRules }: Pick<ProposalRecord, 'ballotKey' | 'votingRules'>,
  { given, isQuiet }: { given: string | undefined; isQuiet: boolean },
): Promise<Trusted | undefined> {
  const networkKey = ballotKey?.networkKey
  if (networkKey === undefined) {
    if (given === undefined) return undefined
    throw new Failure('usage', 'The votes on this proposal are not secret: leave out --network-key')
  }
  const place: VotingPlace = { governance: places.governance ?? places.node, chain }
  const accepted = acceptedKeys(place)
  if (given !== undefined && given.toLowerCase() !== networkKey)
    throw differs(`the key for ballots belongs to the network ${networkKey}, not to ${given}`)
  const trust = given === undefined ? networkTrust(networkKey, accepted) : 'known'
  if (trust === 'changed')
    throw differs(
      `the key for ballots belongs to the network ${networkKey}, but your earlier votes at ${place.governance} were sealed for ${accepted.join(', ')}. If you know from another source that this network is right, vote with --network-key ${networkKey}`,
    )
  if (trust === 'first') {
    const { networkKeys } = await client.node.get('/ballot-keys')
    if (!networkKeys.includes(networkKey))
      throw differs(
        `the key for ballots belongs to the network ${networkKey}, but ${places.node} names ${networkKeys.join(', ')}`,
      )
  }
  if (!isQuiet) {
    note(`Sealed for    the network ${groupedKey(networkKey)}`)
    if (votingRules.networkKey === networkKey) note('              which the rules of the DAO name')
    if (trust === 'first')
      note(
        `              This is your first secret vote at ${place.governance}: compare this key with the one that the operators of the nodes publish. Other keys are refused from now on`,
      )
  }
  return { networkKey, accept: () => acceptKey(place, networkKey) }
}

const differs = (why: string) => new Failure('notSigned', `Nothing was signed: ${why}`, 'NETWORK_KEY_DIFFERS')
