/**
 * A DAO's signature under a request of a wallet that the DAO co-owns through an account under the network key. The
 * decision holds the bytes to sign, so asking again gets the same signature, and the ledger executes the bytes once.
 * For a request that the ledger keeps, the decision holds the schedule and its bytes, and the account signs a
 * ScheduleSign.
 */
import type { proto } from '@hiero-ledger/proto'
import { customFeesOf, MaxCustomFees, type MirrorAccount, parseTransactionId, type Signer } from '@quorate/ledger'
import {
  AccountId,
  badRequest,
  type Clock,
  conflict,
  type Database,
  forbidden,
  gone,
  type Session,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import {
  DECIDED_BYTES,
  excessOf,
  guardedOwnerIn,
  type Key,
  leastMaximum,
  leaves,
  publicKeyText,
  sameKey,
  saysSame,
} from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { createFacts } from '../operations/checks.ts'
import { type DaoIn, exact } from '../operations/fields.ts'
import type { Cleanup } from '../sessions/cleanup.ts'
import { lockWallet } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'
import { countWalletSignature } from '../store/wallet-signatures.ts'
import type { Bindings } from '../validators/bindings.ts'
import type { Cosigner } from '../validators/cosign.ts'
import { walletSignatureRefusal } from '../validators/permission.ts'
import type { ValidatorRecords } from '../validators/records.ts'
import { keyIn } from '../validators/signers.ts'
import { entityIdText, transactionIdOf } from '../values/transaction-body.ts'
import type { Decisions, PassedDecision } from './decisions.ts'
import { scheduledWalletBody, walletBody } from './wallet-bodies.ts'

const PATH = /^\/multisig\/transaction\/sign\/([0-9a-f-]{36})$/
const DAY_MS = 86_400_000

/** The body of the operation that names a request in a proposal. */
const SignatureOperation = Type.Object(
  {
    walletId: AccountId,
    senderId: AccountId,
    bodyBytes: Type.String({ minLength: 4, maxLength: 8192, pattern: DECIDED_BYTES }),
    scheduleId: Type.Optional(AccountId),
    maxCustomFees: Type.Optional(MaxCustomFees),
  },
  exact,
)
type SignatureOperation = Static<typeof SignatureOperation>

/** A signature that a DAO decided: the body of `POST /multisig/transaction/sign/{jobId}`. */
export interface WalletSignature {
  jobId: string
  walletId: string
  senderId: string
  /** Raw hex. */
  publicKey: string
  signature: Uint8Array
}

interface SignatureRequest {
  walletId: string
  dao: DaoIn
  /** The ScheduleSign for a request that the ledger keeps. */
  bodyBytes?: Uint8Array | undefined
}

export type WalletSignatures = ReturnType<typeof createWalletSignatures>

export function createWalletSignatures(deps: {
  database: Database<Tables>
  clock: Clock
  decisions: Decisions
  cosigner: Cosigner
  bindings: Bindings
  records: ValidatorRecords
  network(ledger: OperatedLedger): Signer
  clean: Cleanup
}) {
  const { database, clock, decisions, cosigner, bindings, records, network, clean } = deps

  /** @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED */
  async function checkValidator(ledger: OperatedLedger, account: string, topicId: string): Promise<void> {
    const binding = await bindings.of(ledger, 'account', account)
    if (!binding)
      throw forbidden(
        'ENTITY_UNBOUND',
        `The account ${account} is not under a validator of this node: it does not sign`,
      )
    const refusal = walletSignatureRefusal(await records.read(ledger, 'account', binding.validator), topicId)
    if (refusal) throw forbidden('VALIDATOR_REFUSED', `The validator of the account ${account} refuses: ${refusal}`)
  }

  /**
   * Checks that the network's signature of this body satisfies the account's part of the wallet's key and nothing else.
   *
   * @throws 403 OWNER_NOT_NAMED; 422 BODY_NOT_UNDERSTOOD
   */
  async function checkSigned(ledger: OperatedLedger, body: proto.TransactionBody, asked: SignatureOperation) {
    const { walletId, senderId } = asked
    const facts = createFacts(ledger)
    const [wallet, owner] = await Promise.all([
      facts.account(walletId, 'walletId'),
      facts.account(senderId, 'senderId'),
    ])
    const holds = (key: Key | null): boolean => holdsNetworkKey(ledger, key)
    const { key: newKey, memo: newMemo } = body.cryptoUpdateAccount ?? {}
    const [brought] = keyIn(newKey)
    const memo = newMemo?.value ?? wallet.memo
    const parts = [
      { key: wallet.key, memo: wallet.memo, when: 'now' },
      ...(brought ? [{ key: brought, memo, when: 'then' }] : []),
    ].filter(({ key }) => holds(key))
    const ownerKey = owner.key
    if (!ownerKey || !holds(ownerKey) || parts.length === 0)
      throw notNamed(`the network's key is no longer part of the key of ${senderId} or of the wallet`)
    for (const { key, memo: named, when } of parts) {
      if (guardedOwnerIn(named ?? '') !== senderId)
        throw notNamed(`its memo ${when} names another or none: request the change with update/request, owner.guarded`)
      if (!key || !isPart(ownerKey, key)) throw notNamed(`its key ${when} has no part that is the key of ${senderId}`)
    }
    const [other] = await cosigner.othersIn(ledger, body, walletId)
    if (other)
      throw unprocessable(
        'BODY_NOT_UNDERSTOOD',
        `bodyBytes: the signature would count for ${other.id}, too, or could if its key held the network's`,
      )

    function notNamed(why: string) {
      return forbidden('OWNER_NOT_NAMED', `${senderId} is not a guarded owner of ${walletId}: ${why}`)
    }
  }

  /** Whether an account may pay a ScheduleSign: the network's signature must not make another account pay. */
  async function mayPay(ledger: OperatedLedger, payer: string | undefined, senderId: string): Promise<boolean> {
    if (payer === undefined || payer === senderId) return payer !== undefined
    const { key } = await createFacts(ledger).account(payer, 'bodyBytes')
    return !holdsNetworkKey(ledger, key)
  }

  const holdsNetworkKey = (ledger: OperatedLedger, key: Key | null): boolean => {
    const own = publicKeyText(network(ledger).publicKey)
    return key !== null && leaves(key).some((leaf) => publicKeyText(leaf) === own)
  }

  /** The bytes of a request that all owners sign as one body. */
  function ordinaryBody({ walletId }: SignatureOperation, bytes: Uint8Array, decision: PassedDecision) {
    const body = walletBody(bytes)
    if (body.data === 'scheduleSign' || payerOf(bytes) !== walletId)
      throw unprocessable('BODY_NOT_UNDERSTOOD', `bodyBytes: this is not a transaction that ${walletId} pays`)
    checkTime(endOf(body), decision, clock.now())
    return body
  }

  /**
   * Checks the schedule that a decision names, and the ScheduleSign that the account is to sign.
   *
   * Does not check whether the ledger already has the account's signature: a mirror also shows invalid signatures, and
   * any owner may add one in the name of the network's key.
   *
   * @throws 400 BODY_BYTES_MISSING; 409 SCHEDULE_CLOSED; 422 BODY_NOT_UNDERSTOOD
   */
  async function scheduledBody(
    ledger: OperatedLedger,
    given: Uint8Array | undefined,
    { walletId, senderId, scheduleId }: SignatureOperation & { scheduleId: string },
    bytes: Uint8Array,
    decision: PassedDecision,
  ): Promise<proto.TransactionBody> {
    const schedule = await ledger.mirror.schedule(scheduleId)
    const isSame = schedule && saysSame(schedule.body, bytes, 'SchedulableTransactionBody')
    if (!isSame || (schedule.payer ?? schedule.creator) !== walletId)
      throw forbidden('DECISION_DOES_NOT_PERMIT', `dao: the schedule ${scheduleId} is not what the decision names`)
    const endsAt = Number(schedule.expirationTime ?? 0) * 1000
    if (schedule.executedTimestamp || schedule.deleted)
      throw conflict('SCHEDULE_CLOSED', `The schedule ${scheduleId} was executed or deleted`)
    checkTime(endsAt, decision, clock.now())
    if (!given)
      throw badRequest(
        'BODY_BYTES_MISSING',
        `bodyBytes: send those of the ScheduleSign that GET /multisig/transaction/status/{jobId}?senderId=${senderId} answers`,
      )
    const sign = walletBody(given)
    const { scheduleID } = sign.scheduleSign ?? {}
    const isSign = sign.data === 'scheduleSign' && entityIdText(scheduleID, scheduleID?.scheduleNum) === scheduleId
    const { value: most } = limits.maxFeeOfScheduleSign
    const left = endOf(sign) - clock.now()
    const isPaid = isSign && (await mayPay(ledger, payerOf(given), senderId))
    if (!isPaid || Number(sign.transactionFee ?? 0) > most || left > DAY_MS || left <= 0)
      throw unprocessable(
        'BODY_NOT_UNDERSTOOD',
        `bodyBytes: send a ScheduleSign of ${scheduleId} that ${senderId} pays, or an account that is not under the network's key, for at most ${most} tinybars, and that can be executed now`,
      )
    return scheduledWalletBody(bytes, walletId)
  }

  /**
   * Counts a ScheduleSign that the account pays: the account is charged even if it fails. The count is kept per key, so
   * that no owner can use up the others' share.
   *
   * @throws 429 TOO_MANY_SCHEDULE_SIGNS
   */
  async function count({ chain }: OperatedLedger, proposalId: string, publicKey: string, transactionId: string) {
    const { value: most } = limits.scheduleSignsOfDecision
    await database.change(async (trx) => {
      await lockWallet(trx, chain, `${proposalId} ${publicKey}`)
      const now = clock.now()
      const expires_at = new Date(now + DAY_MS)
      const by = { chain, proposal_id: proposalId, public_key: publicKey }
      const one = { transaction_id: transactionId, expires_at }
      const counted = await countWalletSignature(trx, by, one, new Date(now))
      if (counted.length > most)
        throw tooMany(
          'TOO_MANY_SCHEDULE_SIGNS',
          `dao: your key has had ${most} ScheduleSigns for this decision within 24 hours`,
          Math.ceil(((counted[0]?.getTime() ?? now) - now) / 1000),
        )
      await clean(trx, expires_at.getTime())
    })
  }

  return {
    /**
     * Signs for a session whose key is part of the wallet's key.
     *
     * @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED, DECISION_DOES_NOT_PERMIT, NOT_AN_OWNER, ENTITY_UNBOUND,
     *     VALIDATOR_REFUSED, OWNER_NOT_NAMED; and what the checks above throw
     */
    async sign(ledger: OperatedLedger, session: Session, asked: SignatureRequest): Promise<WalletSignature> {
      const decision = await decisions.passed(ledger, asked.dao)
      const { operation, topicId, consensusTimestamp } = decision
      const [, jobId] = (operation?.method.toUpperCase() === 'POST' && PATH.exec(operation.path)) || []
      const named = operation?.body
      if (!jobId || !Check(SignatureOperation, named) || named.walletId !== asked.walletId)
        throw forbidden(
          'DECISION_DOES_NOT_PERMIT',
          `dao: the decision at ${consensusTimestamp} of the topic ${topicId} names no signature under a request of ${asked.walletId}`,
        )
      const { walletId, senderId, scheduleId } = named
      const bytes = Buffer.from(named.bodyBytes, 'base64')
      const wallet = await createFacts(ledger).account(walletId, 'walletId')
      if (!wallet.key || !leaves(wallet.key).some((leaf) => publicKeyText(leaf) === session.publicKey))
        throw forbidden('NOT_AN_OWNER', `The key of this session is not part of the key of ${walletId} on the ledger`)
      await checkValidator(ledger, senderId, topicId)
      checkIsWallet(wallet)
      const body =
        scheduleId === undefined
          ? ordinaryBody(named, bytes, decision)
          : await scheduledBody(ledger, asked.bodyBytes, { ...named, scheduleId }, bytes, decision)
      await checkSigned(ledger, body, named)
      await checkFees(ledger, body, wallet, named)
      const signed = scheduleId === undefined ? bytes : (asked.bodyBytes ?? bytes)
      if (scheduleId !== undefined && payerOf(signed) === senderId)
        await count(ledger, decision.proposalId, session.publicKey, transactionIdOf(signed))
      const { publicKey, signature } = cosigner.sign(ledger, signed)
      return { jobId, walletId, senderId, publicKey: publicKeyText(publicKey), signature }
    },
  }
}

/**
 * Checks that the body charges the wallet no custom fees beyond those that the decision names. Anyone who holds the
 * signature may execute the body without the multi-signature service, which would check the fees against the request.
 *
 * @throws 422 CUSTOM_FEES, INVALID_TOKEN_ID
 */
async function checkFees(
  { mirror }: OperatedLedger,
  body: proto.TransactionBody,
  wallet: MirrorAccount,
  { maxCustomFees = [] }: SignatureOperation,
): Promise<void> {
  const fees = await customFeesOf({ mirror }, body, wallet.id)
  const excess = excessOf(fees, maxCustomFees)
  if (excess === undefined) return
  throw unprocessable(
    'CUSTOM_FEES',
    `The wallet ${wallet.id} could pay more than the decision permits: ${excess}. To permit the current fees, set "maxCustomFees": ${JSON.stringify(leastMaximum(fees))} in the operation's body`,
    leastMaximum(fees),
  )
}

/** @throws 410 DECISION_EXPIRED, REQUEST_EXPIRED */
function checkTime(endsAt: number, { validUntil }: PassedDecision, now: number): void {
  if (endsAt <= now)
    throw gone('REQUEST_EXPIRED', `The decision could be executed until ${new Date(endsAt).toISOString()}`)
  if (validUntil !== undefined && endsAt > validUntil)
    throw gone(
      'DECISION_EXPIRED',
      `dao: the decision is valid until ${new Date(validUntil).toISOString()}, and what it names could be executed until ${new Date(endsAt).toISOString()}`,
    )
}

/**
 * Checks that an account has a wallet's key, which is a threshold key. An account under a validator has the network's
 * key, or a list of that and its sender's (`keyFor`). Such an account's owner wrote its memo, which must not override
 * the validator. Keys tell the two apart at any time; bindings may be unknown yet, or lost.
 *
 * @throws 403 VALIDATOR_REFUSED
 */
function checkIsWallet({ id, key }: MirrorAccount): void {
  if (key?.type === 'threshold') return
  throw forbidden(
    'VALIDATOR_REFUSED',
    `${id} is not a wallet, because its key is not a threshold key: the network signs requests of wallets only. For an account under a validator, use the writes of the node`,
  )
}

const payerOf = (bytes: Uint8Array): string | undefined => parseTransactionId(transactionIdOf(bytes))?.payer

/** Whether a key is the whole of another, or one of its parts. */
const isPart = (part: Key, key: Key): boolean =>
  sameKey(part, key) ||
  ((key.type === 'threshold' || key.type === 'list') && key.keys.some((one) => sameKey(part, one)))

/** When the window of a transaction ends, in milliseconds since 1970. */
function endOf({ transactionID, transactionValidDuration }: proto.TransactionBody): number {
  const { seconds } = transactionID?.transactionValidStart ?? {}
  return (Number(String(seconds ?? 0)) + Number(String(transactionValidDuration?.seconds ?? 0))) * 1000
}
