/** The APIs under the console's own origin. */
import {
  type Client,
  createClient,
  type GovernanceTypes,
  type MultisigTypes,
  type NodeTypes,
  QuorateError,
  type Signer,
} from '@quorate/client'
import { notingFetch } from './reached.ts'

export type Request = MultisigTypes['RequestStatus']
export type InboxEntry = MultisigTypes['InboxEntry']
export type Wallet = MultisigTypes['Wallet']
export type WalletSummary = MultisigTypes['ListedWallet']
export type HistoryEntry = MultisigTypes['HistoryEntry']
export type Dao = GovernanceTypes['Dao']
export type Proposal = GovernanceTypes['Proposal']
export type ProposalDraft = GovernanceTypes['Draft']
/** The proposal in a draft, as the service shows it and as it is sent to start the vote. */
export type Proposed = ProposalDraft['proposal']
export type DiscussionComment = GovernanceTypes['DiscussionComment']
export type Delegate = GovernanceTypes['Delegate']
export type TreasuryAccount = GovernanceTypes['TreasuryAccount']
export type Results = GovernanceTypes['Results']
export type Vote = GovernanceTypes['Vote']
export type Binding = NodeTypes['Binding']
export type ValidatorRules = NodeTypes['AccountValidator' | 'TopicValidator' | 'TokenValidator']
export type Opening = NodeTypes['Opening']
export type DecisionOffer = NodeTypes['DecisionOffer']
export type Operation = Request['operation']

export interface PageConfig {
  version: string
  chains: string[]
  nodeUrl: string | null
  /** The mirror node's URL, by chain. */
  mirrors: Record<string, string>
  services: { multisig: boolean; governance: boolean }
  walletConnect: { projectId: string; relayUrl: string } | null
  development: {
    accounts: { id: string; privateKey: string; keyType: string }[]
    /** How far the clock of the ledger and the services is ahead of the machine's, in milliseconds. */
    aheadMs: number
    /** Whether this browser may use the development tools, such as moving the clock. */
    tools: boolean
  } | null
}

const { origin } = location

/** The session is a cookie that scripts cannot read: it survives a reload and cannot be stolen from the page. */
const withCookie: typeof fetch = (input, init) => notingFetch(input, { ...init, credentials: 'same-origin' })

/** The governance service's URL. A recount calls it without the session. */
export const governanceUrl = `${origin}/api/governance`

const addresses = {
  node: `${origin}/api/node`,
  multisig: `${origin}/api/multisig`,
  governance: `${origin}/api/governance`,
  sockets: { multisig: `${origin}/sockets/multisig`, governance: `${origin}/sockets/governance` },
}

export const api: Client = createClient({ ...addresses, fetch: withCookie, retry: { maxWaitMs: 10_000 } })

/** A client that signs with this signer, in the session of this page. */
export const clientOf = (signer: Signer, chain: string): Client =>
  createClient({ ...addresses, fetch: withCookie, signer, chain })

/** Signs in. The client signs only a challenge of this console. */
export async function signIn(options: {
  signer: Signer
  chain: string
  nodeUrl: string | null
  code?: string | undefined
}): Promise<void> {
  const { signer, chain, nodeUrl, code } = options
  const client = createClient({ ...addresses, fetch: withCookie, signer, chain, nodeUrl: nodeUrl ?? origin })
  await client.login(code === undefined ? {} : { code })
}

export async function readConfig(): Promise<PageConfig> {
  const response = await notingFetch('/config.json').catch((cause: unknown) => {
    throw new QuorateError({ code: 'UNANSWERED', message: `Nothing answers at ${origin}`, cause })
  })
  if (!response.ok) throw new Error(`/config.json: ${response.status}`)
  return response.json()
}
