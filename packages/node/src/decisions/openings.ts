/**
 * A decision opens its operation once. A client that asks for it gets bytes without the network's signature: any number
 * of clients may hold such bytes, and hold up nobody. The network signs when a transaction comes back with its payer's
 * signature, and one transaction at a time: the node claims the decision for it, writes that on the node topic, and
 * submits it from this process, so that nobody else ever holds the signed bytes. Another may follow only when that one
 * surely never happens. `writes/decided-writes.ts` calls this, step by step.
 */
import { type ApiError, type Clock, conflict, type Database, encodeBytes, json, mapInBatches } from '@quorate/platform'
import type { NodeTopic } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/store.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'
import { transactionIdOf } from '../values/transaction-body.ts'
import { createOffers, type HandedIn, type Offer, submittingMs } from './offers.ts'
import { createOpeningFates, isOf, OPEN, OVER } from './opening-fates.ts'
import { createOpeningLimits } from './opening-limits.ts'
import { type KeptPart, type OpenedRecord, type SecretBoxOf, sealed } from './opening-records.ts'
import type { Decision } from './permitted.ts'

export const endsTooSoon = () =>
  conflict('DECISION_BYTES_OUTDATED', 'The window of these bytes ends too soon: ask for new ones')

export const superseded = (transactionId: string) =>
  conflict(
    'SUPERSEDED',
    `What was decided was not executed under ${transactionId}, or not all of it: ask for new bytes`,
  )

/**
 * The outcomes under the ids of all chunks, in their order. The payer may have used any of these ids for something
 * else.
 */
export const outcomesOf = (ledger: OperatedLedger, { nodeId, expiresAt, bodies }: FrozenWrite) =>
  mapInBatches(bodies, (body) => ledger.outcome(transactionIdOf(body), { nodeId, expiresAt }))

export type Openings = ReturnType<typeof createOpenings>

