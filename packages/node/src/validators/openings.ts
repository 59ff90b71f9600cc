/**
 * A decision opens its operation once. A client that asks for it gets bytes without the network's signature: any number of clients may hold such
 * bytes, and hold up nobody. The network signs when a transaction comes back with its payer's signature, and one transaction at a time: the node
 * claims the decision for it, writes that on the node topic, and submits it from this process, so that nobody else ever holds the signed bytes.
 * Another may follow only when that one surely never happens.
 */
import { decodeRecord, failedForGood } from '@quorate/ledger'
import {
  ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  deleteAll,
  encodeBytes,
  json,
  mapInBatches,
  type Reader,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SecretBox } from '../keys/secret-box.ts'
import { limits } from '../limits.ts'
import { CHUNK_BYTES, type NodeTopic } from '../node-topic/node-topic.ts'
import type { KeepRecord } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { DaoIn } from '../operations/fields.ts'
import { lockWallet, type Tables } from '../store/store.ts'
import type { SignatureRequired } from '../transactions/answers.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'
import { decodeBody, transactionIdOf } from '../values/transaction-body.ts'
import type { Decision } from './decisions.ts'

/** The request of a client, which the node prepares again when the bytes come back. */
export interface OfferedRequest {
  /** The operation's name. */
  name: string
  params: Record<string, string>
  body: Record<string, unknown>
  dao: DaoIn
}

/** Bytes that were answered for a decision. */
export interface Offer {
  wallet: string
  sender: string
  request: OfferedRequest
  frozen: FrozenWrite
  answer: SignatureRequired
}

/** Signed bytes that a wallet handed in. */
export interface HandedIn {
  wallet: string
  /** The hash of each chunk's transaction as it is submitted. */
  hashes: readonly string[]
  /** Whether the payer's own signature was needed; false where the network alone signs for it. */
  payerSigns: boolean
}

/** The transaction id of a chunk. */
const Part = Type.Object({ transactionId: Type.String() })
/** A chunk with the hash of the transaction as it is submitted, in hex, and its body in base64, which the database keeps and the topic does not hold. */
type KeptPart = Static<typeof Part> & { hash?: string; body?: string }

/** The transaction that a decision was claimed for. */
const Claimed = Type.Object({
  transactionId: Type.String(),
  nodeId: Type.String(),
  /** Milliseconds since 1970. */
  expiresAt: Type.Integer(),
  parts: Type.Optional(Type.Array(Part)),
})
type Claimed = Static<typeof Claimed>

/** An opening as the node topic holds it: a decision, and what it was claimed for. */
const OpenedRecord = Type.Object({
  quorate: Type.Literal(1),
  type: Type.Literal('opened'),
  chain: Type.String(),
  topicId: Type.String(),
  consensusTimestamp: Type.String(),
  /** Absent in records of earlier versions. */
  proposalId: Type.Optional(Type.String()),
  /**
   * What was claimed, sealed, in base64: who knows the id of a transaction can use it up before its payer does, and anybody reads the topic before the
   * transactions are on the ledger. Records of earlier versions have it unsealed instead.
   */
  sealed: Type.Optional(Type.String()),
})
type OpenedRecord = Static<typeof OpenedRecord>

const placeOf = ({ chain, topicId, consensusTimestamp }: Omit<OpenedRecord, 'quorate' | 'type'>) =>
  `${chain} ${topicId} ${consensusTimestamp}`

const sealed = (secretBox: SecretBox, claimed: Claimed, record: Omit<OpenedRecord, 'sealed'>): string =>
  encodeBytes(secretBox.seal(Buffer.from(JSON.stringify(claimed)), placeOf(record)))

function unsealed(secretBox: SecretBox, record: OpenedRecord): unknown {
  if (record.sealed === undefined) return record
  const bytes = secretBox.open(Buffer.from(record.sealed, 'base64'), placeOf(record))
  return bytes && JSON.parse(Buffer.from(bytes).toString())
}

/** Seals records with a key of the chain's network key. */
export type SecretBoxOf = (chain: string) => SecretBox

/**
 * Keeps an opening that was read from the topic, unless the database knows its transaction already. One that does not open was sealed under another
 * network key, with which this node signs nothing.
 */
