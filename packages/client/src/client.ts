/** The client of one account: the three services, the session, the signatures and the sockets. */
import type { paths as GovernancePaths } from '../generated/governance.ts'
import type { paths as MultisigPaths } from '../generated/multisig.ts'
import type { components as NodeComponents, paths as NodePaths } from '../generated/node.ts'
import { QuorateError } from './requests/errors.ts'
import type { CallOptions } from './requests/operations.ts'
import { defaultRetry, type RetryOptions } from './requests/retry.ts'
import { createService, type Service } from './requests/service.ts'
import { checkWalletLogin, type ExpectedWalletLogin, mayLogIn } from './session/challenge.ts'
import type { PaidWithinLimit, PaymentWithinLimit } from './session/limits.ts'
import type { NameAgreement, NamePublication } from './session/names.ts'
import type { Ownership } from './session/ownership.ts'
import type { Agreement, Signed } from './session/requests.ts'
import type { RoleAgreement, SignedRoleChange } from './session/roles.ts'
import { createSessions, type LoginOptions, needed, type Session } from './session/session.ts'
import { idOf, type Signer } from './session/signer.ts'
import type { GovernanceEvents, GovernanceTopics, MultisigEvents, MultisigTopics } from './sockets/events.ts'
import type { LiveSocket } from './sockets/live.ts'
import { toHex } from './values/bytes.ts'

export interface ClientOptions {
  /** The base URLs of the services, such as `http://127.0.0.1:3000`. Unused services can be left out. */
  node: string
  multisig?: string
  governance?: string
  /** The base URLs of the services' sockets. */
  sockets?: { multisig?: string; governance?: string }
  /** The account's chain, such as `hedera:devnet`. Defaults to the node's default chain. */
  chain?: string
  /** Signs logins and transactions. Without it, the client can only read public data. */
  signer?: Signer
  /** A mirror node of the chain that the signer trusts. `sign` compares each request with its answers. */
  mirror?: string
  /** The node's own URL (its PUBLIC_URL), if that differs from `node`. */
  nodeUrl?: string
  /** Logs in again after the session has expired. Meant for signers that sign without asking anybody. */
  renew?: boolean
  /** Returns the second-factor code. Called only if a login needs it. */
  code?: () => string | Promise<string>
  /** Timeout of one attempt in milliseconds. Defaults to 60,000. */
  timeoutMs?: number
  retry?: Partial<RetryOptions>
  fetch?: typeof fetch
}

export interface Client {
  readonly node: Service<NodePaths>
  readonly multisig: Service<MultisigPaths>
  readonly governance: Service<GovernancePaths>
  /** The signer's account; empty without a signer. */
  readonly accountId: string
  readonly signer: Signer | undefined
  readonly session: Session | undefined
  login(options?: LoginOptions): Promise<Session>
  /** Uses a stored session, for example after a page reload. */
  resume(session: Session): void
  logout(options?: Pick<CallOptions, 'signal'>): Promise<void>
  /**
   * Signs a request for a wallet and sends the signature. Reads the bytes field by field and compares them with the
   * mirror. Also compares them with the body that this account posted (`asked`), or else with the service's statement
   * (which `confirm` gets).
   *
   * @throws QuorateError before signing: `BYTES_DIFFER`, `ANSWER_REFUSED`, `NOT_CONFIRMED` and the other codes of
   * `approve` in `@quorate/verify`
   */
  sign(request: { jobId: string }, agreement: Agreement, options?: CallOptions): Promise<Signed>
  /**
   * Signs a text that the program itself has made, such as that of a vote (`castVote` of `@quorate/verify/recount`).
   * Never pass a text from a service. Returns the signature in hex.
   *
   * @throws QuorateError `TEXT_REFUSED` if the text may be a login, a statement of ownership or a change of a role
   */
  signMessage(text: string): Promise<string>
  /**
   * Signs the text of a wallet login as one of the wallet's owners. Returns the signature in hex.
   *
   * @throws QuorateError `TEXT_REFUSED` unless the text gives the expected holder a session of the expected wallet, at
   * this node and on this session's chain
   */
  signWalletLogin(text: string, expected: ExpectedWalletLogin): Promise<string>
  /**
   * Signs a change of a role at a wallet as one of its owners, and sends the signature. The text must change the role
   * that `agreement` names, and the signature must be by a key of the wallet on the mirror.
   *
   * @throws QuorateError before signing: `TEXT_REFUSED`, `NOT_CONFIRMED`; after signing, before sending: `NOT_THE_KEY`
   */
  signRoleChange(
    change: Pick<SignedRoleChange, 'walletId' | 'changeId' | 'text'>,
    agreement: RoleAgreement,
    options?: CallOptions,
  ): Promise<SignedRoleChange>
  /**
   * Pays from a wallet within the account's spending limit. The bytes must make exactly this payment. The account pays
   * the fee.
   *
   * @throws QuorateError before signing: `BYTES_DIFFER`, `NOT_CONFIRMED`; after signing: the error of the service or
   * ledger
   */
  payWithinLimit(
    payment: PaymentWithinLimit,
    agreement?: { confirm?: () => boolean | Promise<boolean> },
    options?: CallOptions,
  ): Promise<PaidWithinLimit>
  /**
   * Proves that the account requests a write, if the node's answer has `ownership`: makes the text for the answer's
   * bytes itself, and signs it. `asked` is the body that was posted. Returns what to send with the bytes as
   * `ownership`; undefined if the answer needs none.
   *
   * @throws QuorateError `TEXT_REFUSED` if the node's text differs
   */
  signOwnership(
    answer: NodeComponents['schemas']['SignatureRequired'],
    asked: { maxCustomFees?: unknown },
  ): Promise<Ownership | undefined>
  /**
   * Publishes content under the IPNS name of the account's key: signs a record that points at the path, with the next
   * sequence number, and sends it to the node. The mirror must show that the key is the account's key on the ledger.
   * Earlier records from the node are verified.
   *
   * @throws QuorateError before sending: `NAMES_UNSUPPORTED` for wallet apps, `NOT_THE_KEY`, `INVALID_PATH`,
   * `NOT_CONFIRMED`; after sending: the node's error
   */
  publishName(publication: NamePublication, agreement?: NameAgreement, options?: CallOptions): Promise<NodeName>
  /** Connects to the live events of a service. Needs an open session. */
  readonly live: {
    multisig(options?: Pick<CallOptions, 'signal'>): Promise<LiveSocket<MultisigEvents, MultisigTopics>>
    governance(options?: Pick<CallOptions, 'signal'>): Promise<LiveSocket<GovernanceEvents, GovernanceTopics>>
  }
}

