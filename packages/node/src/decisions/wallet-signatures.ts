/**
 * A DAO's signature on a request of a wallet that the DAO co-owns through an account under the network key. The
 * decision contains the bytes to sign, so asking again returns the same signature, and the ledger executes the bytes
 * once. If the ledger keeps the request, the decision names the schedule and its bytes, and the account signs a
 * ScheduleSign.
 */
import type { proto } from '@hiero-ledger/proto'
import { parseTransactionId } from '@quorate/ledger'
import { createFacts, type DaoIn } from '@quorate/ledger/operations'
import {
  badRequest,
  type Clock,
  conflict,
  type Database,
  encodeBytes,
  forbidden,
  type Session,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { type Leaf, leaves, publicKeyText, saysSame } from '@quorate/verify'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import { holdsNetworkKey, type NetworkKeys } from '../model/shared-key/network-keys.ts'
import { entityIdText, transactionIdOf } from '../model/transaction-body.ts'
import { scheduledWalletBody, walletBody } from '../model/wallet-bodies.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Cleanup } from '../sessions/cleanup.ts'
import type { SignatureEvidence } from '../shared-key/signing/questions.ts'
import type { SignWithNetworkKey } from '../shared-key/signing/sign-with-network-key.ts'
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
  SignatureOperation,
} from './wallet-signature-checks.ts'

const PATH = /^\/multisig\/transaction\/sign\/([0-9a-f-]{36})$/
const DAY_MS = 86_400_000

/** A signature that a DAO decided on: the body of `POST /multisig/transaction/sign/{jobId}`. */
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
  /** The key of the client, in raw hex. It must be part of the wallet's key. */
  publicKey: string
  /** The ScheduleSign, if the ledger keeps the request. */
  bodyBytes?: Uint8Array | undefined
}

interface Deps {
  database: Database<Tables>
  clock: Clock
  decisions: Decisions
  cosigner: Cosigner
  bindings: Bindings
  records: ValidatorRecords
  networkKeys(ledger: OperatedLedger): NetworkKeys
  clean: Cleanup
}

export type WalletSignatures = ReturnType<typeof createWalletSignatures>

export function createWalletSignatures(deps: Deps & { signWithNetworkKey: SignWithNetworkKey }) {
  return {
    /**
     * Signs for a session whose key is part of the wallet's key.
     *
     * @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED, DECISION_DOES_NOT_PERMIT, NOT_AN_OWNER, ENTITY_UNBOUND,
     *     VALIDATOR_REFUSED, OWNER_NOT_NAMED; and what the checks below and in wallet-signature-checks.ts throw
     */
    async sign(
      ledger: OperatedLedger,
      { publicKey = '' }: Session,
      asked: Omit<SignatureRequest, 'publicKey'>,
    ): Promise<WalletSignature> {
      const request = { ...asked, publicKey }
      const { bytes, networkKey, ...named } = await permittedSignature(deps, ledger, request)
      const evidence = { walletSignature: evidenceOf(request) }
      const [signature = new Uint8Array()] = await deps.signWithNetworkKey(ledger, networkKey, evidence, [bytes])
      return { ...named, publicKey: publicKeyText(networkKey), signature }
    },
  }
}

const evidenceOf = ({ bodyBytes, ...asked }: SignatureRequest): SignatureEvidence => ({
  ...asked,
  ...(bodyBytes ? { bodyBytes: encodeBytes(bodyBytes) } : {}),
})

/** Bytes that the network may sign for a wallet, with the key that signs them. */
interface PermittedSignature extends Pick<WalletSignature, 'jobId' | 'walletId' | 'senderId'> {
  bytes: Uint8Array
  networkKey: Leaf
}

/**
 * The bytes that the network may sign according to the evidence. Signatures that another member of a shared key asks
 * for are counted separately, since this node has not seen proof that the owner asks for them.
 */
