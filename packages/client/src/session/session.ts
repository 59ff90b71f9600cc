/** The login of an account, and the resulting token. */
import type { components, paths } from '../../generated/node.ts'
import { isQuorateError, QuorateError } from '../requests/errors.ts'
import type { CallOptions } from '../requests/operations.ts'
import type { Service } from '../requests/service.ts'
import { toHex } from '../values/bytes.ts'
import { textToSign } from './challenge.ts'
import { idOf, type Signer } from './signer.ts'

type LoginAnswer = components['schemas']['Login']

/** The six digits, or a function that returns them if the node requires them. */
export type Code = string | (() => string | Promise<string>)

export interface LoginOptions extends Pick<CallOptions, 'signal'> {
  /** The second-factor code, for accounts that have one. */
  code?: Code
  /** Limits the session to this purpose. The signer signs the scope, too. */
  scope?: 'ipfs:pin' | 'ipfs:upload'
  smartApp?: string
}

/** A session as the node returned it. */
export interface Session extends Pick<LoginAnswer, 'accessToken'> {
  readonly accountId: string
  readonly chain: string
  readonly role: LoginAnswer['session']['role']
  /** The public key that signed, in raw hex. */
  readonly publicKey: string
  readonly scope?: NonNullable<LoginAnswer['session']['scope']>
}

export interface SessionOptions {
  node: Service<paths>
  signer: Signer | undefined
  /** The account's chain; the node's default chain if absent. */
  chain: string | undefined
  /** The node's own URL, which its challenges name. */
  nodeUrl: string
  /** Whether to log in again, using the signer, after the session has expired. */
  renew: boolean
  code: Code | undefined
}

export type Sessions = ReturnType<typeof createSessions>

/** Holds one session. Concurrent renewals share one login. */
export function createSessions({ node, signer, chain, nodeUrl, renew, code }: SessionOptions) {
  let session: Session | undefined
  let last: Omit<LoginOptions, 'signal'> = {}
  let renewing: Promise<boolean> | undefined
  let isEnding = false

  /** @throws QuorateError `CHALLENGE_REFUSED`, `SESSION_MISMATCH`, or the node's refusal */
  async function login(options: LoginOptions = {}): Promise<Session> {
    session = await loginOn(chain, options)
    // A code is valid only once, so a renewal cannot reuse it.
    const { signal: _, code: given, ...kept } = options
    last = typeof given === 'function' ? { ...kept, code: given } : kept
    return session
  }

  async function loginOn(on: string | undefined, options: LoginOptions): Promise<Session> {
    const by = needed(signer)
    const { signal, scope, smartApp } = options
    const call = signal ? { signal } : {}
    const query = { ...(on === undefined ? {} : { chain: on }), ...(scope === undefined ? {} : { scope }) }
    const challenge = await node.get('/auth/web3/request', { ...call, query })
    const payload = textToSign(challenge, { url: nodeUrl, chain: on, scope })
    const body = {
      payload,
      operator: {
        accountId: by.accountId,
        ...(by.publicKey === undefined ? {} : { publicKey: by.publicKey }),
        ...(smartApp === undefined ? {} : { smartApp }),
      },
      signedData: {
        signature: `0x${toHex(await by.signMessage(payload))}`,
        serverSigningAccount: challenge.signedData.serverSigningAccount,
      },
      ...(scope === undefined ? {} : { scope }),
    }
    const answer = await withCode(options.code ?? code, (given) =>
      node.post('/auth/web3/login', { ...call, body: { ...body, ...given } }),
    )
    return checked(answer, idOf(by), challenge.payload.chain)
  }

  return {
    login,
    get current(): Session | undefined {
      return session
    },
    resume(kept: Session): void {
      session = kept
    },
    /** Ends the session in every service. Also forgets a session that has already ended. */
    async logout(options: Pick<CallOptions, 'signal'> = {}): Promise<void> {
      if (!session) return
      isEnding = true
      try {
        await node.post('/auth/web3/logout', options).catch((error: unknown) => {
          if (!isQuorateError(error) || error.status !== 401) throw error
        })
        session = undefined
      } finally {
        isEnding = false
      }
    },
    /**
     * Replaces the expired session. Resolves to true if there is a new session of the same account, chain and scope,
     * because the refused request is then sent again. The signer cannot renew another account's session, such as a
     * wallet's.
     */
    renew(): Promise<boolean> {
      if (!renew || isEnding || !session || !signer || session.accountId !== idOf(signer)) return Promise.resolve(false)
      const { scope: _, ...kept } = last
      const expired = session
      const { chain, scope } = expired
      renewing ??= loginOn(chain, { ...kept, ...(scope === undefined ? {} : { scope }) })
        .then((renewed) => {
          // The user has logged out or changed the session in the meantime, so the new session is dropped.
          if (session !== expired) return false
          session = renewed
          return true
        })
        .finally(() => {
          renewing = undefined
        })
      return renewing
    },
  }
}

export function needed(signer: Signer | undefined): Signer {
  if (signer) return signer
  throw new QuorateError({
    code: 'NO_SIGNER',
    message: 'createClient was given no signer: pass signer, which signs for an account',
  })
}

/** A refused login leaves its challenge open, so only the code is requested, not a second signature. */
async function withCode<T>(code: Code | undefined, send: (given: { code?: string }) => Promise<T>): Promise<T> {
  if (typeof code === 'string') return send({ code })
  try {
    return await send({})
  } catch (error) {
    if (code === undefined || !isQuorateError(error, 'TOTP_REQUIRED')) throw error
  }
  return send({ code: await code() })
}

/** Returns the session if it is the requested one. @throws QuorateError `SESSION_MISMATCH` */
function checked({ session, accessToken }: LoginAnswer, accountId: string, signed: string): Session {
  const { walletId, chain, role, publicKey, scope } = session
  if (walletId !== accountId || chain !== signed)
    throw new QuorateError({
      code: 'SESSION_MISMATCH',
      message: `The node returned a session of ${walletId} on ${chain}, not of ${accountId} on ${signed}`,
    })
  return { accountId: walletId, chain, role, publicKey, accessToken, ...(scope === undefined ? {} : { scope }) }
}
