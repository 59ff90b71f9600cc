/**
 * Signatures of the network under conditions that may stop being true: holdings, prices, the time. Each is valid for a
 * short time, and only a limited number of them can be submitted at once.
 */
import { isProvisional } from '@quorate/ledger'
import { type Clock, type Database, deleteAll, forbidden, tooMany } from '@quorate/platform'
import { sql } from 'kysely'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/store.ts'
import { type FrozenWrite, shortened } from '../transactions/freeze.ts'
import type { Due } from './cosign.ts'

export type Conditional = ReturnType<typeof createConditional>

export function createConditional(deps: { database: Database<Tables>; clock: Clock }) {
  const { database, clock } = deps

  /**
   * Stops counting a transaction once the mirror shows it as decided. A receipt does not suffice, as whoever stands
   * between the node and the consensus node can forge it. The chunks of a long message can be submitted one by one, so
   * those are counted until their window ends.
   */
  async function recordOutcome({ chain, mirror }: OperatedLedger, transactionId: string): Promise<void> {
    const shown = await mirror.transaction(transactionId).catch(() => null)
    if (!shown || isProvisional(shown)) return
    await database.change((trx) =>
      trx
        .deleteFrom('node.cosigned')
        .where('chain', '=', chain)
        .where('transaction_id', '=', transactionId)
        .where('chunks', '=', 1)
        .execute(),
    )
  }

  return {
    /**
     * The write with a window that ends when the conditions may end.
     * @throws 403 VALIDATOR_REFUSED where that is too soon to sign and submit it
     */
    within(frozen: FrozenWrite, { conditional, until }: Due): FrozenWrite {
      if (conditional.length === 0) return frozen
      const latest = clock.now() + limits.conditionalWindow.value
      const within = shortened(frozen, Math.min(latest, until ?? latest))
      if (within) return within
      throw forbidden(
        'VALIDATOR_REFUSED',
        `The validator of ${conditional.join(', ')} closes before a transaction could be signed and submitted`,
      )
    },

    /** Counts a signature before it leaves the node. @throws 429 TOO_MANY_OPEN_BYTES */
    async count(
      { chain }: OperatedLedger,
      { transactionId, expiresAt, bodies }: FrozenWrite,
      { conditional }: Due,
      wallet: string,
    ): Promise<void> {
      if (conditional.length === 0) return
      const now = new Date(clock.now())
      await deleteAll(database, 'node.cosigned', sql`expires_at <= ${now}`)
      await database.change(async (trx) => {
        for (const entity of conditional.toSorted()) {
          // Concurrent requests for the same entity are counted one after the other.
          await sql`select pg_advisory_xact_lock(hashtext(${`co-signed ${chain} ${entity}`}))`.execute(trx)
          const open = await trx
            .selectFrom('node.cosigned')
            .select(({ fn }) => [
              fn.countAll<bigint>().as('all'),
              fn.countAll<bigint>().filterWhere('wallet', '=', wallet).as('own'),
            ])
            .where('chain', '=', chain)
            .where('entity', '=', entity)
            .where('expires_at', '>', now)
            .executeTakeFirstOrThrow()
          const [own, all] = [limits.maxConditionalPerWallet.value, limits.maxConditionalPerEntity.value]
          if (Number(open.own) >= own || Number(open.all) >= all)
            throw tooMany(
              'TOO_MANY_OPEN_BYTES',
              `${open.all} transactions for ${entity} can still be submitted, ${open.own} of them ${wallet}'s: at most ${all}, and ${own} of one wallet. Submit them, or wait for their end`,
              Math.ceil(limits.conditionalWindow.value / 1000),
            )
          await trx
            .insertInto('node.cosigned')
            .values({
              chain,
              entity,
              wallet,
              transaction_id: transactionId,
              chunks: bodies.length,
              expires_at: new Date(expiresAt),
            })
            .execute()
        }
      })
    },

    recordOutcome,
  }
}