export async function permittedSignature(
  deps: Deps,
  ledger: OperatedLedger,
  asked: SignatureRequest,
  member?: string,
): Promise<PermittedSignature> {
  const { decisions } = deps
  const decision = await decisions.passed(ledger, asked.dao)
  const { operation, topicId, consensusTimestamp } = decision
  const [, jobId] = (operation?.method.toUpperCase() === 'POST' && PATH.exec(operation.path)) || []
  const named = operation?.body
  if (!jobId || !Check(SignatureOperation, named) || named.walletId !== asked.walletId)
    throw forbidden(
      'DECISION_DOES_NOT_PERMIT',
      `dao: the decision at ${consensusTimestamp} of the topic ${topicId} does not permit signing a request of ${asked.walletId}`,
    )
  const { walletId, senderId, scheduleId } = named
  const bytes = Buffer.from(named.bodyBytes, 'base64')
  const wallet = await createFacts(ledger).account(walletId, 'walletId')
  if (!wallet.key || !leaves(wallet.key).some((leaf) => publicKeyText(leaf) === asked.publicKey))
    throw forbidden('NOT_AN_OWNER', `The key of this session is not part of the key of ${walletId} on the ledger`)
  await checkValidator(deps, ledger, senderId, topicId)
  checkIsWallet(wallet)
  const body =
    scheduleId === undefined
      ? ordinaryBody(deps, named, bytes, decision)
      : await scheduledBody(deps, ledger, { named: { ...named, scheduleId }, bytes, decision }, asked.bodyBytes)
  const networkKey = await checkSigned(deps, ledger, body, named)
  await checkFees(ledger, body, wallet, named)
  const signed = scheduleId === undefined ? bytes : (asked.bodyBytes ?? bytes)
  if (scheduleId !== undefined && payerOf(signed) === senderId)
    await count(deps, ledger, decision, {
      publicKey: member === undefined ? asked.publicKey : `${asked.publicKey} for ${member}`,
      transactionId: transactionIdOf(signed),
    })
  return { jobId, walletId, senderId, bytes: signed, networkKey }
}

/** Returns the bytes of a request whose owners all sign the same body. */
function ordinaryBody(
  { clock }: Deps,
  { walletId }: SignatureOperation,
  bytes: Uint8Array,
  decision: PassedDecision,
): proto.TransactionBody {
  const body = walletBody(bytes)
  if (body.data === 'scheduleSign' || payerOf(bytes) !== walletId)
    throw unprocessable('BODY_NOT_UNDERSTOOD', `bodyBytes: this is not a transaction that ${walletId} pays for`)
  checkTime(endOf(body), decision, clock.now())
  return body
}

/** The schedule that a decision names, and the bytes that the schedule must have. */
interface DecidedSchedule {
  named: SignatureOperation & { scheduleId: string }
  bytes: Uint8Array
  decision: PassedDecision
}

/**
 * Checks the schedule that a decision names, and the ScheduleSign that the account is to sign.
 *
 * Does not check whether the ledger already has the account's signature: a mirror also shows invalid signatures, so any
 * owner can add an invalid one in the name of the network's key.
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
    throw forbidden(
      'DECISION_DOES_NOT_PERMIT',
      `dao: the schedule ${scheduleId} differs from the transaction in the decision, or ${walletId} does not pay for it`,
    )
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
      `bodyBytes: send a ScheduleSign of ${scheduleId} for at most ${most} tinybars that can be executed now. Its payer must be ${senderId}, or an account that is not under the network's key`,
    )
  return scheduledWalletBody(bytes, walletId)
}

/** Whether an account may pay for a ScheduleSign: the network's signature must not make another account pay. */
async function mayPay(
  { networkKeys }: Deps,
  ledger: OperatedLedger,
  payer: string | undefined,
  senderId: string,
): Promise<boolean> {
  if (payer === undefined || payer === senderId) return payer !== undefined
  const { key } = await createFacts(ledger).account(payer, 'bodyBytes')
  return !holdsNetworkKey(networkKeys(ledger), key)
}

/**
 * Counts a ScheduleSign that the account pays for, since it is charged even if the transaction fails. Each key has its
 * own count, so that no owner can use up what the others may ask for.
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
        `dao: the network signed ${most} ScheduleSigns for your key and this decision within 24 hours, which is the maximum: try again later`,
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
