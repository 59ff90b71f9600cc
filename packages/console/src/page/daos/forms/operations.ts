/** A proposal's operation: the one write that a passed vote permits. */
import type { MultisigTypes } from '@quorate/client'
import { isEntityId } from '@quorate/verify'
import { unitsIn } from '../../requests/sentences/sentence.ts'
import { bodyOf, type Fault, type Form, type Reading } from '../../wallets/asking/ask.ts'

type Wallet = MultisigTypes['Wallet']

export interface Operation {
  method: string
  path: string
  body?: unknown
}

/** Builds the operation from the form of a wallet request. */
export function walletOperation(
  form: Form,
  wallet: Wallet,
  reading: Omit<Reading, 'now'>,
): { operation: Operation } | { faults: Fault[] } {
  // The request opens after the vote, so its times are counted from then.
  // Always states a threshold: "unchanged" could mean a different number by the time of the execution.
  const threshold = form.threshold ?? wallet.settings.threshold
  const made = bodyOf({ ...form, threshold, when: 'short', purpose: '' }, wallet, { ...reading, now: 0 })
  if ('faults' in made) return made
  return { operation: { method: 'POST', path: `/multisig/wallet/${form.kind}/request`, body: made.body } }
}

/** Whether this DAO's decisions can open requests of the wallet: the wallet or one of its owners must own the DAO. */
export const isOpenedBy = (
  { wallet, settings: { owners } }: MultisigTypes['WalletSummary'],
  daoOwner: string,
): boolean => wallet === daoOwner || owners.some((owner) => owner.wallet === daoOwner)

export interface HbarPayment {
  from: string
  to: string
  tinybars: bigint
  /** As it is in the operation. */
  amount: number | string
}

/** The node's transfer of hbars in an operation. Undefined if there is none, or if it contains anything else. */
export function hbarPaymentIn(operation: unknown): HbarPayment | undefined {
  const { method, path, body, ...others } = Object(operation)
  const { from, to, amount, ...more } = Object(body)
  if (method !== 'POST' || path !== '/accounts/transfer/hbar') return undefined
  if (Object.keys(others).length > 0 || Object.keys(more).length > 0) return undefined
  const isExact = typeof amount === 'string' || Number.isSafeInteger(amount)
  const tinybars = isExact ? unitsIn(amount) : undefined
  return isId(from) && isId(to) && tinybars !== undefined ? { from, to, tinybars, amount } : undefined
}

const isId = (id: unknown): id is string => typeof id === 'string' && isEntityId(id)

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
