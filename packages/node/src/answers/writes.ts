/** The answers to writes. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type FinalOutcome,
  keyToSdk,
  type Ledger,
  type Outcome,
  parseTransactionId,
  type Receipt,
  type Signature,
} from '@quorate/ledger'
import type { EntityKind } from '@quorate/ledger/operations'
import { AmountOut, AnyNames, BytesOut, encodeAmount, encodeBytes, namedSchema, unprocessable } from '@quorate/platform'
import type { Leaf } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { type FrozenWrite, listOf } from '../model/frozen-write.ts'
import { orNull } from './mirror.ts'
import { receiptFromMirror } from './transactions/from-mirror.ts'

const TransactionIdOut = Type.String({ description: 'payer@seconds.nanoseconds' })
const Entity = Type.Optional(Type.String())

export const SuccessOut = namedSchema(
  'WriteSuccess',
  Type.Object(
    {
      status: Type.Literal('SUCCESS'),
      transactionId: TransactionIdOut,
      consensusTimestamp: Type.Optional(Type.String({ description: 'seconds.nanoseconds' })),
      accountId: Entity,
      tokenId: Entity,
      topicId: Entity,
      fileId: Entity,
      contractId: Entity,
      scheduleId: Entity,
      scheduledTransactionId: Entity,
      totalSupply: Type.Optional(AmountOut),
      serials: Type.Optional(Type.Array(AmountOut)),
      topicSequenceNumber: Type.Optional(AmountOut),
    },
    { description: 'Done: the fields of the receipt' },
  ),
)

/** A key that the signatures so far do not satisfy. */
export interface MissingSigner {
  /** The entity that has the key; undefined for a key that the transaction sets. */
  holder: { kind: EntityKind; id: string; role: Exclude<SignerOut['role'], 'newKey'> } | undefined
  /** The leaf keys whose signatures help. */
  leaves: Leaf[]
  /** The least number of signatures needed; infinite if signatures cannot satisfy the key. */
  count: number
  /** For an account without a key: the address that its key is derived from. */
  evmAddress?: string
}

type SignerOut = Static<typeof SignerOut>
const SignerOut = namedSchema(
  'RequiredSigner',
  Type.Object(
    {
      accountId: Entity,
      topicId: Entity,
      tokenId: Entity,
      role: Type.Enum(
        [
          'key',
          'adminKey',
          'submitKey',
          'supplyKey',
          'wipeKey',
          'freezeKey',
          'kycKey',
          'pauseKey',
          'feeScheduleKey',
          'newKey',
        ],
        { description: 'which key of the entity must sign; newKey: one that the transaction sets' },
      ),
      publicKeys: Type.Array(Type.String(), {
        description: 'the public keys that can sign: DER, hex; empty if the ledger has no such key yet',
      }),
      missing: orNull(
        Type.Integer({
          description: 'the least number of them that must sign; null if their signatures cannot suffice',
        }),
      ),
      evmAddress: Type.Optional(
        Type.String({
          description: 'for an account without a key: the key that this address is derived from must sign',
        }),
      ),
    },
    { description: 'A key that the signatures in the bytes do not satisfy' },
  ),
)

/** A request as its client sent it, for a client to send back. */
export const RequestAgain = namedSchema(
  'RequestAgain',
  Type.Object(
    {
      name: Type.String({ maxLength: 40, description: "the operation's name, as validators list it" }),
      params: AnyNames(Type.String(), {
        title: 'the parameters in the path',
        description: 'the parameters in its path',
      }),
      body: AnyNames(Type.Unknown(), { title: 'the body of the request', description: 'the body of the request' }),
    },
    { additionalProperties: false },
  ),
)

const OwnershipOut = namedSchema(
  'OwnershipAsked',
  Type.Object(
    {
      accountId: Type.String({
        description: "the session's account, which proves by a signature that it makes the request",
      }),
      request: RequestAgain,
      text: Type.Optional(
        Type.String({
          description:
            'the text that the account signs as a message; absent if the account must sign the bytes anyway, which proves the same',
        }),
      ),
    },
    { description: 'Send `request` back as `ownership.request`, and the signature of `text` as `ownership.signature`' },
  ),
)
export type OwnershipAsked = Static<typeof OwnershipOut>

export const SignatureRequiredOut = namedSchema(
  'SignatureRequired',
  Type.Object(
    {
      status: Type.Literal('SIGNATURE_REQUIRED'),
      transactionId: TransactionIdOut,
      bytes: Type.String({
        description: "a TransactionList for the SDK, base64, with the node's signature if the node must sign",
        contentEncoding: 'base64',
      }),
      bodyBytes: Type.String({
        description: 'the bytes to sign, base64; for a long message those of its first chunk',
        contentEncoding: 'base64',
      }),
      expiresAt: Type.String({ format: 'date-time', description: 'until when the ledger accepts the transaction' }),
      signers: Type.Array(SignerOut, {
        description:
          "who must sign besides the node, the payer first, each key once. If a token's key is replaced, this names the token's admin key, although the old key together with the new one also suffices (HIP-540)",
      }),
      submitTo: Type.Optional(
        Type.Literal('/transactions/submit', {
          description:
            "for a decision of a DAO, and with `ownership`: where to send the signed bytes, so that the node adds the network's signature",
        }),
      ),
      ownership: Type.Optional(OwnershipOut),
      submitBy: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'for a decision of a DAO: until when the node accepts the signed bytes',
        }),
      ),
      chunks: Type.Optional(Type.Array(BytesOut, { description: 'the bytes to sign of each chunk of a long message' })),
    },
    { description: 'Sign the bytes and submit them, or hand them to POST /transactions/submit' },
  ),
)