type NodeName = NodeComponents['schemas']['Name']

const TIMEOUT_MS = 60_000
/** The first lines of an ownership text and of a role change. */
const OWNERSHIP = 'Quorate ownership v1\n'
const ROLE = 'Quorate wallet role v1\n'
/** The Socket.IO namespaces of the services, which are fixed. */
const NAMESPACES = { multisig: 'multisig', governance: 'dao_events' }

export function createClient(options: ClientOptions): Client {
  const { signer, sockets, chain, timeoutMs = TIMEOUT_MS, renew = false } = options
  const common = {
    fetch: options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given)),
    retry: { ...defaultRetry, ...options.retry },
    timeoutMs,
    token: () => sessions.current?.accessToken,
    owner: () => {
      const { accountId, chain, scope } = sessions.current ?? {}
      return JSON.stringify([accountId, chain, scope])
    },
    renew: () => sessions.renew(),
  }
  const service = <Paths>(name: 'node' | 'multisig' | 'governance') =>
    createService<Paths>({ ...common, name, url: options[name] })
  const node = service<NodePaths>('node')
  const multisig = service<MultisigPaths>('multisig')
  const nodeUrl = options.nodeUrl ?? options.node
  const sessions = createSessions({ node, signer, chain, nodeUrl, renew, code: options.code })

  const live =
    <Events, Topics extends object>(name: 'multisig' | 'governance') =>
    async ({ signal }: Pick<CallOptions, 'signal'> = {}) => {
      const url = sockets?.[name]
      if (url === undefined)
        throw new QuorateError({
          code: 'NO_ADDRESS',
          message: `The address of the sockets of ${name} is not known: pass sockets.${name} to createClient`,
        })
      const { token, renew } = common
      // Loaded late, so that pages can render before it arrives.
      const { openLive } = await import('./sockets/live.ts')
      return openLive<Events, Topics>({
        url,
        namespace: NAMESPACES[name],
        token,
        renew,
        timeoutMs,
        ...(signal ? { signal } : {}),
      })
    }

  return {
    node,
    multisig,
    governance: service<GovernancePaths>('governance'),
    accountId: signer ? idOf(signer) : '',
    signer,
    get session() {
      return sessions.current
    },
    login: sessions.login,
    resume: sessions.resume,
    logout: sessions.logout,
    async sign({ jobId }, agreement, given = {}) {
      const { mirror } = options
      const by = { signer: needed(signer), mirror, chain: chain ?? sessions.current?.chain }
      // The code that reads and compares bytes is loaded with the first signature.
      const { signRequest } = await import('./session/requests.ts')
      return signRequest(multisig, by, { ...agreement, jobId }, given)
    },
    async signOwnership(answer, asked) {
      const by = { signer: needed(signer), chain: chain ?? sessions.current?.chain }
      const { signOwnership } = await import('./session/ownership.ts')
      return signOwnership(answer, asked, by)
    },
    async publishName(publication, agreement = {}, given = {}) {
      const by = { signer: needed(signer), mirror: options.mirror }
      const { publishName } = await import('./session/names.ts')
      return publishName(node, by, publication, agreement, given)
    },
    async signMessage(text) {
      assertOwnText(text)
      return `0x${toHex(await needed(signer).signMessage(text))}`
    },
    async signRoleChange(change, agreement, given = {}) {
      const { mirror } = options
      const by = { signer: needed(signer), mirror, chain: chain ?? sessions.current?.chain }
      const { signRoleChange } = await import('./session/roles.ts')
      return signRoleChange(multisig, by, change, agreement, given)
    },
    async payWithinLimit(payment, { confirm = () => true } = {}, given = {}) {
      const by = { signer: needed(signer), mirror: options.mirror }
      const { payWithinLimit } = await import('./session/limits.ts')
      return payWithinLimit(multisig, by, payment, confirm, given)
    },
    async signWalletLogin(text, { walletId, holder }) {
      checkWalletLogin(text, { walletId, holder, url: nodeUrl, chain: chain ?? sessions.current?.chain })
      return `0x${toHex(await needed(signer).signMessage(text))}`
    },
    live: { multisig: live('multisig'), governance: live('governance') },
  }
}

/**
 * Refuses texts that a service may have made, which other methods check and sign. @throws QuorateError `TEXT_REFUSED`
 */
function assertOwnText(text: string): void {
  const refuse = (message: string) => new QuorateError({ code: 'TEXT_REFUSED', message })
  if (mayLogIn(text))
    throw refuse('Not signed: this text is a login. Call login or, for a wallet, signWalletLogin, which check the text')
  if (text.startsWith(OWNERSHIP))
    throw refuse('Not signed: this text asks for a write. Call signOwnership, which compares it with the bytes')
  if (text.startsWith(ROLE))
    throw refuse('Not signed: this text changes a role at a wallet. Call signRoleChange, which checks it')
}
