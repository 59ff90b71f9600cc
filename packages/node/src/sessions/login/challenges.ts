import { randomBytes } from 'node:crypto'
import { type ApiError, type Clock, type Database, type Scope, unauthorized } from '@quorate/platform'
import { inDomain } from '@quorate/verify'
import type { OperatedLedger } from '../../operated-ledger.ts'
import { type Challenge, challengeByToken, insertChallenge, lastChallenge } from '../../store/challenges.ts'
import type { Tables } from '../../store/tables.ts'
import type { Cleanup } from '../cleanup.ts'
import { objectIn } from './login-form.ts'

export const CHALLENGE_MS = 5 * 60_000

/**
 * The text that a wallet signs: the node's address and account, a random token, and the chain that the session is for.
 */
export interface Payload {
  url: string
  node: string
  data: { token: string }
  /** Without it, the signature could also log in an account with the same number and key on another chain. */
  chain: string
  /** The scope that restricts the session. The wallet signs it, too. */
  scope?: Scope
}

export interface NewChallenge {
  payload: Payload
  /** The operator's signature over {@link challengeMessage}. */
  signature: Uint8Array
  serverSigningAccount: string
}

/**
 * The text that the operator signs for a payload. It differs from the text that a wallet signs, so that the operator's
 * signature cannot be used to log in.
 */
export const challengeMessage = (payload: string): Uint8Array => inDomain('challenge', payload)

export interface ChallengesOptions {
  database: Database<Tables>
  clock: Clock
  clean: Cleanup
}

export type Challenges = ReturnType<typeof createChallenges>

export function createChallenges({ database, clock, clean }: ChallengesOptions) {
  return {
    async make(ledger: OperatedLedger, url: string, binding: Uint8Array, scope?: Scope): Promise<NewChallenge> {
      const { operator, chain } = ledger
      const payload: Payload = {
        url,
        node: operator.accountId,
        data: { token: randomBytes(32).toString('base64url') },
        chain,
        ...(scope === undefined ? {} : { scope }),
      }
      const text = JSON.stringify(payload)
      const now = clock.now()
      await database.change(async (trx) => {
        await insertChallenge(trx, {
          token: payload.data.token,
          chain,
          binding,
          payload: text,
          server_account: operator.accountId,
          created_at: new Date(now),
          expires_at: new Date(now + CHALLENGE_MS),
        })
        await clean(trx, now + CHALLENGE_MS)
      })
      return { payload, signature: operator.sign(challengeMessage(text)), serverSigningAccount: operator.accountId }
    },

    /**
     * The open challenge that a login answers: the one with this payload, or, without a payload, the last one given to
     * this cookie's browser.
     *
     * @throws 401 CHALLENGE_UNKNOWN, CHALLENGE_USED, CHALLENGE_EXPIRED
     */
    async find(payload: string | undefined, binding: Uint8Array | undefined): Promise<Challenge> {
      const challenge =
        payload === undefined
          ? binding && (await lastChallenge(database.read, binding))
          : await challengeByToken(database.read, tokenIn(payload))
      if (!challenge) throw payload === undefined ? noCookie() : unknown()
      if (payload !== undefined && payload !== challenge.payload) throw unknown()
      if (binding && Buffer.compare(binding, challenge.binding) !== 0) throw unknown()
      if (challenge.consumed_at) throw used()
      if (challenge.expires_at.getTime() > clock.now()) return challenge
      throw unauthorized(
        'CHALLENGE_EXPIRED',
        `The challenge was valid for ${CHALLENGE_MS / 60_000} minutes: request a new one`,
      )
    },
  }
}

export const used = (): ApiError =>
  unauthorized(
    'CHALLENGE_USED',
    'This challenge has been used for a login: request a new one with GET /auth/web3/request',
  )

export const unknown = (): ApiError =>
  unauthorized(
    'CHALLENGE_UNKNOWN',
    'This node did not issue this payload to this client: request one with GET /auth/web3/request',
  )

const noCookie = (): ApiError =>
  unauthorized('CHALLENGE_UNKNOWN', 'The login has no cookie from GET /auth/web3/request: send the payload instead')

function tokenIn(payload: string): string {
  const { data } = objectIn(payload)
  const token = typeof data === 'object' && data !== null && 'token' in data ? data.token : undefined
  // The node creates only tokens of this form. Other text may contain U+0000, which PostgreSQL refuses.
  return typeof token === 'string' && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : ''
}
