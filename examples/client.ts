/** Shared by the examples: logged-in clients, and reads of the ledger. */
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { developmentAccounts } from '@quorate/localnet'
import { type CheckedProposal, checkedProposal, checkProposal, openMirror } from '@quorate/verify/recount'

const { env } = process
/** The addresses of the services. */
export const at = {
  node: env.NODE_URL ?? 'http://127.0.0.1:3000',
  multisig: env.MULTISIG_URL ?? 'http://127.0.0.1:3003',
  governance: env.GOVERNANCE_URL ?? 'http://127.0.0.1:3001',
}
const mirrorUrl = env.MIRROR_URL ?? 'http://127.0.0.1:5551'
/** A mirror node that the signer trusts. */
export const mirror = openMirror(mirrorUrl)

/** Logs in the first development accounts of the embedded ledger that have a key of this type and pay fees. */
export function people(count: number, type: 'ed25519' | 'secp256k1' = 'ed25519'): Promise<Client[]> {
  const accounts = developmentAccounts().filter(({ id, keyType }) => id !== '0.0.2' && keyType === type)
  return Promise.all(
    accounts.slice(0, count).map(async ({ id, privateKey }) => {
      const client = createClient({ ...at, mirror: mirrorUrl, signer: keySigner({ accountId: id, privateKey }) })
      await client.login()
      return client
    }),
  )
}

const POLL_INTERVAL_MS = 250
const MOST_LOOKS = 120

/**
 * Reads the proposal from its DAO's topic. A new proposal is there within seconds.
 * @throws VerifyError PROPOSAL_DIFFERS if the service shows another one
 */
export async function proposalOnTopic({ governance, session }: Client, proposalId: string): Promise<CheckedProposal> {
  const chain = session?.chain ?? ''
  const shown = await governance.get('/proposals/{proposalId}', { path: { proposalId } })
  for (let looks = 1; ; looks++) {
    const { topicId } = await governance.get('/daos/{daoId}', { path: { daoId: shown.daoId } })
    const check = topicId === null ? undefined : await checkProposal(mirror, { topicId, chain, proposalId }, shown)
    if (check && (check.record || looks === MOST_LOOKS)) return checkedProposal(check)
    await setTimeout(POLL_INTERVAL_MS)
  }
}
