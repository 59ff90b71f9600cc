/** A proposal's operation: the one write that a passed vote permits. */
import type { MultisigTypes } from '@quorate/client'
import { isEntityId } from '@quorate/verify'
import { bodyOf, type Fault, type Form, KINDS, type Kind } from '../wallets/ask.ts'

type Wallet = MultisigTypes['Wallet']

export interface Operation {
  method: string
  path: string
  body?: unknown
}

/** Builds the operation from the form of a wallet request. */
export function walletOperation(form: Form, wallet: Wallet): { operation: Operation } | { faults: Fault[] } {
  // The request opens after the vote, so its times are counted from then.
  const made = bodyOf({ ...form, when: 'short' }, wallet, 0)
  if ('faults' in made) return made
  return { operation: { method: 'POST', path: `/multisig/wallet/${form.kind}/request`, body: made.body } }
}

/** Whether this DAO's decisions can open requests of the wallet: the wallet or one of its owners must own the DAO. */
export const isOpenedBy = (
  { wallet, settings: { owners } }: MultisigTypes['WalletSummary'],
  daoOwner: string,
): boolean => wallet === daoOwner || owners.some((owner) => owner.wallet === daoOwner)

/** Parses an operation in JSON; null if the text is not one. */
export function operationIn(text: string): Operation | null {
  try {
    const value = JSON.parse(text)
    const isOne = typeof value?.method === 'string' && typeof value?.path === 'string'
    return isOne ? value : null
  } catch {
    return null
  }
}

export interface WalletRequest {
  operation: Kind
  walletId: string
  payload: Readonly<Record<string, unknown>>
}

const isId = (value: unknown): boolean => typeof value === 'string' && isEntityId(value)
const isIdOr = (other: string) => (value: unknown) => value === other || isId(value)
const isOneOf =
  (...values: string[]) =>
  (value: unknown) =>
    values.some((one) => one === value)
const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isWhole = (value: unknown): boolean =>
  isNumber(value) || (typeof value === 'string' && /^(0|[1-9]\d{0,18})$/.test(value))
const isAbsentOr = (check: (value: unknown) => boolean) => (value: unknown) => value === undefined || check(value)

/** The members of a body, by kind. Only bodies with exactly these members are shown in words. */
const BODIES: Readonly<Record<Kind, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  withdraw: {
    ...{ receiverId: isId, tokenId: isIdOr('HBAR'), amountOrSerial: isWhole },
    type: isOneOf('FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'),
  },
  update: {
    action: isOneOf('add', 'remove'),
    threshold: isNumber,
    owner: (owner) => hasOnly(owner, { wallet: isId, name: isAbsentOr((name) => typeof name === 'string') }),
  },
  stake: { nodeId: isAbsentOr(isNumber) },
  associate: { tokenId: isId },
  dissociate: { tokenId: isId },
}

/**
 * Returns the wallet request in an operation. Undefined if there is none, or if it contains more than the page can put
 * in words.
 */
export function walletRequestIn(operation: unknown): WalletRequest | undefined {
  const isPost = hasOnly(operation, {
    method: isOneOf('POST'),
    path: (path) => typeof path === 'string',
    body: (body) => typeof body === 'object',
  })
  if (!isPost) return undefined
  const { path, body } = operation as { path: string; body: Record<string, unknown> }
  const kind = KINDS.find((one) => path === `/multisig/wallet/${one}/request`)
  if (!kind || !hasOnly(body, { walletId: isId, ...BODIES[kind] })) return undefined
  const { walletId, ...payload } = body
  return { operation: kind, walletId: String(walletId), payload }
}

function hasOnly(value: unknown, checks: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const found = value as Record<string, unknown>
  return (
    Object.keys(found).every((name) => Object.hasOwn(checks, name)) &&
    Object.entries(checks).every(([name, check]) => check(found[name]))
  )
}
