/**
 * A signer in a wallet app on another device, paired over a WalletConnect relay (HIP-820). It is loaded on demand. The
 * pairing is stored only in this tab's memory.
 */
import { QuorateError, type Signer } from '@quorate/client'
import { isEntityId } from '@quorate/verify'
import { SignClient } from '@walletconnect/sign-client'
import { toBase64 } from '../parts/ledger/bytes.ts'
import { inBase64, isSignatureMap } from './signatures.ts'

export interface PairingOptions {
  projectId: string
  /** A WebSocket URL. */
  relayUrl: string
  /** CAIP-2, such as `hedera:mainnet`. */
  chain: string
  /** The only account that is accepted; any account if absent. */
  account?: string | undefined
}

export interface Pairing {
  /** The pairing URI. The wallet app scans it, or the user pastes it there. */
  uri: string
  /**
   * Waits until the user accepts the pairing in the wallet app.
   *
   * @throws QuorateError `WALLET_REFUSED`, `WALLET_HAS_NO_SUCH_ACCOUNT`, `SIGNING_CANCELLED`
   */
  signer: Promise<Signer>
  cancel(): void
}

const METHODS = { transaction: 'hedera_signTransaction', message: 'hedera_signMessage' } as const
/** The maximum number of a wallet's accounts to consider. */
const MAX_ACCOUNTS = 100
/** The maximum length of a wallet's answer. */
const MAX_ANSWER = 20_000
/** How long the user has to approve a signature. */
const AGREED_WITHIN_SECONDS = 600

type Client = Awaited<ReturnType<typeof SignClient.init>>
let opened: Promise<Client> | undefined

/** @throws QuorateError `WALLET_UNREACHABLE` if the relay does not answer */
export async function pair({ projectId, relayUrl, chain, account }: PairingOptions): Promise<Pairing> {
  const client = await clientOf(projectId, relayUrl)
  const namespace = { methods: Object.values(METHODS), chains: [chain], events: [] }
  const { uri, approval } = await client
    .connect({ optionalNamespaces: { hedera: namespace } })
    .catch((error: unknown) => {
      throw unreachable(error)
    })
  const cancelled = Promise.withResolvers<never>()
  const signer = Promise.race([
    approval().catch((error: unknown) => {
      throw refused('WALLET_REFUSED', 'The wallet did not agree to the pairing', error)
    }),
    cancelled.promise,
  ]).then((session) => {
    const accounts = session.namespaces.hedera?.accounts ?? []
    const ids = accounts
      .filter((one) => one.startsWith(`${chain}:`))
      .map((one) => one.slice(chain.length + 1))
      .filter(isEntityId)
      .slice(0, MAX_ACCOUNTS)
    const id = account === undefined ? ids[0] : ids.find((one) => one === account)
    if (id !== undefined) return signerOf(client, { topic: session.topic, chain, accountId: id })
    void client.disconnect({ topic: session.topic, reason: { code: 6000, message: 'No such account' } }).catch(() => {})
    throw refused(
      'WALLET_HAS_NO_SUCH_ACCOUNT',
      `The wallet offers ${ids.join(', ') || 'no account'} on ${chain}, and not ${account ?? 'one'}`,
    )
  })
  return {
    uri: uri ?? '',
    signer,
    cancel: () => cancelled.reject(refused('SIGNING_CANCELLED', 'Pairing was cancelled')),
  }
}

function clientOf(projectId: string, relayUrl: string): Promise<Client> {
  opened ??= SignClient.init({
    projectId,
    relayUrl,
    telemetryEnabled: false,
    storage: memory(),
    logger: 'silent',
    metadata: { name: 'Quorate', description: 'Wallets of several owners', url: location.origin, icons: [] },
  }).then((client) => {
    // The library's own function would embed a frame from another origin, to attest the page's URL to the wallet.
    client.core.verify.register = async () => undefined
    return client
  })
  return opened.catch((error: unknown) => {
    opened = undefined
    throw unreachable(error)
  })
}

interface Paired {
  topic: string
  chain: string
  accountId: string
}

function signerOf(client: Client, { topic, chain, accountId }: Paired): Signer {
  async function ask(method: string, params: object): Promise<Uint8Array> {
    if (!client.session.keys.includes(topic)) throw refused('WALLET_GONE', 'The wallet has ended the pairing')
    const request = { method, params: { signerAccountId: `${chain}:${accountId}`, ...params } }
    const ended = Promise.withResolvers<never>()
    const onEnd = (event: { topic: string }) => {
      if (event.topic === topic) ended.reject(refused('WALLET_GONE', 'The wallet has ended the pairing'))
    }
    client.on('session_delete', onEnd)
    try {
      const asked = client
        .request<unknown>({ topic, chainId: chain, request, expiry: AGREED_WITHIN_SECONDS })
        .catch((error: unknown) => {
          throw refused('WALLET_REFUSED', 'The wallet did not sign', error)
        })
      return signatureMapIn(await Promise.race([asked, ended.promise]))
    } finally {
      client.off('session_delete', onEnd)
    }
  }
  return {
    accountId,
    signBody: (bytes) => ask(METHODS.transaction, { transactionBody: toBase64(bytes) }),
    signMessage: (message) => ask(METHODS.message, { message }),
  }
}

/** Returns the bytes of the SignatureMap in a wallet's answer. @throws QuorateError `NOT_A_SIGNATURE` */
function signatureMapIn(answer: unknown): Uint8Array {
  const { signatureMap } = (answer ?? {}) as { signatureMap?: unknown }
  const bytes =
    typeof signatureMap === 'string' && signatureMap.length <= MAX_ANSWER ? inBase64(signatureMap) : undefined
  if (bytes && isSignatureMap(bytes)) return bytes
  throw refused('NOT_A_SIGNATURE', 'The wallet did not answer with a SignatureMap (HIP-820)')
}

const refused = (code: string, message: string, cause?: unknown): QuorateError =>
  new QuorateError({ code, message: reasonOf(cause) === '' ? message : `${message}: ${reasonOf(cause)}`, cause })
const unreachable = (error: unknown): QuorateError =>
  refused('WALLET_UNREACHABLE', 'The relay of WalletConnect does not answer', error)

/** Another device's message is untrusted text: only its beginning is shown. */
function reasonOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message.slice(0, 200) : ''
}

/** Stored pairings could send new requests to the wallet, so they must not outlive the tab. */
function memory() {
  const kept = new Map<string, unknown>()
  return {
    getKeys: async () => [...kept.keys()],
    // biome-ignore lint/suspicious/noExplicitAny: the library's own type
    getEntries: async <T = any>() => [...kept] as [string, T][],
    // biome-ignore lint/suspicious/noExplicitAny: the library's own type
    getItem: async <T = any>(key: string) => kept.get(key) as T | undefined,
    // biome-ignore lint/suspicious/noExplicitAny: the library's own type
    setItem: async <T = any>(key: string, value: T) => void kept.set(key, value),
    removeItem: async (key: string) => void kept.delete(key),
  }
}
