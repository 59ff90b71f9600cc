/** What becomes of the transactions that decisions were claimed for, as the database and the mirror show it. */
import { failedForGood, isProvisional } from '@quorate/ledger'
import { type Clock, conflict, type Database } from '@quorate/platform'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/store.ts'
import { forgetOffer } from './offers.ts'
import type { KeptPart } from './opening-records.ts'
import type { Decision } from './permitted.ts'

type Row = Selectable<Tables['node.opening']>
type State = Tables['node.opening']['state']
/** States of rows whose transaction never happens: `spoiled` by its payer, or `void` without its doing. */
export const OVER: State[] = ['void', 'spoiled']
/** States of rows whose transaction may still happen. */
export const OPEN: State[] = ['claimed', 'sent', 'refused', 'abandoned', 'restored']

/**
 * The rows of a decision, by its proposal or its timestamp: a governance database that was restored may decide a
 * proposal again, and write that under another timestamp. The same id on another topic is another publisher's proposal:
 * one publisher uses up no decision of another.
 */
export const isOf =
  ({ topicId, consensusTimestamp, proposalId }: Decision) =>
  (eb: ExpressionBuilder<Tables, 'node.opening'>) =>
    eb.and([
      eb('topic_id', '=', topicId),
      eb.or([eb('proposal_id', '=', proposalId), eb('consensus_timestamp', '=', consensusTimestamp)]),
    ])

export type OpeningFates = ReturnType<typeof createOpeningFates>

