/** Which accounts may see a request, and which it waits for. */
import { executesItself, isKept } from './modes.ts'
import type { Request } from './request.ts'
import { type Member, may } from './roles.ts'
import { missingKeys, missingSigners } from './signatures.ts'

/**
 * The accounts that may see and sign the request: the wallet's owners, its participants while it is open, and the payer
 * of a creation even if it is not an owner. Removed owners may not.
 */
export function signersOf(request: Request): string[] {
  const owners = ownersOf(request)
  const open = isOpen(request) || request.wallet === null
  const paidOnly =
    request.operation === 'create' && !request.newGovernance?.owners.some(({ wallet }) => wallet === request.requester)
  return [...new Set([...owners, ...(paidOnly ? [request.requester] : []), ...(open ? request.participants : [])])]
}

/** The accounts that may see the request: those that may sign it, and those with a role at its wallet. */
export const viewersOf = (request: Request): string[] => [
  ...new Set([
    ...signersOf(request),
    ...Object.keys(request.roles).filter((account) => may(roleOf(request, account), 'see')),
  ]),
]

/**
 * Whether an account that may not sign the request may withdraw it, because it made the request and still may make
 * some.
 */
export const mayTakeBack = (request: Request, account: string): boolean =>
  request.requester === account && may(roleOf(request, account), 'ask')

/**
 * Whether an account that can see the request may comment on it. The wallet's owners always may. Other signers and
 * proposers may while the request is open.
 */
export const mayComment = (request: Request, account: string): boolean =>
  ownersOf(request).includes(account) ||
  (isOpen(request) && (signersOf(request).includes(account) || may(roleOf(request, account), 'comment')))

/** The account's role at the wallet; undefined for owners, because `governance` lists them. */
const roleOf = ({ roles }: Pick<Request, 'roles'>, account: string): Member | undefined =>
  Object.hasOwn(roles, account) ? roles[account] : undefined

const isOpen = ({ state }: Request): boolean => state === 'pending' || state === 'executing'
const ownersOf = ({ governance }: Request): string[] => governance?.owners.map((owner) => owner.wallet) ?? []

/** How far the ledger's clock may be behind ours, in milliseconds. */
const CLOCK_LAG_MS = 10_000

/** Whether the ledger can no longer execute the transaction, so that its signatures are useless to everybody. */
export const hasEnded = (request: Pick<Request, 'state' | 'windowEndsAt'>, now: number): boolean =>
  request.state === 'success' || now >= request.windowEndsAt.getTime() + CLOCK_LAG_MS

/**
 * Whether an account requested a schedule that the ledger still keeps, but is no longer an owner. Its key alone can
 * delete the schedule, so it may withdraw the request. It sees only its own input.
 */
export const mayOnlyWithdraw = (request: Request, account: string): boolean =>
  isKept(request) && request.requester === account && !signersOf(request).includes(account)

/** The part of a request that its former requester may see: its content, its outcome, and its own rejection. */
export const shownToFormerRequester = (request: Request): Request => ({
  ...request,
  signatures: [],
  participants: [],
  governance: null,
  newGovernance: null,
  signing: { accounts: [], newKey: false },
  rejections: request.rejections.filter(({ account }) => account === request.requester),
})

/**
 * The accounts that a request waits for: those whose signature could still help or, once no signature is needed, those
 * that may execute it and have not rejected it. A timed request needs nobody to execute it, nor does a scheduled one
 * that is executed when it expires.
 */
export function waitsFor(request: Request, lacking = missingKeys(request)): string[] {
  if (request.state !== 'pending') return []
  if (lacking.signatures > 0) return missingSigners(request, lacking).filter((one) => signersOf(request).includes(one))
  const rejecting = new Set(request.rejections.map(({ account }) => account))
  return executesItself(request) ? [] : signersOf(request).filter((account) => !rejecting.has(account))
}