export function createOpenings(deps: {
  database: Database<Tables>
  clock: Clock
  topic: NodeTopic
  secretBoxOf: SecretBoxOf
}) {
  const { database, clock, topic, secretBoxOf } = deps
  const { read } = database
  const { setState, unclaim, settle, assertNotCarriedOut, fateOf } = createOpeningFates(deps)
  const { settleSpoiled, checkSpoiled, checkBalance, checkCharged } = createOpeningLimits({ database, clock, settle })

  /** Names no transaction: whoever learns an id before it is on the ledger can use it up. */
  const pending = () =>
    conflict('DECISION_PENDING', 'dao: another transaction for this decision is under way: ask again')

  return {
    ...createOffers(deps),
    /** @throws 409 DECISION_USED */
    assertNotCarriedOut,
    fateOf,
    checkCharged,

    /**
     * Claims the decision for these transactions, which `wallet` hands in. The caller must then {@link publish} and
     * submit them, or {@link release} the claim.
     *
     * @throws 409 DECISION_USED, DECISION_PENDING; 429 TOO_MANY_SPOILED; 422 INSUFFICIENT_PAYER_BALANCE
     */
    async claim(ledger: OperatedLedger, decision: Decision, offer: Offer, { wallet, hashes }: HandedIn) {
      const { frozen, sender } = offer
      const { topicId, consensusTimestamp, proposalId } = decision
      const { transactionId, nodeId, expiresAt } = frozen
      if (await assertNotCarriedOut(ledger, decision)) throw pending()
      // What the operator pays for is nobody's to spoil.
      const isCounted = sender !== ledger.operator.accountId
      if (isCounted) await settleSpoiled(ledger, wallet)
      await checkBalance(ledger, offer)
      const parts = frozen.bodies.map(
        (body, index): KeptPart => ({
          ...{ transactionId: transactionIdOf(body), hash: hashes[index] ?? '', body: encodeBytes(body) },
        }),
      )
      const claimed = await database.change(async (trx) => {
        if (isCounted) await checkSpoiled(trx, ledger, wallet)
        return trx
          .insertInto('node.opening')
          .values({
            ...{ chain: ledger.chain, topic_id: topicId, consensus_timestamp: consensusTimestamp, state: 'claimed' },
            ...{ transaction_id: transactionId, node_id: nodeId, expires_at: new Date(expiresAt) },
            ...{ parts: json(parts), proposal_id: proposalId, wallet },
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('transaction_id')
          .executeTakeFirst()
      })
      if (claimed) return
      await assertNotCarriedOut(ledger, decision)
      throw pending()
    },

    /**
     * Writes the claim on the node topic before anything can be carried out: the record outlives the database. Where
     * that fails, the claim is given up.
     *
     * @throws 409 DECISION_PENDING; 429 SPENDING_BUDGET_USED, DECISION_FAILED; 422 SPENDING_BUDGET_TOO_SMALL
     */
    async publish(
      ledger: OperatedLedger,
      decision: Decision,
      { frozen, sender }: Offer,
      { wallet, payerSigns }: HandedIn,
    ): Promise<void> {
      const { topicId, consensusTimestamp, proposalId } = decision
      const { transactionId, nodeId, expiresAt, bodies } = frozen
      const parts = bodies.map((body) => ({ transactionId: transactionIdOf(body) }))
      const { chain } = ledger
      const opened = { quorate: 1, type: 'opened', chain, topicId, consensusTimestamp, proposalId } as const
      const claimed = { transactionId, nodeId, expiresAt, parts }
      const record: OpenedRecord = { ...opened, sealed: sealed(secretBoxOf(chain), claimed, opened) }
      try {
        // Another process may have carried the decision out between the check of `claim` and its insert.
        const earlier = await read
          .selectFrom('node.opening')
          .select('transaction_id')
          .where('chain', '=', ledger.chain)
          .where(isOf(decision))
          .where('transaction_id', '!=', transactionId)
          .where('state', 'not in', OVER)
          .executeTakeFirst()
        if (earlier) throw pending()
        // Nobody else claims the decision by now, so that no failure comes after this look.
        if (!payerSigns) await checkCharged(ledger, decision, sender)
        await topic.append(ledger, `opened ${transactionId}`, record, wallet)
      } catch (error) {
        // A record that was refused is not on the topic. Its row is deleted, so that nobody fills the database with
        // such rows, and the bytes may be handed in again.
        const { statusCode = 500 } = error as Partial<ApiError>
        if (statusCode < 500) await unclaim(ledger.chain, transactionId)
        else await setState(ledger.chain, transactionId, 'void', OPEN)
        throw error
      }
    },

    /**
     * The last check before the network's signature leaves the node. A transaction that stands under one of the ids by
     * now is another's, even where the mirror could not tell the two apart.
     *
     * @throws 409 DECISION_BYTES_OUTDATED, SUPERSEDED
     */
    async assertUnused(ledger: OperatedLedger, { frozen }: Offer): Promise<void> {
      const outcomes = await outcomesOf(ledger, frozen)
      if (clock.now() > frozen.expiresAt - submittingMs(frozen.bodies.length)) throw endsTooSoon()
      if (outcomes.some((outcome) => outcome.state === 'final' || outcome.isUnderWay))
        throw superseded(frozen.transactionId)
    },

    /**
     * Marks a claim that is about to be submitted: from here on it counts if it comes to nothing.
     *
     * @throws 409 DECISION_BYTES_OUTDATED where its window has ended
     */
    async sending({ chain }: OperatedLedger, transactionId: string): Promise<void> {
      if (!(await setState(chain, transactionId, 'sent', ['claimed']))) throw endsTooSoon()
    },

    /** Gives up a claim of which nothing was submitted, or will be. */
    release: ({ chain }: OperatedLedger, transactionId: string) => setState(chain, transactionId, 'void', OPEN),

    /**
     * Gives up a published claim of which nothing was submitted. It counts, as the node has paid for its record, and
     * the wallet that handed it in chose the time and the ids. It may be `void` already, where another process found it
     * claimed after its window.
     */
    spoil: ({ chain }: OperatedLedger, transactionId: string) =>
      setState(chain, transactionId, 'spoiled', ['claimed', 'void']),

    /**
     * Marks a claim of which some chunks were not submitted, and will not be. The decision stays taken until the mirror
     * shows that the submitted ones are not the whole message.
     */
    abandon: ({ chain }: OperatedLedger, transactionId: string) => setState(chain, transactionId, 'abandoned', OPEN),

    /**
     * Marks a claim that a consensus node refused before consensus. It counts against its payer at once. The decision
     * stays taken until the window has ended: the answer may have been forged on its way, and whoever forged it holds
     * the signed bytes.
     */
    refuse: ({ chain }: OperatedLedger, transactionId: string) => setState(chain, transactionId, 'refused', OPEN),
  }
}
