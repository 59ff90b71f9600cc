/**
 * The network's signatures under conditions that may stop being true: holdings, prices, the time. Each such transaction
 * is valid for a short time only, and their number is limited.
 */
import { isProvisional } from '@quorate/ledger'
import { type Clock, type Database, forbidden, tooMany } from '@quorate/platform'
import { limits } from '../limits.ts'
import { type FrozenWrite, shortened } from '../model/frozen-write.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import {
  countConditional,
  deleteConditional,
  deleteExpiredConditional,
  insertConditional,
} from '../store/conditional.ts'
import { lock } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'
import type { Due } from './cosign.ts'

export type Conditional = ReturnType<typeof createConditional>

export function createConditional(deps: { database: Database<Tables>; clock: Clock }) {
  const { database, clock } = deps

  /**
   * Stops counting a transaction once the mirror shows its outcome. A receipt is not enough, because anyone between the
   * node and the consensus node can forge it. The chunks of a long message can be submitted one by one, so they are
   * counted until their window ends.
   */
  async function recordOutcome({ chain, mirror }: OperatedLedger, transactionId: string): Promise<void> {
    const shown = await mirror.transaction(transactionId).catch(() => null)
    if (!shown || isProvisional(shown)) return
    await database.change((trx) => deleteConditional(trx, chain, transactionId))
  }

  return {
    /**
     * The write, with a window that ends no later than the conditions may stop being true. The window may be `leewayMs`
     * longer if another node set it by its clock.
     *
     * @throws 403 VALIDATOR_REFUSED if that leaves too little time to sign and submit the write
     */
    within(frozen: FrozenWrite, { conditional, until }: Due, leewayMs = 0): FrozenWrite {
      if (conditional.length === 0) return frozen
      const latest = clock.now() + limits.conditionalWindow.value + leewayMs
      const within = shortened(frozen, Math.min(latest, until ?? latest))
      if (within) return within
      throw forbidden(
        'VALIDATOR_REFUSED',
        `The validator of ${conditional.join(', ')} stops permitting this before a transaction could be signed and submitted`,
      )
    },

    /**
     * Counts a signature before it leaves the node. Signatures that another member of a shared key asks for are counted
     * separately, so that the member cannot use up others' limits.
     *
     * @throws 429 TOO_MANY_OPEN_BYTES
     */
    async count(
      { chain }: OperatedLedger,
      { transactionId, expiresAt, bodies }: FrozenWrite,
      { conditional }: Due,
      wallet: string,
      member?: string,
    ): Promise<void> {
      if (conditional.length === 0) return
      const now = new Date(clock.now())
      await deleteExpiredConditional(database, now)
      await database.change(async (trx) => {
        for (const id of conditional.toSorted()) {
          const entity = member === undefined ? id : `${id} for ${member}`
          // Serialises concurrent requests for the same entity.
          await lock(trx, `co-signed ${chain} ${entity}`)
          const open = await countConditional(trx, { chain, entity, wallet, transactionId }, now)
          const [own, all] = [limits.maxConditionalPerWallet.value, limits.maxConditionalPerEntity.value]
          if (open.own >= own || open.all >= all)
            throw tooMany(
              'TOO_MANY_OPEN_BYTES',
              `${open.all} transactions for ${entity} can still be submitted (at most ${all}), ${open.own} of them of ${wallet} (at most ${own}). Submit them, or wait until they expire`,
              Math.ceil(limits.conditionalWindow.value / 1000),
            )
          const row = { chain, entity, wallet, transaction_id: transactionId, chunks: bodies.length }
          await insertConditional(trx, { ...row, expires_at: new Date(expiresAt) })
        }
      })
    },

    recordOutcome,
  }
}
