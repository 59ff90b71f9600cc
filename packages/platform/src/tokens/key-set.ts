/** The issuing side of tokens: one Ed25519 key, its public key set (RFC 7517), and signing (RFC 8037). */
import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose'
import type { Clock } from '../base/clock.ts'
import { type Session, sessionOf, type TokenClaims } from './session.ts'

export const ISSUER = 'quorate'

/** The fields that a login puts into a token. */
export type NewSession = Omit<Session, 'tokenId' | 'expiresAt'>

export interface KeySet {
  /** The answer of `/.well-known/jwks.json`. */
  jwks: JSONWebKeySet
  /** For {@link createTokenVerifier} in the same process. */
  keys: JWTVerifyGetKey
  /**
   * Signs a token that lives `lifetimeMs` (default: one hour; rounded up to whole seconds), and returns it with its
   * session.
   */
  issue(session: NewSession & { tokenId?: string }, lifetimeMs?: number): Promise<{ token: string; session: Session }>
}

/** The key set of one Ed25519 private key; its `kid` is the RFC 7638 thumbprint. */
export async function makeKeySet(privateKey: KeyObject, clock: Clock): Promise<KeySet> {
  if (privateKey.asymmetricKeyType !== 'ed25519') {
    throw new TypeError(
      `The token key is ${privateKey.asymmetricKeyType ?? 'symmetric'}: expected an Ed25519 private key`,
    )
  }
  const jwk = await exportJWK(createPublicKey(privateKey))
  const kid = await calculateJwkThumbprint(jwk)
  const jwks = { keys: [{ ...jwk, kid, alg: 'EdDSA', use: 'sig' }] }
  return {
    jwks,
    keys: createLocalJWKSet(jwks),
    async issue(session, lifetimeMs = 3_600_000) {
      const claims = claimsOf(session, clock.now(), lifetimeMs)
      const unsigned = new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid })
        .setIssuer(ISSUER)
      return { token: await unsigned.sign(privateKey), session: sessionOf(claims) }
    },
  }
}

function claimsOf(session: NewSession & { tokenId?: string }, now: number, lifetimeMs: number): TokenClaims {
  const { walletId, publicKey, role, chain, app, scope, holder, tokenId = randomUUID() } = session
  const iat = Math.floor(now / 1000)
  const exp = iat + Math.ceil(lifetimeMs / 1000)
  return {
    sub: walletId,
    publicKey,
    role,
    chain,
    app,
    ...(scope === undefined ? {} : { scope }),
    ...(holder === undefined ? {} : { holder }),
    jti: tokenId,
    iat,
    exp,
  }
}
