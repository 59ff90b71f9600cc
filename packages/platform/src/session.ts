/** Who asks: what a valid token says, and the token's own id and end. */
import { type Static, Type } from 'typebox'

/**
 * The claims of our tokens (RFC 7519). `sub` is the wallet; `publicKey` the raw hex of the key that
 * logged in; the session acts on `chain` only; `app` is the application it logged in for, or ''.
 */
export const TokenClaims = Type.Object({
  sub: Type.String({ minLength: 1 }),
  publicKey: Type.String(),
  role: Type.Enum(['user', 'operator']),
  chain: Type.String({ minLength: 1 }),
  app: Type.Optional(Type.String()),
  jti: Type.String({ minLength: 1 }),
  iat: Type.Optional(Type.Number()),
  exp: Type.Number(),
})
export type TokenClaims = Static<typeof TokenClaims>

export interface Session {
  walletId: string
  /** Raw hex. */
  publicKey: string
  role: 'user' | 'operator'
  chain: string
  app: string
  /** The token's `jti`. */
  tokenId: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

export const sessionOf = (claims: TokenClaims): Session => ({
  walletId: claims.sub,
  publicKey: claims.publicKey,
  role: claims.role,
  chain: claims.chain,
  app: claims.app ?? '',
  tokenId: claims.jti,
  expiresAt: claims.exp * 1000,
})
