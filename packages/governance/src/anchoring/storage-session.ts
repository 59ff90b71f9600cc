import { type Ledger, signerFromText } from '@quorate/ledger'
import { AccountId, boundedJson, ConfigError, createRunOnce, httpUrl, unavailable } from '@quorate/platform'
import { walletMessage } from '@quorate/verify'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Settings } from '../settings.ts'
import { operatorOf } from './submissions.ts'

const SCOPE = 'ipfs:upload'

/**
 * The exact form of the node API's login challenge. A signature over it logs the account in, wherever the challenge
 * came from.
 */
const Challenge = Type.Object({
  payload: Type.Object(
    {
      url: Type.String({ maxLength: 2048 }),
      node: AccountId,
      data: Type.Object({ token: Type.String({ maxLength: 256 }) }, { additionalProperties: false }),
      chain: Type.String({ maxLength: 64 }),
      scope: Type.Literal(SCOPE),
    },
    { additionalProperties: false },
  ),
})
const LoggedIn = Type.Object({ accessToken: Type.String({ minLength: 1, maxLength: 8192 }) })
const TIMEOUT_MS = 30_000
/** The maximum number of bytes of an answer from content storage that are read. */
export const MAX_ANSWER = 65_536

/** Sends requests to content storage within a session that may upload. */
export interface StorageSession {
  /**
   * Sends a request. Logs in first if no session exists, and again if it has ended.
   * @throws 503 `STORAGE_UNAVAILABLE`
   */
  fetch(ledger: Ledger, path: string, request: RequestInit): Promise<Response>
}

/** An account on the ledger that logs in at content storage. */
export interface StorageAccount {
  accountId: string
  chain: string
  sign(message: Uint8Array): Uint8Array
}

export interface StorageSessionOptions {
  url: string
  /** A session's token from the settings; if absent, an account logs in. */
  token: string | undefined
  /** The account that logs in; if absent, the operator of the DAO's ledger. */
  account: StorageAccount | undefined
}

/**
 * Logs in like any wallet ([sessions](../../../docs/reference/sessions.md)), for a token that may only upload. Somebody
 * else may run content storage, and could present another service's challenge to get it signed. So a payload is signed
 * only if it names the storage's own origin, the account's chain and the upload scope.
 */
export function createStorageSession({ url, token, account }: StorageSessionOptions): StorageSession {
  const origin = new URL(url).origin
  const base = url.endsWith('/') ? url.slice(0, -1) : url
  const sessionOnce = createRunOnce<string>()

  async function send(path: string, init: RequestInit): Promise<Response> {
    const request = { ...init, redirect: 'manual' as const, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const response = await fetch(base + path, request).catch((cause: unknown) => {
      throw unavailable('STORAGE_UNAVAILABLE', `Nothing answers at ${origin}`, 5, cause)
    })
    if (response.status < 300 || response.status >= 400) return response
    await response.body?.cancel()
    throw unavailable(
      'STORAGE_UNAVAILABLE',
      `${origin}${path} redirects: set STORAGE_URL to an address that does not redirect`,
    )
  }

  async function requestJson(path: string, init: RequestInit): Promise<unknown> {
    const response = await send(path, init)
    const answer = await boundedJson(response, MAX_ANSWER)
    if (response.ok) return answer
    const said = JSON.stringify(answer)?.slice(0, 200)
    throw unavailable('STORAGE_UNAVAILABLE', `${origin}${path} answered ${response.status} ${said}`)
  }

  async function login({ accountId, chain, sign }: StorageAccount): Promise<string> {
    const challenge = await requestJson(`/auth/web3/request?chain=${encodeURIComponent(chain)}&scope=${SCOPE}`, {})
    if (!Check(Challenge, challenge))
      throw unavailable('STORAGE_UNAVAILABLE', `${origin} gave no challenge for the scope ${SCOPE}: nothing is signed`)
    const { payload } = challenge
    if (httpUrl(payload.url)?.origin !== origin)
      throw unavailable(
        'STORAGE_UNAVAILABLE',
        `${origin} gave a challenge of ${payload.url.slice(0, 200)}: nothing is signed. Its PUBLIC_URL and STORAGE_URL must have the same origin`,
      )
    if (payload.chain !== chain)
      throw unavailable(
        'STORAGE_UNAVAILABLE',
        `${origin} gave a challenge of ${payload.chain} for an account of ${chain}: nothing is signed`,
      )
    // The wallets' prefix (HIP-820) ensures that the signed bytes are not a transaction, or anything else that the key
    // signs.
    const signature = sign(walletMessage(Buffer.from(JSON.stringify(payload))))
    const answer = await requestJson('/auth/web3/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        operator: { accountId },
        payload,
        scope: SCOPE,
        signedData: { signature: `0x${Buffer.from(signature).toString('hex')}` },
      }),
    })
    if (Check(LoggedIn, answer)) return answer.accessToken
    throw unavailable('STORAGE_UNAVAILABLE', `${origin} gave no token`)
  }

  const accountFor = (ledger: Ledger): StorageAccount => {
    if (account) return account
    const { accountId, sign } = operatorOf(ledger)
    return { accountId, chain: ledger.chain, sign }
  }

  function loggedIn(ledger: Ledger): Promise<string> {
    if (token !== undefined) return Promise.resolve(token)
    const as = accountFor(ledger)
    return sessionOnce(as.chain, () => login(as))
  }

  async function sendOnce(ledger: Ledger, path: string, request: RequestInit) {
    const used = loggedIn(ledger)
    const headers = { ...request.headers, authorization: `Bearer ${await used}` }
    return { used, response: await send(path, { ...request, headers }) }
  }

  return {
    async fetch(ledger, path, request) {
      const { used, response } = await sendOnce(ledger, path, request)
      if (response.status !== 401 || token !== undefined) return response
      await response.body?.cancel()
      sessionOnce.forget(accountFor(ledger).chain, used)
      return (await sendOnce(ledger, path, request)).response
    },
  }
}

/** The account that the settings name, on the default chain. @throws ConfigError */
export function storageAccount(
  { STORAGE_ACCOUNT_ID: accountId, STORAGE_ACCOUNT_KEY: key }: Partial<Settings>,
  ledgers: Map<string, Pick<Ledger, 'chain' | 'operator'>>,
): StorageAccount | undefined {
  if (accountId === undefined && key === undefined) return undefined
  if (accountId === undefined || key === undefined)
    throw new ConfigError(
      `STORAGE_ACCOUNT_${key === undefined ? 'KEY' : 'ID'} is not set: the account that uploads needs both its id and its key`,
    )
  const [ledger] = ledgers.values()
  if (ledger?.operator?.accountId === accountId)
    throw new ConfigError(
      `STORAGE_ACCOUNT_ID is ${accountId}, the operator's account: name an account that is used for nothing else`,
    )
  const account = (sign: StorageAccount['sign']): StorageAccount => ({ accountId, chain: ledger?.chain ?? '', sign })
  try {
    return account(signerFromText(key).sign)
  } catch {
    throw new ConfigError(
      'STORAGE_ACCOUNT_KEY is set, but not usable: expected a private key in hex, DER or 32 raw bytes',
    )
  }
}
