/** A wallet request that a proposal's operation opens, checked strictly so that it can be shown in words. */

import { type WalletOperation, walletOperations } from '../bodies/intent.ts'
import { VerifyError } from '../error.ts'
import { ledgerTimeIn } from '../values/given-time.ts'
import { isEntityId } from '../values/ids/entity-ids.ts'
import { payloadFault } from './answer.ts'
import { executedAtSentence, operationSentence } from './sentences.ts'
import type { ShownToken } from './shown.ts'
import { amountsOf } from './tokens.ts'

export interface WalletRequest {
  operation: WalletOperation
  walletId: string
  payload: Readonly<Record<string, unknown>>
  /** When the service executes the request, in ISO 8601; undefined if the end of the vote determines it. */
  executeAt: string | undefined
}

type Check = (value: unknown) => boolean

const isId: Check = (value) => typeof value === 'string' && isEntityId(value)
const isIdOr =
  (other: string): Check =>
  (value) =>
    value === other || isId(value)
const isOneOf =
  (...values: string[]): Check =>
  (value) =>
    values.some((one) => one === value)
const isNumber: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isWhole: Check = (value) => isNumber(value) || (typeof value === 'string' && /^(0|[1-9]\d{0,18})$/.test(value))
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** The fields of each operation's body. Only bodies with exactly these fields are shown in words. */
const BODIES: Readonly<Record<WalletOperation, Readonly<Record<string, Check>>>> = {
  withdraw: {
    receiverId: isId,
    tokenId: isIdOr('HBAR'),
    amountOrSerial: isWhole,
    type: isOneOf('FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'),
  },
  pay: {
    payments: (list) =>
      Array.isArray(list) &&
      list.length > 0 &&
      list.every((one) => hasOnly(one, { receiverId: isId, tokenId: isIdOr('HBAR'), amount: isWhole })),
  },
  update: {
    action: isOneOf('add', 'remove'),
    threshold: isNumber,
    owner: (owner) => hasOnly(owner, { wallet: isId, name: isAbsentOr((name) => typeof name === 'string') }),
  },
  stake: { nodeId: isAbsentOr(isNumber) },
  associate: { tokenId: isId },
  dissociate: { tokenId: isId },
  claim: {
    airdrops: (list) =>
      Array.isArray(list) &&
      list.length > 0 &&
      list.every((one) => hasOnly(one, { senderId: isId, tokenId: isId, serialNumber: isAbsentOr(isWhole) })),
  },
  // `payloadFault` checks its content.
  operation: { operation: (operation) => typeof operation === 'object' },
}

/** The wallet request in an operation. Undefined if there is none, or if it contains more than can be put in words. */
export function walletRequestIn(operation: unknown): WalletRequest | undefined {
  const isPost = hasOnly(operation, {
    method: isOneOf('POST'),
    path: (path) => typeof path === 'string',
    body: (body) => typeof body === 'object',
  })
  if (!isPost) return undefined
  const { path, body } = operation as { path: string; body: Record<string, unknown> }
  const kind = walletOperations.find((one) => path === pathOf(one))
  if (!kind) return undefined
  const isTime: Check = (value) => typeof value === 'string' && timeIn(value) !== undefined
  if (!hasOnly(body, { walletId: isId, executeAt: isAbsentOr(isTime), ...BODIES[kind] })) return undefined
  const { walletId, executeAt, ...payload } = body
  // No service opens a request whose fields contradict each other, such as an NFT of HBAR.
  if (payloadFault(kind, { walletId, ...payload }) !== undefined) return undefined
  return { operation: kind, walletId: String(walletId), payload, executeAt: timeIn(executeAt) }
}

/** Whether the operation opens a wallet's request, including requests that cannot be put in words. */
export const opensRequest = (operation: unknown): boolean =>
  walletOperations.some((one) => pathOf(one) === (operation as { path?: unknown } | undefined)?.path)

const pathOf = (operation: WalletOperation): string => `/multisig/wallet/${operation}/request`

/** A time as the service reads it, in ISO 8601 and UTC; undefined for other texts. */
function timeIn(text: unknown): string | undefined {
  const time = typeof text === 'string' ? ledgerTimeIn(text) : undefined
  return time && new Date(Math.floor(Number(time) * 1000)).toISOString()
}

function hasOnly(value: unknown, checks: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const found = value as Record<string, unknown>
  return (
    Object.keys(found).every((name) => Object.hasOwn(checks, name)) &&
    Object.entries(checks).every(([name, check]) => check(found[name]))
  )
}

/**
 * Describes the request in an English sentence, with amounts in the units that people know.
 *
 * @param tokenOf Reads a token on the ledger. If it fails or returns no decimals, the amount is left out
 */
export async function sentenceOf(
  request: WalletRequest,
  tokenOf: (tokenId: string) => Promise<ShownToken | null>,
): Promise<string> {
  const { walletId, payload } = request
  const amountOf = await amountsOf({ payload: { walletId, ...payload } }, [], tokenOf).catch((error: unknown) => {
    if (error instanceof VerifyError) return (tokenId: string) => `an amount (not known yet) of the token ${tokenId}`
    throw error
  })
  const { executeAt } = request
  const sentence = operationSentence(request, amountOf)
  return executeAt === undefined ? sentence : `${sentence} ${executedAtSentence(executeAt)}`
}
