/**
 * The nonces of commitments that this process has given out. They exist only in its memory, and each is used once. A
 * nonce that is used twice reveals the share, so the hash of each used nonce is stored before the signature share
 * leaves.
 */
import { randomBytes } from 'node:crypto'
import { createSigner, nonceHash, type Signer } from '@quorate/frost'
import { type Clock, conflict, type Database } from '@quorate/platform'
import { LRUCache } from 'lru-cache'
import type { HeldKey } from '../../model/shared-key/held-key.ts'
import type { OperatedLedger } from '../../operated-ledger.ts'
import { deleteOldNonces, insertUsedNonce } from '../../store/shared-key.ts'
import type { Tables } from '../../store/tables.ts'

/** How long a commitment stays usable. */
const OPEN_MS = 60_000
/**
 * How long a used nonce's hash is stored. A copy of this process's memory, such as a restored machine, has the nonce
 * too. After this time the copy can no longer sign with it, even if clocks differ by minutes.
 */
const KEPT_MS = 3_600_000
const DELETE_EVERY_MS = 600_000
/** More than the signers for 30 members keep. */
const MAX_GIVEN = 10_000

export type Nonces = ReturnType<typeof createNonces>

interface Deps {
  database: Database<Tables>
  ledger: OperatedLedger
  clock: Clock
  /** The keys that the node signs with. */
  keys(): readonly HeldKey[]
}

export function createNonces({ database, ledger, clock, keys }: Deps) {
  /** By key, then by the member that asks. */
  const signers = new Map<string, Map<string, Signer>>()
  /** When each commitment was given, in milliseconds, by the hash of its nonce. */
  const givenAt = new LRUCache<string, number>({ max: MAX_GIVEN })
  let deletedAt = 0

  async function remember(hash: string): Promise<boolean> {
    const now = clock.now()
    if (now - (givenAt.get(hash) ?? 0) > OPEN_MS) return false
    if (now - deletedAt > DELETE_EVERY_MS) {
      deletedAt = now
      await deleteOldNonces(database, new Date(now - KEPT_MS))
    }
    return database.change((trx) => insertUsedNonce(trx, hash, new Date(now)))
  }

  function create({ key, share }: HeldKey): Signer {
    const number = key.members.find(({ id }) => id === ledger.operator.accountId)?.number
    if (!share || number === undefined) throw conflict('DKG_NO_SHARE', 'This node has no share of the key')
    const random = (bytes: number) => Uint8Array.from(randomBytes(bytes))
    const signer = createSigner({ key, number, share, remember, random })
    return {
      ...signer,
      commit() {
        const commitment = signer.commit()
        givenAt.set(nonceHash(commitment), clock.now())
        return commitment
      },
    }
  }

  return {
    /**
     * The signer with a key for the member that asks. Each member has its own signer, so that no member can make the
     * node forget the nonces for another. Signers are dropped once the node no longer has their shares.
     *
     * @throws 409 DKG_NO_SHARE
     */
    of({ key: { dkgId } }: HeldKey, asking: string): Signer {
      const held = keys().find(({ key }) => key.dkgId === dkgId)
      const present = new Set(keys().map(({ key }) => key.dkgId))
      for (const id of signers.keys()) if (!present.has(id)) signers.delete(id)
      if (!held) throw conflict('DKG_NO_SHARE', 'This node has no share of the key')
      const own = signers.get(dkgId) ?? new Map<string, Signer>()
      signers.set(dkgId, own)
      const signer = own.get(asking) ?? create(held)
      own.set(asking, signer)
      return signer
    },
  }
}