export const WriteOut = Type.Union([SuccessOut, SignatureRequiredOut])

export const PendingOut = namedSchema(
  'WritePending',
  Type.Object(
    { status: Type.Literal('PENDING'), transactionId: TransactionIdOut },
    {
      description: 'Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId}',
    },
  ),
)

export type SignatureRequired = Static<typeof SignatureRequiredOut>
export type WriteAnswer = Static<typeof SuccessOut> | SignatureRequired | Static<typeof PendingOut>

/**
 * The answer that asks for signatures. `sign` returns the signatures that the bytes already carry; `missing` are the
 * keys that the node's signatures do not satisfy.
 */
export function signatureRequired(
  { transactionId, bodies, expiresAt }: FrozenWrite,
  missing: readonly MissingSigner[],
  sign: (body: Uint8Array) => Signature[],
): SignatureRequired {
  const chunks = bodies.map(encodeBytes)
  return {
    status: 'SIGNATURE_REQUIRED',
    transactionId,
    bytes: encodeBytes(listOf(bodies, sign)),
    bodyBytes: chunks[0] ?? '',
    expiresAt: new Date(expiresAt).toISOString(),
    signers: missing.map(signerOut),
    ...(chunks.length > 1 ? { chunks } : {}),
  }
}

function signerOut({ holder, leaves, count, evmAddress }: MissingSigner): SignerOut {
  return {
    ...(holder ? { [`${holder.kind}Id`]: holder.id } : {}),
    role: holder?.role ?? 'newKey',
    publicKeys: leaves.map((leaf) => keyToSdk(leaf).toString()),
    missing: Number.isFinite(count) ? count : null,
    ...(evmAddress === undefined ? {} : { evmAddress }),
  }
}

/**
 * The answer to a write, from the outcome of its transaction.
 * @throws 422 with the ledger's status if the ledger refused the transaction
 */
export async function answerFor(ledger: Ledger, transactionId: string, outcome: Outcome): Promise<WriteAnswer> {
  if (outcome.state !== 'final') return { status: 'PENDING', transactionId }
  if (!outcome.success) throw refused(outcome)
  const { consensusTimestamp: told, receipt } = outcome
  const consensusTimestamp = told ?? (await consensusTime(ledger, transactionId))
  return {
    status: 'SUCCESS',
    transactionId,
    ...(consensusTimestamp ? { consensusTimestamp } : {}),
    // An outcome with a time came from the mirror and has fewer fields than a receipt.
    ...(told ? await wholeReceipt(ledger, transactionId).catch(() => ({})) : receiptOut(receipt)),
  }
}

/** The fields of the receipt, rebuilt from the mirror. */
async function wholeReceipt({ mirror }: Ledger, transactionId: string) {
  const id = parseTransactionId(transactionId)
  const found = id ? await receiptFromMirror(mirror, id) : undefined
  const { accountId, tokenId, topicId, fileId, contractId, scheduleId, scheduledTransactionId } = found ?? {}
  const { totalSupply, serials, topicSequenceNumber } = found ?? {}
  const ids = { accountId, tokenId, topicId, fileId, contractId, scheduleId, scheduledTransactionId }
  const given = Object.entries({ ...ids, totalSupply, topicSequenceNumber }).filter(([, value]) => value != null)
  return { ...Object.fromEntries(given), ...(serials?.length ? { serials } : {}) }
}

export const refused = ({ status, transactionId }: FinalOutcome) =>
  unprocessable(status, `the ledger refused the transaction ${transactionId}: ${status}`)

function receiptOut({ status: _status, totalSupply, serials, topicSequenceNumber, ...ids }: Receipt) {
  return {
    ...ids,
    ...(totalSupply === undefined ? {} : { totalSupply: encodeAmount(BigInt(totalSupply)) }),
    ...(serials ? { serials: serials.map((serial) => encodeAmount(BigInt(serial))) } : {}),
    ...(topicSequenceNumber === undefined ? {} : { topicSequenceNumber: encodeAmount(BigInt(topicSequenceNumber)) }),
  }
}

/** How long a public mirror may take to show a transaction after its receipt, in milliseconds. */
const MIRROR_LAG_MS = 8_000
const POLL_INTERVAL_MS = 250

/** The consensus timestamp of a successful transaction; undefined if the mirror does not show it in time. */
export async function consensusTime(ledger: Ledger, transactionId: string): Promise<string | undefined> {
  const deadline = performance.now() + MIRROR_LAG_MS
  for (;;) {
    const found = await ledger.mirror.transaction(transactionId).catch(() => null)
    if (found?.success && found.consensusTimestamp) return found.consensusTimestamp
    if (performance.now() + POLL_INTERVAL_MS > deadline) return undefined
    await delay(POLL_INTERVAL_MS)
  }
}
