/** Sessions: the claims of a valid token, with the token's id and expiry. */
import { type Static, Type } from 'typebox'

/**
 * The claims of our tokens (RFC 7519). `sub` is the wallet, `publicKey` the raw hex of the key that logged in. The
 * session acts only on `chain`. `app` is the application that the login was for, or ''. A token with a `scope` is valid
 * only on routes that declare this scope. `holder` is the account that holds the session if several owners of the
 * wallet gave it one; `publicKey` is then the holder's.
 */
export const TokenClaims = Type.Object({
  sub: Type.String({ minLength: 1 }),
  publicKey: Type.String(),
  role: Type.Enum(['user', 'operator']),
  chain: Type.String({ minLength: 1 }),
  app: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String({ minLength: 1 })),
  holder: Type.Optional(Type.String({ minLength: 1 })),
  jti: Type.String({ minLength: 1 }),
  iat: Type.Optional(Type.Number()),
  exp: Type.Number(),
})
export type TokenClaims = Static<typeof TokenClaims>

/** The scopes that a login may restrict its session to. */
export const Scope = Type.Enum(['ipfs:upload', 'ipfs:pin'], {
  description: 'the only purpose that the session may be used for',
})
export type Scope = Static<typeof Scope>

export interface Session {
  walletId: string
  /** Raw hex. */
  publicKey: string
  role: 'user' | 'operator'
  chain: string
  app: string
  /** The only permitted use of the session; absent if it may do everything that its wallet may. */
  scope?: Scope
  /** The account that holds the session, if several owners of the wallet signed its login. */
  holder?: string
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
  ...(claims.scope === undefined ? {} : { scope: claims.scope as Scope }),
  ...(claims.holder === undefined ? {} : { holder: claims.holder }),
  tokenId: claims.jti,
  expiresAt: claims.exp * 1000,
})
