/** The login of an account, and the token that it gives. */
import type { components, paths } from '../../generated/node.ts'
import { isQuorateError, QuorateError } from '../requests/errors.ts'
import type { CallOptions } from '../requests/operations.ts'
import type { Service } from '../requests/service.ts'
import { toHex } from '../values/bytes.ts'
import { textToSign } from './challenge.ts'
import type { Signer } from './signer.ts'

type LoginAnswer = components['schemas']['Login']

/** Six digits, or what asks for them once the node wants them. */
export type Code = string | (() => string | Promise<string>)

export interface LoginOptions extends Pick<CallOptions, 'signal'> {
  /** Of the second factor, for accounts that have one. */
  code?: Code
  /** The only thing that the session may be used for; the signer signs that, too. */
  scope?: 'ipfs:upload'
  /** The name of the application. */
  smartApp?: string
}

/** A session, as the node has answered it. */
export interface Session extends Pick<LoginAnswer, 'accessToken'> {
  readonly accountId: string
  readonly chain: string
  readonly role: LoginAnswer['session']['role']
  /** Raw hex of the key that signed. */
  readonly publicKey: string
  readonly scope?: NonNullable<LoginAnswer['session']['scope']>
}

export interface SessionOptions {
  node: Service<paths>
  signer: Signer | undefined
  /** The chain that holds the account; the node's default one if absent. */
  chain: string | undefined
  /** The URL that the node calls its own, and its challenges name. */
  nodeUrl: string
  /** Whether an expired session is replaced by another login, which asks the signer. */
  renew: boolean
  code: Code | undefined
}

export type Sessions = ReturnType<typeof createSessions>

/** Holds one session; concurrent renewals are one login. */
export function createSessions({ node, signer, chain, nodeUrl, renew, code }: SessionOptions) {
  let session: Session | undefined
  let last: Omit<LoginOptions, 'signal'> = {}
  let renewing: Promise<boolean> | undefined
  let isEnding = false

  /** @throws QuorateError `CHALLENGE_REFUSED`, `SESSION_MISMATCH`, and what the node refuses */
  async function login(options: LoginOptions = {}): Promise<Session> {
    session = await loginOn(chain, options)
    // Six digits are good once: a renewal needs others.
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
    return checked(answer, by.accountId, challenge.payload.chain)
  }

  return {
    login,
    get current(): Session | undefined {
      return session
    },
    /** Uses a session that was kept from before. */
    resume(kept: Session): void {
      session = kept
    },
    /** Ends the session in every service. Also one that is over already is forgotten. */
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
     * Whether there is a new session after this one expired: of the same account, chain and scope, as what was refused
     * is sent again with it. The signer alone gives no session of another account, such as a wallet's.
     */
    renew(): Promise<boolean> {
      if (!renew || isEnding || !session || session.accountId !== signer?.accountId) return Promise.resolve(false)
      const { scope: _, ...kept } = last
      const expired = session
      const { chain, scope } = expired
      renewing ??= loginOn(chain, { ...kept, ...(scope === undefined ? {} : { scope }) })
        .then((renewed) => {
          // Who has logged out meanwhile, or uses another session, wants no new one.
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

/** A refused login leaves its challenge open, so that the code alone is asked for, and no second signature. */
async function withCode<T>(code: Code | undefined, send: (given: { code?: string }) => Promise<T>): Promise<T> {
  if (typeof code === 'string') return send({ code })
  try {
    return await send({})
  } catch (error) {
    if (code === undefined || !isQuorateError(error, 'TOTP_REQUIRED')) throw error
  }
  return send({ code: await code() })
}

/** The session that was asked for. */
function checked({ session, accessToken }: LoginAnswer, accountId: string, signed: string): Session {
  const { walletId, chain, role, publicKey, scope } = session
  if (walletId !== accountId || chain !== signed)
    throw new QuorateError({
      code: 'SESSION_MISMATCH',
      message: `The node answered a session of ${walletId} on ${chain}, not one of ${accountId} on ${signed}`,
    })
  return { accountId: walletId, chain, role, publicKey, accessToken, ...(scope === undefined ? {} : { scope }) }
}
