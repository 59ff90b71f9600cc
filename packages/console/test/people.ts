/** Development accounts of the embedded ledger, with their publicly known private keys. */
import assert from 'node:assert/strict'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient, type Signer } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import type { PlatformProcess } from '@quorate/quorate/testing'

export const [ADA, BEN, CLAIRE] = ['0.0.1022', '0.0.1023', '0.0.1024'] as const

export const KEYS = {
  [ADA]: 'a608e2130a0a3cb34f86e757303c862bee353d9ab77ba4387ec084f881d420d4',
  [BEN]: 'bbd0894de0b4ecfa862e963825c5448d2d17f807a16869526bff29185747acdb',
} as const
export type Signing = keyof typeof KEYS

export const signerOf = (accountId: Signing): Signer =>
  keySigner({ accountId, privateKey: KEYS[accountId], type: 'ed25519' })

/** Returns a client that is signed in as the account. */
export async function memberOf({ at }: Pick<PlatformProcess, 'at'>, account: Signing): Promise<Client> {
  const { node, multisig, governance, sockets } = at
  const client = createClient({ node, multisig, governance, sockets, signer: signerOf(account) })
  await client.login()
  return client
}

/** Returns the key object for 32 bytes in hex. */
export const ed25519 = (hex: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(`302e020100300506032b657004220420${hex}`, 'hex'), format: 'der', type: 'pkcs8' })

/** Encodes a protobuf SignatureMap with one pair, which contains the signature as Ed25519. */
export const mapOf = (signature: Uint8Array): Buffer => Buffer.concat([Buffer.from([0x0a, 66, 0x1a, 64]), signature])

/** The duration of votes that a test ends itself, in hours. The clock moves less than a session lasts. */
export const VOTING_HOURS = 1 / 60

/** Moves the development clock past the end of a vote of {@link VOTING_HOURS}, and waits for the recorded decision. */
export async function endVoting({ at }: Pick<PlatformProcess, 'at'>, proposalId: string): Promise<void> {
  const moved = await fetch(`${at.console}/api/development/clock`, {
    method: 'POST',
    headers: { origin: at.console, 'content-type': 'application/json' },
    body: JSON.stringify({ ms: VOTING_HOURS * 3_600_000 }),
  })
  assert.equal(moved.status, 200, await moved.text())
  const { governance } = await memberOf({ at }, ADA)
  for (;;) {
    const { decision } = await governance.get('/proposals/{proposalId}', { path: { proposalId } })
    if (decision) return
    await setTimeout(100)
  }
}
