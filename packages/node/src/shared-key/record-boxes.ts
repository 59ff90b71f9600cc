/** Seals records on the topic of a shared key, so that only its members can read them. */
import { randomBytes } from 'node:crypto'
import { createMemberBoxes, openMemberBox } from '@quorate/frost'
import { encodeBytes } from '@quorate/platform'
import { createSecretBox, type SecretBox } from '../keys/secret-box.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'

/** With this, members of a key get the secret that opens a sealed record. */
export interface SealedFor {
  dkgId: string
  /** In base64. */
  keys: string
}

export type RecordBoxes = ReturnType<typeof createRecordBoxes>

export function createRecordBoxes(keysOn: (on: { chain: string }) => readonly HeldKey[], ownId: string) {
  return {
    /** A new box, and what members need to open it; undefined if the node shares no key on this chain. */
    forMembers(on: { chain: string }): { box: SecretBox; sealedFor: SealedFor } | undefined {
      const [held] = keysOn(on)
      if (!held) return undefined
      const { secret, boxes } = createMemberBoxes(held.key, (bytes) => Uint8Array.from(randomBytes(bytes)))
      return { box: createSecretBox(secret), sealedFor: { dkgId: held.key.dkgId, keys: encodeBytes(boxes) } }
    },
    /** The box that opens a member's record; undefined if this node has no share of that key. */
    opened(on: { chain: string }, { dkgId, keys }: SealedFor): SecretBox | undefined {
      const { key, share } = keysOn(on).find((held) => held.key.dkgId === dkgId) ?? {}
      const number = key?.members.find(({ id }) => id === ownId)?.number
      if (!key || !share || number === undefined) return undefined
      const secret = openMemberBox(key, { number, share }, Uint8Array.from(Buffer.from(keys, 'base64')))
      return secret && createSecretBox(secret)
    },
  }
}
