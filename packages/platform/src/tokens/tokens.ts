/** Verifies tokens: EdDSA JWTs of our issuer. Verified tokens are cached; expired or revoked ones are refused. */
import { type JWTVerifyGetKey, errors as jose, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { Compile } from 'typebox/compile'
import type { Clock } from '../base/clock.ts'
import { ApiError, unauthorized, unavailable } from '../base/errors.ts'
import { ISSUER } from './key-set.ts'
import { createRevocations } from './revoked-tokens.ts'
import { type Session, sessionOf, TokenClaims } from './session.ts'

export interface TokenVerifier {
  /**
   * The token's session.
   * @throws 401 `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`, and 503 `KEY_SET_UNAVAILABLE`
   */
  verify(token: string): Promise<Session>
  /**
   * The session of a cached token, without waiting; undefined if {@link verify} is needed.
   * @throws 401 `TOKEN_EXPIRED` or `TOKEN_REVOKED`
   */
  recall(token: string): Session | undefined
  /** @throws 401 `TOKEN_EXPIRED` or `TOKEN_REVOKED` if the session has ended since its token was verified */
  check(session: Session): void
  /** Refuses a token from now on, until it expires anyway at `expiresAt`, in milliseconds since the epoch. */
  revoke(tokenId: string, expiresAt: number): void
  /** Calls `listener` once for each revocation; the returned function stops that. */
  onRevoked(listener: (tokenId: string) => void): () => void
  close(): Promise<void>
}

export interface TokenVerifierOptions {
  /** jose's local or remote key set. */
  keys: JWTVerifyGetKey
  clock: Clock
  /** Called when a token that is not cached is verified. Later revocations arrive through `revoke`. */
  isRevoked?: (tokenId: string) => boolean | Promise<boolean>
}

const MAX_REMEMBERED_TOKENS = 10_000
/** A token that was issued this much later than now, in milliseconds, is from before the clock was set back. */
const SET_BACK_MS = 600_000
const claimsCheck = Compile(TokenClaims)

export function createTokenVerifier({ keys, clock, isRevoked }: TokenVerifierOptions): TokenVerifier {
  const remembered = new LRUCache<string, Session>({ max: MAX_REMEMBERED_TOKENS })
  const revocations = createRevocations(clock)
  /** When the tokens of sessions were issued, in milliseconds. */
  const issuedAt = new WeakMap<Session, number>()

  const check = (session: Session): void => {
    if (session.expiresAt <= clock.now()) throw unauthorized('TOKEN_EXPIRED', 'The token has expired: log in again')
    if ((issuedAt.get(session) ?? 0) > clock.now() + SET_BACK_MS)
      throw unauthorized('TOKEN_EXPIRED', 'The token was issued before the clock was set back: log in again')
    if (revocations.has(session.tokenId)) throw revoked()
  }
  const recall = (token: string): Session | undefined => {
    const session = remembered.get(token)
    if (session) check(session)
    return session
  }
  const learn = async (token: string): Promise<Session> => {
    const claims = await claimsIn(token, keys, clock)
    const session = sessionOf(claims)
    if (claims.iat !== undefined) issuedAt.set(session, claims.iat * 1000)
    if (await isRevoked?.(session.tokenId)) throw revoked()
    check(session)
    remembered.set(token, session)
    return session
  }
  return {
    check,
    recall,
    verify: async (token) => recall(token) ?? learn(token),
    revoke: revocations.add,
    onRevoked: revocations.onAdded,
    close: async () => {
      remembered.clear()
      revocations.clear()
    },
  }
}

const revoked = (): ApiError => unauthorized('TOKEN_REVOKED', 'The session has ended: log in again')

async function claimsIn(token: string, keys: JWTVerifyGetKey, clock: Clock): Promise<TokenClaims> {
  try {
    const currentDate = new Date(clock.now())
    const { payload } = await jwtVerify(token, keys, { algorithms: ['EdDSA'], issuer: ISSUER, currentDate })
    if (claimsCheck.Check(payload)) return payload
    throw unauthorized('TOKEN_INVALID', 'The token lacks claims that a session needs')
  } catch (error) {
    throw refusal(error)
  }
}

function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof jose.JWTExpired) return unauthorized('TOKEN_EXPIRED', 'The token has expired: log in again')
  const keysMissing =
    error instanceof jose.JWKSTimeout || !(error instanceof jose.JOSEError) || isBadKeySetAnswer(error)
  if (keysMissing) {
    return unavailable('KEY_SET_UNAVAILABLE', 'The key set for checking tokens cannot be read now', 5, error)
  }
  return unauthorized('TOKEN_INVALID', `The token was not issued by this platform: ${error.message}`)
}

/** jose's remote key set reports an answer that is not 200, or not JSON, as a bare JOSEError. */
const isBadKeySetAnswer = (error: InstanceType<typeof jose.JOSEError>): boolean => error.code === 'ERR_JOSE_GENERIC'
