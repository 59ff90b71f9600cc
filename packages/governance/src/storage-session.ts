import { type Ledger, walletMessage } from '@quorate/ledger'
import { unavailable } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { operatorOf } from './submissions.ts'

const Challenge = Type.Object({ payload: Type.Record(Type.String(), Type.Unknown()) })
const LoggedIn = Type.Object({ accessToken: Type.String() })
const TIMEOUT_MS = 30_000

/** Asks content storage as a session that may upload. */
export interface StorageSession {
  /** Logs in first where there is no session, and again where it has ended. @throws 503 `STORAGE_UNAVAILABLE` */
  fetch(ledger: Ledger, path: string, request: RequestInit): Promise<Response>
}

/** With the given token, or else with the service's own account on the ledger, as any wallet logs in (document 2, Authentication). */
export function createStorageSession({ url, token }: { url: string; token: string | undefined }): StorageSession {
  const base = url.replace(/\/+$/, '')
  /** By chain. */
  const sessions = new Map<string, Promise<string>>()

  async function asked(path: string, init: RequestInit): Promise<Response> {
    return fetch(base + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
      throw unavailable('STORAGE_UNAVAILABLE', `Nothing answers at ${base}`, 5, cause)
    })
  }

  async function login(ledger: Ledger): Promise<string> {
    const { accountId, sign } = operatorOf(ledger)
    const path = `/auth/web3/request?chain=${encodeURIComponent(ledger.chain)}`
    const challenge = await answered(base + path, await asked(path, {}))
    if (!Check(Challenge, challenge)) throw unavailable('STORAGE_UNAVAILABLE', `${base}${path} gave no payload`)
    // With the wallets' prefix, so that what we sign for another's sake can never be a transaction.
    const signature = sign(walletMessage(Buffer.from(JSON.stringify(challenge.payload))))
    const answer = await answered(
      `${base}/auth/web3/login`,
      await asked('/auth/web3/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          operator: { accountId },
          payload: challenge.payload,
          signedData: { signature: `0x${Buffer.from(signature).toString('hex')}` },
        }),
      }),
    )
    if (Check(LoggedIn, answer)) return answer.accessToken
    throw unavailable('STORAGE_UNAVAILABLE', `${base} gave no token`)
  }

  function session(ledger: Ledger): Promise<string> {
    if (token !== undefined) return Promise.resolve(token)
    const known = sessions.get(ledger.chain)
    if (known) return known
    const begun = login(ledger)
    sessions.set(ledger.chain, begun)
    begun.catch(() => forget(ledger, begun))
    return begun
  }
  function forget({ chain }: Ledger, session: Promise<string>): void {
    if (sessions.get(chain) === session) sessions.delete(chain)
  }

  async function once(ledger: Ledger, path: string, request: RequestInit) {
    const used = session(ledger)
    const headers = { ...request.headers, authorization: `Bearer ${await used}` }
    return { used, response: await asked(path, { ...request, headers }) }
  }

  return {
    async fetch(ledger, path, request) {
      const { used, response } = await once(ledger, path, request)
      if (response.status !== 401 || token !== undefined) return response
      await response.body?.cancel()
      forget(ledger, used)
      return (await once(ledger, path, request)).response
    },
  }
}

async function answered(url: string, response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  throw unavailable(
    'STORAGE_UNAVAILABLE',
    `${url} answered ${response.status} ${JSON.stringify(answer)?.slice(0, 200)}`,
  )
}
