/**
 * A decision opens its operation once. A client that asks for it gets bytes without the network's signature: any number
 * of clients may hold such bytes, and hold up nobody. The network signs when a transaction comes back with its payer's
 * signature, and one transaction at a time: the node claims the decision for it, writes that on the node topic, and
 * submits it from this process, so that nobody else ever holds the signed bytes. Another may follow only when that one
 * surely never happens. `writes/decided-writes.ts` calls this, step by step.
 */
import {
  type ApiError,
  type Clock,
  conflict,
  type Database,
  encodeBytes,
  json,
  mapInBatches,
  tooMany,
} from '@quorate/platform'
import { decodeRecord } from '@quorate/verify/recount'
import { limits } from '../limits.ts'
import type { NodeTopic } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/store.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'
import { transactionIdOf } from '../values/transaction-body.ts'
import { createOffers, type HandedIn, type Offer, submittingMs } from './offers.ts'
import { createOpeningFates, isOf, OPEN, OVER } from './opening-fates.ts'
import { createOpeningLimits, namesPayer } from './opening-limits.ts'
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
  trusted: (ledger: OperatedLedger) => Set<string>
}) {
  const { database, clock, topic, secretBoxOf, trusted } = deps
  const { read } = database
  const { setState, unclaim, settle, assertNotCarriedOut, fateOf } = createOpeningFates(deps)
  const { countsOf, settleCounted, checkSpoiled, checkBalance, waitAfterCharges } = createOpeningLimits({
    ...{ database, clock, settle },
  })

  /** Names no transaction: whoever learns an id before it is on the ledger can use it up. */
  const pending = () =>
    conflict('DECISION_PENDING', 'dao: another transaction for this decision is under way: ask again')

  /**
   * Whether this database has a `spoiled` transaction for the decision: one that failed by its payer or by the ledger.
   */
  async function cameToNothing({ chain }: OperatedLedger, decision: Decision): Promise<boolean> {
    const row = await read
      .selectFrom('node.opening')
      .select('transaction_id')
      .where('chain', '=', chain)
      .where(isOf(decision))
      .where('state', '=', 'spoiled')
      .executeTakeFirst()
    return row !== undefined
  }

  /**
   * The account that founded the DAO of this topic, and how many milliseconds ago, as the topic's first record of a
   * trusted publisher says; undefined if that record founds no DAO.
   */
  async function founderOf(ledger: OperatedLedger, topicId: string) {
    for await (const message of ledger.mirror.topicMessages(topicId, undefined, { payers: trusted(ledger) })) {
      const record = decodeRecord(message.bytes)
      if (record?.type !== 'dao' || record.chain !== ledger.chain) return undefined
      return { id: record.ownerAddress, age: clock.now() - Number(message.consensusTimestamp) * 1000 }
    }
    return undefined
  }

  /** The founder of a DAO that is not new: accounts that found DAOs today take nothing from the share of older ones. */
  async function establishedFounder(ledger: OperatedLedger, topicId: string): Promise<string | undefined> {
    const founder = await founderOf(ledger, topicId)
    return founder && founder.age >= limits.establishedAfter.value ? founder.id : undefined
  }

  /**
   * Refuses an attempt too soon after attempts that failed and charged `payer`, for whom the network alone signs,
   * whoever handed those in. The DAO's founder waits for its own alone, so that strangers can keep no decision from it;
   * nor can it from others, who wait for all but these.
   *
   * @throws 429 DECISION_FAILED
   */
  async function checkCharged(ledger: OperatedLedger, decision: Decision, payer: string, wallet: string) {
    const ofAll = await waitAfterCharges(ledger, decision, payer)
    if (!ofAll) return
    const { id: founder } = (await founderOf(ledger, decision.topicId)) ?? {}
    const only = founder === undefined ? undefined : { wallet: founder, isTheirs: wallet === founder }
    const wait = only ? await waitAfterCharges(ledger, decision, payer, only) : ofAll
    if (!wait) return
    throw tooMany(
      'DECISION_FAILED',
      `dao: ${wait.failures} transactions for this decision failed on the ledger, which charged ${payer}, for whom the network alone signs: the next may be made from ${new Date(wait.until).toISOString()} on`,
      Math.ceil((wait.until - clock.now()) / 1000),
    )
  }

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
    async claim(ledger: OperatedLedger, decision: Decision, offer: Offer, { wallet, hashes, payerSigns }: HandedIn) {
      const { frozen, sender } = offer
      const { topicId, consensusTimestamp, proposalId } = decision
      const { transactionId, nodeId, expiresAt } = frozen
      if (await assertNotCarriedOut(ledger, decision)) throw pending()
      const counts = countsOf(ledger, decision, sender, { wallet, payerSigns })
      await settleCounted(ledger, counts)
      if (!namesPayer(decision)) await checkBalance(ledger, offer)
      const parts = frozen.bodies.map(
        (body, index): KeptPart => ({
          ...{ transactionId: transactionIdOf(body), hash: hashes[index] ?? '', body: encodeBytes(body) },
        }),
      )
      const claimed = await database.change(async (trx) => {
        await checkSpoiled(trx, ledger, counts)
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
        if (!payerSigns) await checkCharged(ledger, decision, sender, wallet)
        // A decision whose transaction was spoiled before is no longer paid from its founder's part, so that it takes
        // from that part only once.
        const isFounders = namesPayer(decision) && !(await cameToNothing(ledger, decision))
        const founder = isFounders ? await establishedFounder(ledger, topicId) : undefined
        await topic.append(
          ledger,
          `opened ${transactionId}`,
          record,
          founder ? { purpose: 'decision', wallet: founder } : { purpose: 'decision of anyone', wallet },
        )
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
