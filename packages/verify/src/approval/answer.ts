/**
 * Reads a service's answer about a request. The bytes are compared with this answer, so it is refused if a field is
 * missing or unknown to this version.
 */
import { type Intent, requestOperations } from '../bodies/intent.ts'
import { readOperation } from '../bodies/operations/operations.ts'
import { fromBase64 } from '../bytes.ts'
import { VerifyError } from '../error.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { withArticle } from '../values/english.ts'
import { isProposalMemo } from '../values/memos.ts'
import { repeatedIn } from '../values/payments.ts'
import {
  account,
  amount,
  base64,
  either,
  filledText,
  flag,
  hex,
  integer,
  json,
  ledgerTime,
  list,
  object,
  oneOf,
  orNull,
  type Shape,
  text,
  time,
  transactionId,
} from '../values/shapes.ts'
import { walletRoles } from './roles/role-change.ts'
import type { Asked, StatedRequest } from './stated.ts'

type Operation = Intent['operation']

const MAX_OWNERS = 100
const token = either('HBAR, or the id of a token', oneOf('HBAR'), account)
const customFees = list(object({ id: account, fees: list(object({ token_id: token, amount })) }))
const PROPOSAL = { daoId: filledText, proposalId: filledText, topicId: account, consensusTimestamp: ledgerTime }
const proposal = object(PROPOSAL)
/** Optional fields of every wallet operation. The service adds the last two. */
const OF_WALLETS = { memo: filledText, customFees, proposal }

/** The required and the optional fields of each operation's payload. */
export const PAYLOADS: Readonly<Record<Operation, [needed: Record<string, Shape>, optional: Record<string, Shape>]>> = {
  create: [
    {
      name: filledText,
      settings: object({
        owners: list(object({ wallet: account, name: text }, { guarded: flag }), { least: 1 }),
        threshold: integer(1, MAX_OWNERS),
      }),
    },
    {
      description: text,
      balance: amount,
      maxAutomaticTokenAssociations: integer(-1),
      isReceiverSignatureRequired: flag,
      chain: text,
      smartApp: text,
      memo: filledText,
    },
  ],
  withdraw: [
    {
      walletId: account,
      receiverId: account,
      tokenId: token,
      type: oneOf('FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'),
      amountOrSerial: amount,
    },
    { maxCustomFees: customFees, ...OF_WALLETS },
  ],
  pay: [
    { walletId: account, payments: list(object({ receiverId: account, tokenId: token, amount }), { least: 1 }) },
    { maxCustomFees: customFees, ...OF_WALLETS },
  ],
  update: [
    {
      walletId: account,
      action: oneOf('add', 'remove'),
      owner: object({ wallet: account }, { name: text, guarded: flag }),
    },
    { threshold: integer(1, MAX_OWNERS), ...OF_WALLETS },
  ],
  stake: [{ walletId: account }, { nodeId: integer(0), ...OF_WALLETS }],
  associate: [{ walletId: account, tokenId: account }, OF_WALLETS],
  dissociate: [{ walletId: account, tokenId: account }, OF_WALLETS],
  claim: [
    {
      walletId: account,
      airdrops: list(object({ senderId: account, tokenId: account }, { serialNumber: amount }), { least: 1 }),
    },
    OF_WALLETS,
  ],
  operation: [{ walletId: account, operation: json }, OF_WALLETS],
}
const EXECUTE = oneOf('signed', 'expiry')
/**
 * Further fields that a POST may have: the time, the payer, whether to create a request that the ledger would refuse,
 * the request that it replaces, and its place in a group.
 */
export const BESIDE = {
  executeAt: filledText,
  expiresAt: filledText,
  execute: EXECUTE,
  payer: oneOf('owner', 'service'),
  force: flag,
  replaces: filledText,
  group: json,
}

/** The parts of the answer, under their names in the API. A test compares their fields with the API description. */
export const ANSWER_PARTS = {
  Schedule: {
    needed: {
      scheduleId: orNull(account),
      state: oneOf('creating', 'open', 'executed', 'expired', 'deleted'),
      expiresAt: time,
      execute: EXECUTE,
      scheduledTransactionId: filledText,
    },
    optional: {},
  },
  Signature: {
    needed: { senderId: account, publicKey: hex, timestamp: time },
    optional: { byMirror: flag, unconfirmed: flag },
  },
  Need: {
    needed: { walletId: orNull(account), needed: orNull(integer(0)), missing: orNull(integer(0)), from: list(account) },
    optional: {},
  },
  GroupPlace: { needed: { groupId: filledText, position: integer(0), size: integer(2) }, optional: {} },
  ReplacedRequest: { needed: { jobId: filledText, transactionId }, optional: {} },
  ProposalOfRequest: { needed: PROPOSAL, optional: {} },
  Comment: { needed: { commentId: filledText, walletId: account, text, timestamp: time }, optional: {} },
} as const
const part = (name: keyof typeof ANSWER_PARTS): Shape => object(ANSWER_PARTS[name].needed, ANSWER_PARTS[name].optional)