export function createOpeningFates({ database, clock }: { database: Database<Tables>; clock: Clock }) {
  const { read } = database

  /**
   * Moves a row to `state`; false where it is in none of the states `from` any more. Deletes the offer of bytes that
   * can no longer be carried out, so that its wallet is answered new ones.
   */
  const setState = (
    chain: string,
    transactionId: string,
    state: State,
    from: readonly State[],
    charged = false,
  ): Promise<boolean> =>
    database.change(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('node.opening')
        .set({ state, charged, ...(OPEN.includes(state) ? {} : { parts: null }) })
        .where('chain', '=', chain)
        .where('transaction_id', '=', transactionId)
        .where('state', 'in', from)
        .executeTakeFirst()
      if (state !== 'used' && state !== 'sent') await forgetOffer(trx, chain, transactionId)
      return numUpdatedRows > 0n
    })
  const unclaim = (chain: string, transactionId: string) =>
    database.change((trx) =>
      trx
        .deleteFrom('node.opening')
        .where('chain', '=', chain)
        .where('transaction_id', '=', transactionId)
        .where('state', '=', 'claimed')
        .execute(),
    )
  /**
   * What became of one transaction, as the mirror shows it: receipts could be forged for longer than its window. The
   * payer may have put another body on the ledger under the id, which does not use the decision. Another hash does not
   * prove another body: whoever stands between the node and the consensus node can change the signature map, which
   * nobody signs.
   */
  async function fateOf(ledger: OperatedLedger, row: Row, part: Partial<KeptPart> & { transactionId: string }) {
    const { transactionId, hash, body } = part
    const expiresAt = row.expires_at.getTime()
    const outcome = await ledger.outcome(transactionId, { nodeId: row.node_id, expiresAt, mirrorOnly: true })
    if (outcome.state !== 'final') return 'pending'
    if (!outcome.success) return (await failedForGood(ledger, outcome, expiresAt, clock.now())) ? 'void' : 'pending'
    // Without the body the node cannot tell its transaction from another: it rather loses a decision than opens it
    // twice.
    if (body === undefined) return (await ledger.mirror.executed(transactionId)) ? 'used' : 'pending'
    const bodyBytes = Uint8Array.from(Buffer.from(body, 'base64'))
    const execution = await ledger.execution({ bodyBytes, outcome, submitted: hash ? [hash] : [] })
    if (execution.state === 'superseded') return 'void'
    return execution.state === 'executed' && execution.proof !== 'precheck' ? 'used' : 'pending'
  }

  /**
   * A message is whole with all of its chunks, and a chunk that never comes makes the others void. The node sends them
   * in order, so it asks the mirror about the last one first, and about the others only when that has come: anybody may
   * ask again and again.
   */
  async function fateOfAll(ledger: OperatedLedger, row: Row, parts: (Partial<KeptPart> & { transactionId: string })[]) {
    const [last, ...others] = parts.toReversed()
    const fate = last ? await fateOf(ledger, row, last) : 'pending'
    if (fate !== 'used') return fate
    const fates = await Promise.all(others.map((part) => fateOf(ledger, row, part)))
    return fates.includes('void') ? 'void' : fates.includes('pending') ? 'pending' : 'used'
  }

  /**
   * Whether the payer of what came to nothing was charged. Chunks are sent in order, so nothing was where the first one
   * never reached consensus. What others may have put under the id without the payer's signature charged them.
   * Undefined where the mirror does not say it now.
   */
  async function wasCharged(ledger: OperatedLedger, row: Row, [first]: { transactionId: string }[]) {
    const known = { nodeId: row.node_id, expiresAt: row.expires_at.getTime(), mirrorOnly: true }
    const outcome = await ledger.outcome(first?.transactionId ?? row.transaction_id, known)
    return outcome.state === 'final' ? outcome.phase === 'consensus' && !isProvisional(outcome) : undefined
  }

  async function settle(ledger: OperatedLedger, row: Row): Promise<'used' | 'void' | 'pending' | 'claimed'> {
    // The process that claimed the row may be about to submit it, whatever stands under its ids, and sets the state
    // itself. A row that is `claimed` after its window was left by a process that ended.
    if (row.state === 'claimed' && clock.now() < row.expires_at.getTime()) return 'claimed'
    const parts = (row.parts as KeptPart[] | null) ?? [{ transactionId: row.transaction_id }]
    const fate = await fateOfAll(ledger, row, parts)
    // The topic doesn't say who caused a transaction to fail, so a `restored` row becomes `void`. So does an
    // `abandoned` row, which the node itself left unsent, and one that was left `claimed`.
    const over = row.state === 'sent' || row.state === 'refused' ? 'spoiled' : 'void'
    if (fate === 'used') await setState(ledger.chain, row.transaction_id, 'used', OPEN)
    if (fate !== 'void') return fate
    const charged = await wasCharged(ledger, row, parts)
    if (charged === undefined) return 'pending'
    await setState(ledger.chain, row.transaction_id, over, [row.state], charged)
    return fate
  }

  const find = (chain: string, transactionId: string) =>
    read
      .selectFrom('node.opening')
      .selectAll()
      .where('chain', '=', chain)
      .where('transaction_id', '=', transactionId)
      .executeTakeFirst()

  /** Whether a transaction that was claimed for a decision may still happen. @throws 409 DECISION_USED */
  async function assertNotCarriedOut(ledger: OperatedLedger, decision: Decision): Promise<boolean> {
    const rows = await read
      .selectFrom('node.opening')
      .selectAll()
      .where('chain', '=', ledger.chain)
      .where(isOf(decision))
      .where('state', 'not in', OVER)
      .execute()
    let isUnderWay = false
    for (const row of rows) {
      const fate = row.state === 'used' ? 'used' : await settle(ledger, row)
      if (fate === 'used') throw conflict('DECISION_USED', `dao: the decision was carried out by ${row.transaction_id}`)
      if (fate === 'pending' || fate === 'claimed') isUnderWay = true
    }
    return isUnderWay
  }

  return {
    setState,
    unclaim,
    settle,
    assertNotCarriedOut,

    /**
     * What became of a transaction that the network signed for a decision; `claimed` while the network is about to sign
     * it; undefined if there is none under this id.
     */
    async fateOf(
      ledger: OperatedLedger,
      transactionId: string,
    ): Promise<'used' | 'void' | 'pending' | 'claimed' | undefined> {
      const row = await find(ledger.chain, transactionId)
      if (!row) return undefined
      if (row.state === 'used') return 'used'
      if (OVER.includes(row.state)) return 'void'
      return settle(ledger, row)
    },
  }
}
