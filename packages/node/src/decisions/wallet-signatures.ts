/**
 * A DAO's signature under a request of a wallet that the DAO co-owns through an account under the network key. The
 * decision holds the bytes to sign, so asking again gets the same signature, and the ledger executes the bytes once.
 * For a request that the ledger keeps, the decision holds the schedule and its bytes, and the account signs a
 * ScheduleSign.
 */
import type { proto } from '@hiero-ledger/proto'
import { parseTransactionId } from '@quorate/ledger'
import {
  badRequest,
  type Clock,
  conflict,
  type Database,
  forbidden,
  type Session,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { leaves, publicKeyText, saysSame } from '@quorate/verify'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import { entityIdText, transactionIdOf } from '../model/transaction-body.ts'
import { scheduledWalletBody, walletBody } from '../model/wallet-bodies.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { createFacts } from '../operations/checks.ts'
import type { DaoIn } from '../operations/fields.ts'
import type { Cleanup } from '../sessions/cleanup.ts'
import { lockWallet } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'
import { countWalletSignature } from '../store/wallet-signatures.ts'
import type { Bindings } from '../validators/bindings.ts'
import type { Cosigner } from '../validators/cosign.ts'
import type { ValidatorRecords } from '../validators/records.ts'
import type { Decisions, PassedDecision } from './decisions.ts'
import {
  checkFees,
  checkIsWallet,
  checkSigned,
  checkTime,
  checkValidator,
  holdsNetworkKey,
  type NetworkKey,
  SignatureOperation,
} from './wallet-signature-checks.ts'

const PATH = /^\/multisig\/transaction\/sign\/([0-9a-f-]{36})$/
const DAY_MS = 86_400_000

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

interface Deps {
  database: Database<Tables>
  clock: Clock
  decisions: Decisions
  cosigner: Cosigner
  bindings: Bindings
  records: ValidatorRecords
  network: NetworkKey
  clean: Cleanup
}

export type WalletSignatures = ReturnType<typeof createWalletSignatures>

export function createWalletSignatures(deps: Deps) {
  return {
    /**
     * Signs for a session whose key is part of the wallet's key.
     *
     * @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED, DECISION_DOES_NOT_PERMIT, NOT_AN_OWNER, ENTITY_UNBOUND,
     *     VALIDATOR_REFUSED, OWNER_NOT_NAMED; and what the checks below and in wallet-signature-checks.ts throw
     */
    sign: (ledger: OperatedLedger, session: Session, asked: SignatureRequest): Promise<WalletSignature> =>
      sign(deps, ledger, session, asked),
  }
}

async function sign(
  deps: Deps,
  ledger: OperatedLedger,
  session: Session,
  asked: SignatureRequest,
): Promise<WalletSignature> {
  const { decisions, cosigner } = deps
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
  await checkValidator(deps, ledger, senderId, topicId)
  checkIsWallet(wallet)
  const body =
    scheduleId === undefined
      ? ordinaryBody(deps, named, bytes, decision)
      : await scheduledBody(deps, ledger, { named: { ...named, scheduleId }, bytes, decision }, asked.bodyBytes)
  await checkSigned(deps, ledger, body, named)
  await checkFees(ledger, body, wallet, named)
  const signed = scheduleId === undefined ? bytes : (asked.bodyBytes ?? bytes)
  if (scheduleId !== undefined && payerOf(signed) === senderId)
    await count(deps, ledger, decision, { publicKey: session.publicKey, transactionId: transactionIdOf(signed) })
  const { publicKey, signature } = cosigner.sign(ledger, signed)
  return { jobId, walletId, senderId, publicKey: publicKeyText(publicKey), signature }
}

/** The bytes of a request that all owners sign as one body. */
function ordinaryBody(
  { clock }: Deps,
  { walletId }: SignatureOperation,
  bytes: Uint8Array,
  decision: PassedDecision,
): proto.TransactionBody {
  const body = walletBody(bytes)
  if (body.data === 'scheduleSign' || payerOf(bytes) !== walletId)
    throw unprocessable('BODY_NOT_UNDERSTOOD', `bodyBytes: this is not a transaction that ${walletId} pays`)
  checkTime(endOf(body), decision, clock.now())
  return body
}

/** The schedule that a decision names, and the bytes that it must have. */
interface DecidedSchedule {
  named: SignatureOperation & { scheduleId: string }
  bytes: Uint8Array
  decision: PassedDecision
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
  deps: Deps,
  ledger: OperatedLedger,
  { named, bytes, decision }: DecidedSchedule,
  given: Uint8Array | undefined,
): Promise<proto.TransactionBody> {
  const { walletId, senderId, scheduleId } = named
  const schedule = await ledger.mirror.schedule(scheduleId)
  const now = deps.clock.now()
  const isSame = schedule && saysSame(schedule.body, bytes, 'SchedulableTransactionBody')
  if (!isSame || (schedule.payer ?? schedule.creator) !== walletId)
    throw forbidden('DECISION_DOES_NOT_PERMIT', `dao: the schedule ${scheduleId} is not what the decision names`)
  const endsAt = Number(schedule.expirationTime ?? 0) * 1000
  if (schedule.executedTimestamp || schedule.deleted)
    throw conflict('SCHEDULE_CLOSED', `The schedule ${scheduleId} was executed or deleted`)
  checkTime(endsAt, decision, now)
  if (!given)
    throw badRequest(
      'BODY_BYTES_MISSING',
      `bodyBytes is missing: send the bytes of the ScheduleSign that GET /multisig/transaction/status/{jobId}?senderId=${senderId} returns`,
    )
  const sign = walletBody(given)
  const { scheduleID } = sign.scheduleSign ?? {}
  const isSign = sign.data === 'scheduleSign' && entityIdText(scheduleID, scheduleID?.scheduleNum) === scheduleId
  const { value: most } = limits.maxFeeOfScheduleSign
  const left = endOf(sign) - now
  const isPaid = isSign && (await mayPay(deps, ledger, payerOf(given), senderId))
  if (!isPaid || Number(sign.transactionFee ?? 0) > most || left > DAY_MS || left <= 0)
    throw unprocessable(
      'BODY_NOT_UNDERSTOOD',
      `bodyBytes: send a ScheduleSign of ${scheduleId} that ${senderId} pays, or an account that is not under the network's key, for at most ${most} tinybars, and that can be executed now`,
    )
  return scheduledWalletBody(bytes, walletId)
}

/** Whether an account may pay a ScheduleSign: the network's signature must not make another account pay. */
async function mayPay(
  { network }: Deps,
  ledger: OperatedLedger,
  payer: string | undefined,
  senderId: string,
): Promise<boolean> {
  if (payer === undefined || payer === senderId) return payer !== undefined
  const { key } = await createFacts(ledger).account(payer, 'bodyBytes')
  return !holdsNetworkKey(network(ledger), key)
}

/**
 * Counts a ScheduleSign that the account pays: the account is charged even if it fails. The count is kept per key, so
 * that no owner can use up the others' share.
 *
 * @throws 429 TOO_MANY_SCHEDULE_SIGNS
 */
async function count(
  { database, clock, clean }: Deps,
  { chain }: OperatedLedger,
  { proposalId }: PassedDecision,
  { publicKey, transactionId }: { publicKey: string; transactionId: string },
): Promise<void> {
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
        `dao: your key has received ${most} ScheduleSigns for this decision within 24 hours, the maximum: try again later`,
        Math.ceil(((counted[0]?.getTime() ?? now) - now) / 1000),
      )
    await clean(trx, expires_at.getTime())
  })
}

const payerOf = (bytes: Uint8Array): string | undefined => parseTransactionId(transactionIdOf(bytes))?.payer

/** When the window of a transaction ends, in milliseconds since 1970. */
function endOf({ transactionID, transactionValidDuration }: proto.TransactionBody): number {
  const { seconds } = transactionID?.transactionValidStart ?? {}
  return (Number(String(seconds ?? 0)) + Number(String(transactionValidDuration?.seconds ?? 0))) * 1000
}