/** The fields of `RequestStatus`, the answer itself. */
export const ANSWER_FIELDS = {
  needed: {
    jobId: filledText,
    historyId: filledText,
    walletId: orNull(account),
    chain: filledText,
    operation: oneOf(...requestOperations),
    type: oneOf('create', 'update', 'withdraw', 'associate', 'dissociate', 'operation'),
    status: oneOf('pending', 'success', 'error'),
    requesterId: account,
    payload: json,
    threshold: integer(1),
    transactionId,
    bytes: base64,
    bodyBytes: base64,
    createdAt: time,
    expiresAt: time,
    waitsFor: oneOf('signature', 'execution', 'time', 'ledger', 'nothing'),
    signatures: list(part('Signature')),
    missing: list(account),
    needs: list(part('Need')),
    rejections: list(object({ walletId: account, reason: text, timestamp: time })),
    comments: list(part('Comment')),
  },
  optional: {
    requesterRole: oneOf(...walletRoles),
    executeAt: time,
    schedule: part('Schedule'),
    proposal,
    replaces: part('ReplacedRequest'),
    replacedBy: filledText,
    group: part('GroupPlace'),
    bytesExpireAt: time,
    code: filledText,
    message: text,
    consensusTimestamp: ledgerTime,
    receipt: json,
  },
} as const

const answerShape = object(ANSWER_FIELDS.needed, ANSWER_FIELDS.optional)

/**
 * Reads the request from a service's `RequestStatus` answer.
 *
 * @throws VerifyError ANSWER_REFUSED if a field is absent, of another type, or unknown
 */
export function readAnswer(answer: unknown): StatedRequest {
  const wrong = answerShape(answer, '') ?? together(answer as StatedAnswer)
  if (wrong !== undefined)
    throw new VerifyError(
      'ANSWER_REFUSED',
      `The service's answer about the request was refused, so nothing can be compared: ${wrong}`,
    )
  const { bodyBytes, proposal: _, ...stated } = answer as StatedAnswer
  return { ...stated, bodyBytes: fromBase64(bodyBytes) }
}

type StatedAnswer = Omit<StatedRequest, 'bodyBytes'> & { bodyBytes: string; proposal?: unknown }

/** Checks the rules that span several fields. */
function together({ operation, payload, walletId, executeAt, schedule, proposal }: StatedAnswer): string | undefined {
  const wrong = payloadFault(operation, payload)
  if (wrong !== undefined) return wrong
  if ((operation === 'create') !== (walletId === null))
    return `\`walletId\` of ${withArticle(operation)} is ${walletId}`
  if (canonicalJson(proposal ?? null) !== canonicalJson(payload.proposal ?? null))
    return '`proposal` differs from the one in the payload'
  return executeAt !== undefined && schedule !== undefined ? '`executeAt` and `schedule` exclude each other' : undefined
}

/**
 * Returns the first fault in the body of an operation's POST; undefined if there is none. The body may also have the
 * fields in `beside`.
 */
export function payloadFault(
  operation: Operation,
  payload: StatedRequest['payload'],
  beside: Readonly<Record<string, Shape>> = {},
): string | undefined {
  const [needed, optional] = PAYLOADS[operation]
  const wrong = object(needed, { ...optional, ...beside })(payload, 'payload')
  if (wrong !== undefined) return wrong
  if (payload.tokenId === 'HBAR' && payload.type !== 'FUNGIBLE_COMMON')
    return `\`payload.type\` of HBAR is ${payload.type}`
  const payments = (payload.payments ?? []) as { receiverId: string; tokenId: string }[]
  if ([payload, ...payments].some(({ receiverId }) => receiverId !== undefined && receiverId === payload.walletId))
    return '`payload` pays the wallet itself'
  // The transaction has one balance change per receiver, so two payments to the same receiver could not be compared.
  const repeated = repeatedIn(payments)
  if (repeated) return `\`payload.payments\` pays ${repeated.receiverId} in ${repeated.tokenId} twice`
  if (typeof payload.memo === 'string' && isProposalMemo(payload.memo))
    return '`payload.memo` is reserved for requests that a proposal opened'
  if (payload.memo !== undefined && payload.proposal !== undefined)
    return '`payload` has `memo` and `proposal`: a proposal opens its request without a memo'
  if (payload.operation !== undefined) {
    const read = readOperation(payload.operation, String(payload.walletId))
    if ('wrong' in read) return read.wrong
  }
  const { owners = [] } = (payload.settings ?? {}) as { owners?: { guarded?: boolean }[] }
  // A wallet's memo can name only one guarded owner.
  if (owners.filter(({ guarded }) => guarded === true).length > 1)
    return '`payload.settings.owners` has several for which a DAO decides'
  // The bytes of a removal don't say that the owner is guarded, but the sentence would.
  if (payload.action === 'remove' && (payload.owner as { guarded?: boolean }).guarded !== undefined)
    return '`payload.owner.guarded` is only for an owner who is added'
  return undefined
}

/** Checks a request that the caller made itself. @throws VerifyError INVALID_INTENT */
export function checkAsked({ operation, payload }: Asked): void {
  const wrong = requestOperations.includes(operation)
    ? payloadFault(operation, payload, BESIDE)
    : `\`operation\` is ${JSON.stringify(operation)}`
  if (wrong !== undefined) throw new VerifyError('INVALID_INTENT', `The intent is not a request: ${wrong}`)
}