export const keepOpened =
  (secretBoxOf: SecretBoxOf): KeepRecord =>
  async (change, chain, record) => {
    if (!Check(OpenedRecord, record) || record.chain !== chain) return
    const claimed = unsealed(secretBoxOf(chain), record)
    if (!Check(Claimed, claimed)) return
    await change
      .insertInto('node.opening')
      .values({
        ...{ chain, topic_id: record.topicId, consensus_timestamp: record.consensusTimestamp, state: 'restored' },
        ...{ transaction_id: claimed.transactionId, node_id: claimed.nodeId, expires_at: new Date(claimed.expiresAt) },
        proposal_id: record.proposalId ?? null,
        wallet: null,
        parts: claimed.parts ? json(claimed.parts) : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

/** The size of a sealed record without parts, and of each part, in bytes: a little more than they have. */
const RECORD_BYTES = 500
const PART_BYTES = 80

/** Milliseconds that it may take to submit this many chunks, one after the other. */
const submittingMs = (chunks: number): number => chunks * limits.carryOutTimePerMessage.value

/** Milliseconds from the signed bytes of this many chunks to the last chunk on the ledger: the node writes their record first. */
export const carryOutMs = (chunks: number): number =>
  limits.carryOutTime.value + submittingMs(chunks + Math.ceil((RECORD_BYTES + PART_BYTES * chunks) / CHUNK_BYTES))

export const endsTooSoon = () =>
  conflict('DECISION_BYTES_OUTDATED', 'the window of these bytes ends too soon: ask for new ones')

export const superseded = (transactionId: string) =>
  conflict(
    'SUPERSEDED',
    `what was decided was not executed under ${transactionId}, or not all of it: ask for new bytes`,
  )

/** The outcomes under the ids of all chunks, in their order. The payer may have used any of these ids for something else. */
export const outcomesOf = (ledger: OperatedLedger, { nodeId, expiresAt, bodies }: FrozenWrite) =>
  mapInBatches(bodies, (body) => ledger.outcome(transactionIdOf(body), { nodeId, expiresAt }))

export type Openings = ReturnType<typeof createOpenings>

const namesPayer = ({ sender }: Decision): boolean => sender?.id !== undefined

/** How long a payer's spoiled transactions are counted, in milliseconds after their window. */
const SPOILED_MS = 86_400_000
type State = Tables['node.opening']['state']
/** States of rows whose transaction never happens: `spoiled` by its payer, or `void` without its doing. */
const OVER: State[] = ['void', 'spoiled']
/** States of rows whose transaction may still happen. */
const OPEN: State[] = ['claimed', 'sent', 'refused', 'abandoned', 'restored']

/**
 * The rows of a decision, by its proposal or its timestamp: a governance database that was restored may decide a proposal again, and write that under
 * another timestamp. The same id on another topic is another publisher's proposal: one publisher uses up no decision of another.
 */
const isOf =
  ({ topicId, consensusTimestamp, proposalId }: Decision) =>
  (eb: ExpressionBuilder<Tables, 'node.opening'>) =>
    eb.and([
      eb('topic_id', '=', topicId),
      eb.or([eb('proposal_id', '=', proposalId), eb('consensus_timestamp', '=', consensusTimestamp)]),
    ])

/** A limit that a claim counts towards. */
interface Count {
  /** Names the lock under which claims are counted one after the other. */
  holder: string
  where: (eb: ExpressionBuilder<Tables, 'node.opening'>) => Expression<SqlBool>
  whose: string
  /** Ends the advice in the refusal, "have another ...". */
  other: string
}

export function createOpenings(deps: {
  database: Database<Tables>
  clock: Clock
  topic: NodeTopic
  secretBoxOf: SecretBoxOf
  trusted: (ledger: OperatedLedger) => Set<string>
}) {
  const { database, clock, topic, secretBoxOf, trusted } = deps
  const { read } = database
  type Row = Selectable<Tables['node.opening']>

  /**
   * Moves a row to `state`; false where it is in none of the states `from` any more. Deletes the offer of bytes that can no longer be carried out, so
   * that its wallet is answered new ones.
   */
  const setState = (chain: string, transactionId: string, state: State, from: readonly State[]): Promise<boolean> =>
    database.change(async (change) => {
      const { numUpdatedRows } = await change
        .updateTable('node.opening')
        .set({ state, ...(OPEN.includes(state) ? {} : { parts: null }) })
        .where('chain', '=', chain)
        .where('transaction_id', '=', transactionId)
        .where('state', 'in', from)
        .executeTakeFirst()
      if (state !== 'used' && state !== 'sent') await forgetOffer(change, chain, transactionId)
      return numUpdatedRows > 0n
    })
  const unclaim = (chain: string, transactionId: string) =>
    database.change((change) =>
      change
        .deleteFrom('node.opening')
        .where('chain', '=', chain)
        .where('transaction_id', '=', transactionId)
        .where('state', '=', 'claimed')
        .execute(),
    )
  const forgetOffer = (change: Change<Tables>, chain: string, transactionId: string) =>
    change.deleteFrom('node.offer').where('chain', '=', chain).where('transaction_id', '=', transactionId).execute()

  /**
   * What became of one transaction, as the mirror shows it: receipts could be forged for longer than its window. The payer may have put another body
   * on the ledger under the id, which does not use the decision. Another hash does not prove another body: whoever stands between the node and the
   * consensus node can change the signature map, which nobody signs.
   */
  async function fateOf(ledger: OperatedLedger, row: Row, part: Partial<KeptPart> & { transactionId: string }) {
    const { transactionId, hash, body } = part
    const expiresAt = row.expires_at.getTime()
    const outcome = await ledger.outcome(transactionId, { nodeId: row.node_id, expiresAt, mirrorOnly: true })
    if (outcome.state !== 'final') return 'pending'
    if (!outcome.success) return (await failedForGood(ledger, outcome, expiresAt, clock.now())) ? 'void' : 'pending'
    // Without the body the node cannot tell its transaction from another: it rather loses a decision than opens it twice.
    if (body === undefined) return (await ledger.mirror.executed(transactionId)) ? 'used' : 'pending'
    const bodyBytes = Uint8Array.from(Buffer.from(body, 'base64'))
    const execution = await ledger.execution({ bodyBytes, outcome, submitted: hash ? [hash] : [] })
    if (execution.state === 'superseded') return 'void'
    return execution.state === 'executed' && execution.proof !== 'precheck' ? 'used' : 'pending'
  }

  /**
   * A message is whole with all of its chunks, and a chunk that never comes makes the others void. The node sends them in order, so it asks the
   * mirror about the last one first, and about the others only when that has come: anybody may ask again and again.
   */
  async function fateOfAll(ledger: OperatedLedger, row: Row, parts: (Partial<KeptPart> & { transactionId: string })[]) {
    const [last, ...others] = parts.toReversed()
    const fate = last ? await fateOf(ledger, row, last) : 'pending'
    if (fate !== 'used') return fate
    const fates = await Promise.all(others.map((part) => fateOf(ledger, row, part)))
    return fates.includes('void') ? 'void' : fates.includes('pending') ? 'pending' : 'used'
  }

  async function settle(ledger: OperatedLedger, row: Row): Promise<'used' | 'void' | 'pending' | 'claimed'> {
    // The process that claimed the row may be about to submit it, whatever stands under its ids, and sets the state itself. A row that is `claimed`
    // after its window was left by a process that ended.
    if (row.state === 'claimed' && clock.now() < row.expires_at.getTime()) return 'claimed'
    const parts = (row.parts as KeptPart[] | null) ?? [{ transactionId: row.transaction_id }]
    const fate = await fateOfAll(ledger, row, parts)
    // The topic doesn't say who caused a transaction to fail, so a `restored` row becomes `void`. So does an `abandoned` row, which the
    // node itself left unsent, and one that was left `claimed`.
    const over = row.state === 'sent' || row.state === 'refused' ? 'spoiled' : 'void'
    if (fate === 'used') await setState(ledger.chain, row.transaction_id, 'used', OPEN)
    if (fate === 'void') await setState(ledger.chain, row.transaction_id, over, [row.state])
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

  /** Names no transaction: whoever learns an id before it is on the ledger can use it up. */
  const pending = () =>
    conflict('DECISION_PENDING', 'dao: another transaction for this decision is under way: ask again')

  /**
   * The limits of claims that failed, or still may fail: the node pays for the record of each claim, and each holds its decision up. Where the
   * decision names the payer, each wallet has a few claims of that decision, so that other wallets that hand in for this payer are not held up.
   * Otherwise each wallet has a few claims in all, whoever pays; and each payer that signs itself has a few in all, whoever hands them in. Anybody
   * may name a payer for whom the network alone signs, so what one wallet hands in for it does not count against another.
   */
  function countsOf(
    { operator }: OperatedLedger,
    decision: Decision,
    payer: string,
    { wallet, payerSigns }: Pick<HandedIn, 'wallet' | 'payerSigns'>,
  ): Count[] {
    if (payer === operator.accountId) return []
    const byWallet = sql<boolean>`wallet = ${wallet}`
    const ofWallet = { holder: wallet, whose: `that ${wallet} handed in`, other: 'wallet hand it in' }
    if (namesPayer(decision))
      return [
        {
          ...ofWallet,
          where: (eb) => eb.and([byWallet, isOf(decision)(eb)]),
          whose: `of this decision that ${wallet} handed in`,
        },
      ]
    const byPayer: Count = {
      holder: `payer ${payer}`,
      where: () => sql<boolean>`split_part(transaction_id, '@', 1) = ${payer}`,
      whose: `that ${payer} pays for`,
      other: 'account pay',
    }
    return [{ ...ofWallet, where: () => byWallet }, ...(payerSigns ? [byPayer] : [])]
  }

  const counted = (reader: Pick<Reader<Tables>, 'selectFrom'>, { chain }: OperatedLedger, { where }: Count) =>
    reader
      .selectFrom('node.opening')
      .where('chain', '=', chain)
      // The literal condition of the partial indexes (migration 015), so that PostgreSQL can use them.
      .where(sql<boolean>`state in ('claimed', 'sent', 'refused', 'spoiled')`)
      .where('expires_at', '>', new Date(clock.now() - SPOILED_MS))
      .where(where)
      .orderBy('expires_at')

  /** Where a limit is reached, finds out what became of the counted transactions that may still fail. */
  async function settleCounted(ledger: OperatedLedger, counts: Count[]): Promise<void> {
    for (const count of counts) {
      const query = counted(read, ledger, count)
      const { all } = await query
        .clearOrderBy()
        .select(({ fn }) => fn.countAll<bigint>().as('all'))
        .executeTakeFirstOrThrow()
      if (Number(all) < limits.maxSpoiledOpenings.value) continue
      const open = query.selectAll().where('state', '!=', 'spoiled').limit(limits.maxOffersPerWallet.value)
      await mapInBatches(await open.execute(), (row) => settle(ledger, row))
    }
  }

  /** Checks the limits, in the change that claims. @throws 429 TOO_MANY_SPOILED */
  async function checkSpoiled(change: Change<Tables>, ledger: OperatedLedger, counts: Count[]): Promise<void> {
    // Every change takes these locks in the same order, so that no two of them wait for each other.
    for (const holder of counts.map(({ holder }) => holder).sort()) await lockWallet(change, ledger.chain, holder)
    const { value: most } = limits.maxSpoiledOpenings
    for (const count of counts) {
      const rows = await counted(change, ledger, count).select(['state', 'expires_at']).execute()
      const [oldest] = rows.slice(-most)
      if (!oldest || rows.length < most) continue
      const open = rows.find(({ state }) => state === 'claimed' || state === 'sent')
      const until = open ? open.expires_at.getTime() : oldest.expires_at.getTime() + SPOILED_MS
      throw tooMany(
        'TOO_MANY_SPOILED',
        `dao: ${rows.length} transactions for decisions ${count.whose} failed in the last 24 hours, or may still fail: at most ${most}; wait, or have another ${count.other}`,
        Math.max(1, Math.ceil((until - clock.now()) / 1000)),
      )
    }
  }

  /**
   * Refuses a payer that cannot pay the greatest fees of all chunks: the ledger would refuse the transaction after the claim, and the decision would be held up for
   * nothing. Only called where any other account may pay instead.
   *
   * @throws 422 INSUFFICIENT_PAYER_BALANCE
   */
  async function checkBalance({ mirror }: OperatedLedger, { frozen, sender }: Offer): Promise<void> {
    const fees = frozen.bodies.map((body) => BigInt(String(decodeBody(body).transactionFee ?? 0)))
    const fee = fees.reduce((sum, one) => sum + one, 0n)
    const balance = (await mirror.account(sender))?.balance ?? 0n
    if (balance >= fee) return
    throw unprocessable(
      'INSUFFICIENT_PAYER_BALANCE',
      `dao: ${sender} has ${balance} tinybars, and the greatest fee is ${fee}: have another account pay`,
    )
  }

  /** Whether this database has a `spoiled` transaction for the decision: one that failed by its payer or by the ledger. */
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
   * The account that founded the DAO of this topic, as the topic's first record of a trusted publisher says; undefined if that record founds no DAO,
   * or is younger than a day: accounts that found DAOs today take nothing from the share of older ones.
   */
  async function establishedFounder(ledger: OperatedLedger, topicId: string): Promise<string | undefined> {
    for await (const message of ledger.mirror.topicMessages(topicId, undefined, { payers: trusted(ledger) })) {
      const record = decodeRecord(message.bytes)
      const age = clock.now() - Number(message.consensusTimestamp) * 1000
      const isEstablished = age >= limits.establishedAfter.value
      return record?.type === 'dao' && record.chain === ledger.chain && isEstablished ? record.ownerAddress : undefined
    }
    return undefined
  }

  return {
    /** @throws 409 DECISION_USED */
    assertNotCarriedOut,

    /**
     * What became of a transaction that the network signed for a decision; `claimed` while the network is about to sign it; undefined if there is
     * none under this id.
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

    /** The bytes that this wallet was answered for the decision, if they can still be carried out. */
    async offered(ledger: OperatedLedger, decision: Decision, wallet: string, sender: string) {
      const row = await read
        .selectFrom('node.offer')
        .selectAll()
        .where('chain', '=', ledger.chain)
        .where('topic_id', '=', decision.topicId)
        .where('consensus_timestamp', '=', decision.consensusTimestamp)
        .where('wallet', '=', wallet)
        .where('sender', '=', sender)
        .executeTakeFirst()
      if (!row) return undefined
      const { transaction_id, node_id: nodeId } = row
      const answer = row.answer as SignatureRequired
      const expiresAt = row.expires_at.getTime()
      const isOpen =
        clock.now() < expiresAt - carryOutMs(answer.chunks?.length ?? 1) &&
        (await ledger.outcome(transaction_id, { nodeId, expiresAt })).state !== 'final'
      if (isOpen) return answer
      await database.change((change) => forgetOffer(change, ledger.chain, transaction_id))
      return undefined
    },

    /** Deletes expired offers. To be called before the change that offers, as it takes as many changes as there are batches to delete. */
    forgetExpired: () => deleteAll(database, 'node.offer', sql`expires_at <= ${new Date(clock.now())}`),

    /** Keeps the bytes that are answered; false if another request of this wallet came first. @throws 429 TOO_MANY_OPEN_BYTES */
    async offer(change: Change<Tables>, { chain }: OperatedLedger, decision: Decision, offer: Offer): Promise<boolean> {
      const { wallet, sender, frozen, request } = offer
      await lockWallet(change, chain, wallet)
      const { open } = await change
        .selectFrom('node.offer')
        .select(({ fn }) => fn.countAll<bigint>().as('open'))
        .where('chain', '=', chain)
        .where('wallet', '=', wallet)
        .executeTakeFirstOrThrow()
      const { value: most } = limits.maxOffersPerWallet
      if (Number(open) >= most)
        throw tooMany(
          'TOO_MANY_OPEN_BYTES',
          `${wallet} holds bytes for ${open} decisions: at most ${most} at once, until they are carried out or their window ends`,
          60,
        )
      const values = {
        ...{ chain, topic_id: decision.topicId, consensus_timestamp: decision.consensusTimestamp, wallet, sender },
        ...{ transaction_id: frozen.transactionId, node_id: frozen.nodeId, expires_at: new Date(frozen.expiresAt) },
        ...{ request: json(request), answer: json(offer.answer) },
      }
      const kept = await change
        .insertInto('node.offer')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .returning('chain')
        .executeTakeFirst()
      return kept !== undefined
    },

    /** Deletes an offer that can't be carried out any more, so that a client that asks again gets other bytes. */
    forget: ({ chain }: OperatedLedger, transactionId: string) =>
      database.change((change) => forgetOffer(change, chain, transactionId)),

    /** The offer with this transaction id. */
    async find(ledger: OperatedLedger, transactionId: string): Promise<Offer | undefined> {
      const row = await read
        .selectFrom('node.offer')
        .selectAll()
        .where('chain', '=', ledger.chain)
        .where('transaction_id', '=', transactionId)
        .executeTakeFirst()
      if (!row) return undefined
      const answer = row.answer as SignatureRequired
      const bodies = (answer.chunks ?? [answer.bodyBytes]).map((text) => Uint8Array.from(Buffer.from(text, 'base64')))
      return {
        ...{ wallet: row.wallet, sender: row.sender, request: row.request as OfferedRequest, answer },
        frozen: { transactionId, nodeId: row.node_id, expiresAt: row.expires_at.getTime(), bodies },
      }
    },

    /**
     * Claims the decision for these transactions, which `wallet` hands in. The caller must then {@link publish} and submit them, or {@link release}
     * the claim.
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
      const claimed = await database.change(async (change) => {
        await checkSpoiled(change, ledger, counts)
        return change
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
     * Writes the claim on the node topic before anything can be carried out: the record outlives the database. Where that fails, the claim is given
     * up.
     *
     * @throws 409 DECISION_PENDING; 429 SPENDING_BUDGET_USED; 422 SPENDING_BUDGET_TOO_SMALL
     */
    async publish(ledger: OperatedLedger, decision: Decision, { frozen }: Offer, { wallet }: HandedIn): Promise<void> {
      const { topicId, consensusTimestamp, proposalId } = decision
      const { transactionId, nodeId, expiresAt, bodies } = frozen
      const parts = bodies.map((body) => ({ transactionId: transactionIdOf(body) }))
      const { chain } = ledger
      const opened: OpenedRecord = { quorate: 1, type: 'opened', chain, topicId, consensusTimestamp, proposalId }
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
        // A decision whose transaction was spoiled before is no longer paid from its founder's part, so that it takes from that part only once.
        const isFounders = namesPayer(decision) && !(await cameToNothing(ledger, decision))
        const founder = isFounders ? await establishedFounder(ledger, topicId) : undefined
        await topic.append(
          ledger,
          `opened ${transactionId}`,
          record,
          founder ? { purpose: 'decision', wallet: founder } : { purpose: 'decision of anyone', wallet },
        )
      } catch (error) {
        // A record that was refused is not on the topic. Its row is deleted, so that nobody fills the database with such rows, and the bytes may be
        // handed in again.
        if (error instanceof ApiError && error.statusCode < 500) await unclaim(ledger.chain, transactionId)
        else await setState(ledger.chain, transactionId, 'void', OPEN)
        throw error
      }
    },

    /**
     * The last check before the network's signature leaves the node. A transaction that stands under one of the ids by now is another's, even where
     * the mirror could not tell the two apart.
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
     * Gives up a published claim of which nothing was submitted. It counts, as the node has paid for its record, and the wallet that handed it in
     * chose the time and the ids. It may be `void` already, where another process found it claimed after its window.
     */
    spoil: ({ chain }: OperatedLedger, transactionId: string) =>
      setState(chain, transactionId, 'spoiled', ['claimed', 'void']),

    /**
     * Marks a claim of which some chunks were not submitted, and will not be. The decision stays taken until the mirror shows that the submitted ones
     * are not the whole message.
     */
    abandon: ({ chain }: OperatedLedger, transactionId: string) => setState(chain, transactionId, 'abandoned', OPEN),

    /**
     * Marks a claim that a consensus node refused before consensus. It counts against its payer at once. The decision stays taken until the window
     * has ended: the answer may have been forged on its way, and whoever forged it holds the signed bytes.
     */
    refuse: ({ chain }: OperatedLedger, transactionId: string) => setState(chain, transactionId, 'refused', OPEN),
  }
}
