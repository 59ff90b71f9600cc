/** Tokens for tests, signed with a new key each time. */
import { generateKeyPairSync } from 'node:crypto'
import { type Clock, systemClock } from '../base/clock.ts'
import { makeKeySet, type NewSession } from '../tokens/key-set.ts'
import { createTokenVerifier, type TokenVerifier } from '../tokens/tokens.ts'

export interface TestTokens {
  verifier: TokenVerifier
  /** Issues a token with `claims`; by default for 0.0.1001, a user of hedera:devnet, for one hour. */
  issue(claims?: Partial<NewSession> & { tokenId?: string; lifetimeMs?: number }): Promise<string>
}

export async function testTokens(clock: Clock = systemClock): Promise<TestTokens> {
  const { keys, issue } = await makeKeySet(generateKeyPairSync('ed25519').privateKey, clock)
  const standard: NewSession = {
    walletId: '0.0.1001',
    publicKey: '00'.repeat(32),
    role: 'user',
    chain: 'hedera:devnet',
    app: '',
  }
  return {
    verifier: createTokenVerifier({ keys, clock }),
    issue: async ({ lifetimeMs, ...claims } = {}) => (await issue({ ...standard, ...claims }, lifetimeMs)).token,
  }
}
