import { accountRoom, type Realtime } from '@quorate/platform'
import { executionOut, requestOut } from '../answers/requests.ts'
import { signatureOut } from '../answers/status.ts'
import { walletSummary } from '../answers/wallets.ts'
import { viewersOf } from '../model/access.ts'
import type { Before, CountedSignature, Rejection, Request } from '../model/request.ts'
import { missingSigners } from '../model/signatures.ts'
import type { Comment } from '../store/events.ts'
import type { Wallet } from '../store/wallets.ts'

export const walletRoom = (chain: string, wallet: string): string => `wallet:${chain}:${wallet}`
/** The wallet that a {@link walletRoom} is about. */
export const walletOfRoom = (room: string): string => room.slice(room.lastIndexOf(':') + 1)

/** The node's event that an owner of a wallet ended all its sessions and open logins. */
export interface WalletRevoked {
  chain: string
  walletId: string
  by: string
  publicKey: string
  revoked: number
  logins: number
}

export interface RolesChanged {
  account: string
  /** Whether the account has, or had, confirmed the role. */
  isMember: boolean
  /** Whether the account may not see the wallet any more. */
  isGone?: boolean
  /** The accounts that have muted the wallet, and get none of its events. */
  muted: readonly string[]
}

type Announced = Omit<CountedSignature, 'signature'>
/** Includes the reason, unless the key was replaced. */
type Withdrawn = Announced & { code?: string; message?: string }

export type Announcements = ReturnType<typeof createAnnouncements>

/** The events that clients get once a change is committed: the resource without its embedded lists. */
export function createAnnouncements(realtime: Realtime) {
  const rooms = (chain: string, wallet: string | null, accounts: string[]) => [
    ...(wallet ? [walletRoom(chain, wallet)] : []),
    ...accounts.map((account) => accountRoom(chain, account)),
  ]
  const ownersRooms = ({ chain, wallet, owners }: Wallet) =>
    rooms(
      chain,
      wallet,
      owners.map((owner) => owner.wallet),
    )
  const unmuted = ({ muted }: Request, accounts: string[]) => accounts.filter((account) => !muted.includes(account))
  const viewers = (request: Request) => rooms(request.chain, request.wallet, unmuted(request, viewersOf(request)))
  // Participants get events about ended requests, too: a new owner about its own admission, a receiver about the
  // withdrawal that it signed.
  const followers = (request: Request) =>
    rooms(request.chain, request.wallet, unmuted(request, [...viewersOf(request), ...request.participants]))
  return {
    walletCreated: (wallet: Wallet) => realtime.emit(ownersRooms(wallet), 'wallet_created', walletSummary(wallet)),
    /** Former members get this event if they are subscribed, but no later events of the wallet. */
    walletUpdated(wallet: Wallet, { former }: { former: string[] }): void {
      realtime.emit(ownersRooms(wallet), 'wallet_updated', walletSummary(wallet))
      for (const account of former)
        realtime.evict(walletRoom(wallet.chain, wallet.wallet), accountRoom(wallet.chain, account))
    },
    /** The name or the description has changed. */
    walletRenamed: (wallet: Wallet, { hearing }: { hearing: string[] }) =>
      realtime.emit(rooms(wallet.chain, wallet.wallet, hearing), 'wallet_updated', walletSummary(wallet)),
    /**
     * Roles, or proposed changes of them, have changed. `account` is the account of the role. It gets the event only if
     * the role was or is confirmed, since an offer must not disturb anybody.
     */
    rolesChanged(wallet: Wallet, { account, isMember, isGone, muted }: RolesChanged): void {
      const concerned = [...wallet.owners.map((owner) => owner.wallet), ...(isMember ? [account] : [])]
      const hearing = concerned.filter((one) => !muted.includes(one))
      realtime.emit(rooms(wallet.chain, null, hearing), 'roles_changed', { walletId: wallet.wallet })
      if (isGone) realtime.evict(walletRoom(wallet.chain, wallet.wallet), accountRoom(wallet.chain, account))
    },
    /** Payment templates or their plans have changed. */
    templatesChanged: ({ chain, wallet: walletId }: Wallet, { hearing }: { hearing: string[] }) =>
      realtime.emit(rooms(chain, null, hearing), 'templates_changed', { walletId }),
    transactionPending: (request: Request) =>
      realtime.emit(viewers(request), 'transaction_pending', requestOut(request)),
    signatureAdded: (request: Request, signature: Announced) =>
      realtime.emit(followers(request), 'signature_added', signatureEvent(request, signature)),
    /**
     * A signature no longer counts: its sender's account lacks the key on the ledger, or it was not confirmed, as
     * `code` says.
     */
    signatureWithdrawn: (request: Request, signature: Withdrawn) =>
      realtime.emit(
        [...followers(request), ...rooms(request.chain, null, [signature.senderId])],
        'signature_withdrawn',
        signatureEvent(request, signature),
      ),
    /** An account rejects the request or withdraws it. If that closes the request, `transactionFailed` follows. */
    transactionRejected: (request: Request, { account, reason, timestamp }: Rejection) =>
      realtime.emit(followers(request), 'transaction_rejected', {
        ...namesOf(request),
        senderId: account,
        reason,
        timestamp: timestamp.toISOString(),
      }),
    commentAdded: (request: Request, { id, account, text, timestamp }: Comment) =>
      realtime.emit(followers(request), 'comment_added', {
        ...namesOf(request),
        commentId: id,
        senderId: account,
        text,
        timestamp: timestamp.toISOString(),
      }),
    /** A request that was not executed is deleted after its retention, with all its data. */
    transactionDeleted: (request: Request) =>
      realtime.emit(followers(request), 'transaction_deleted', namesOf(request)),
    /** A timed request's time is near: within a day or an hour, or it is due and lacks signatures. */
    transactionDue: (request: Request) =>
      realtime.emit(viewers(request), 'transaction_due', {
        ...requestOut(request),
        missing: missingSigners(request),
      }),
    /**
     * A request that waits for the account's signature ends within a day or an hour. Sent only to accounts that turned
     * reminders on.
     */
    transactionReminder: (request: Request, account: string, before: Before) =>
      realtime.emit([accountRoom(request.chain, account)], 'transaction_reminder', { before, ...requestOut(request) }),
    transactionExecuted: (request: Request) =>
      realtime.emit(followers(request), 'transaction_executed', executionOut(request)),
    transactionFailed: (request: Request) =>
      realtime.emit(followers(request), 'transaction_failed', executionOut(request)),
    /** Goes only to the sockets of this process: the node informs each process itself. */
    sessionsRevoked({ chain, wallet, owners }: Wallet, { by, publicKey, revoked, logins }: WalletRevoked): void {
      const accounts = owners.map((owner) => owner.wallet)
      const event = { walletId: wallet, by, publicKey, revoked, logins }
      // Owners need no subscription. The wallet's room also has accounts with a role, which need not know.
      realtime.emitHere(rooms(chain, null, accounts), 'wallet_sessions_revoked', event)
    },
  }
}

/**
 * `byMirror` and `unconfirmed` say that it does not count: nobody has verified it, or nobody has seen its key on the
 * ledger.
 */
const signatureEvent = (request: Request, signature: Withdrawn) => ({
  ...namesOf(request),
  ...signatureOut(signature),
  ...(signature.code === undefined ? {} : { code: signature.code, message: signature.message }),
})

/** The ids that clients use for an event's request. */
const namesOf = ({ jobId, historyId, wallet }: Request) => ({ jobId, historyId, walletId: wallet })
