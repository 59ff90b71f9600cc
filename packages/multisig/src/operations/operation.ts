import type { Transaction } from '@hiero-ledger/sdk'
import type { Ledger, MirrorAccount } from '@quorate/ledger'
import { AccountId, checkTitle, type RouteErrors, type Session } from '@quorate/platform'
import { MAX_MEMO_BYTES } from '@quorate/verify'
import { type Static, type TObject, Type } from 'typebox'
import { limits } from '../limits.ts'
import { keyToHex } from '../model/keys.ts'
import type { HistoryType, NewGovernance, OperationName, Signing } from '../model/request.ts'
import type { Settings } from '../settings.ts'
import type { Wallet } from '../store/wallets.ts'
import type { Problem, Spending } from './problems.ts'

/** The requester: a session, or a wallet whose DAO has decided. */
export type Asker = Pick<Session, 'chain' | 'walletId' | 'app'>

/** The context that an operation uses to prepare a request. */
export interface Preparing {
  ledger: Ledger
  session: Asker
  settings: Settings
  /**
   * The session's wallet with this id, and its account on the ledger.
   *
   * @throws 403 if it does not exist or is not the session's; 409 `WALLET_KEY_CHANGED` if its key on the ledger is not
   *     the owners'
   */
  openWallet(walletId: string): Promise<{ wallet: Wallet; account: MirrorAccount }>
}

/** The outlook for a transaction before it is signed: why the ledger would refuse it, and how much its payer needs. */
export interface Outlook {
  problems: Problem[]
  spending: Spending
}

/** An operation, ready to be frozen. */
export interface Prepared extends Outlook {
  transaction: Transaction
  payer: string
  /** Null if the request creates the wallet. */
  wallet: Wallet | null
  /** The M of N when the request is made. */
  threshold: number
  signing: Signing
  participants: string[]
  newGovernance: NewGovernance | null
}

/** A kind of operation. The file's name is the path segment and the first word of its job kinds. */
export interface Operation<Body extends TObject = TObject> {
  name: OperationName
  /** The type of its history entry. */
  type: HistoryType
  /** Completes "Request to", such as "create a wallet". */
  summary: string
  /** The errors of its request besides those of every request. */
  errors?: RouteErrors | readonly RouteErrors[]
  body: Body
  /** Why the network does not schedule this kind of transaction, and what to send instead; absent if it does. */
  notSchedulable?: string
  /** Refuses a body for what its fields say together. It reads nothing, so proposals are checked by it, too. */
  check?(body: Static<Body>): void
  prepare(body: Static<Body>, preparing: Preparing): Promise<Prepared>
}

export const defineOperation = <Body extends TObject>(operation: Operation<Body>): Operation<Body> => operation

export const walletId = AccountId

/** The field of every operation's body that makes the request a timed one. */
export const ExecuteAt = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: `seconds.nanoseconds or ISO 8601, at most ${limits.executeAtAhead.value} days ahead: the service executes the request then, and owners sign at any time before`,
  }),
)

/** The field of every operation's body that allows a request that the ledger would refuse now. */
export const Force = Type.Optional(
  Type.Boolean({
    description:
      'whether to make the request even if the ledger would refuse the transaction now: the reasons are answered as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later',
  }),
)

/** The field of every operation's body that says what the request is for. A DAO's decision names its proposal there. */
export const Memo = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_MEMO_BYTES,
    examples: ['Invoice 4711'],
    description: `what it is for, up to ${MAX_MEMO_BYTES} bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger`,
  }),
)

/** The fields of every operation's body that make the request a scheduled one. */
export const Scheduling = {
  expiresAt: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: `seconds.nanoseconds or ISO 8601, at most ${limits.scheduleAhead.value} hours ahead: the ledger keeps the transaction until then, and owners sign at any time before`,
    }),
  ),
  execute: Type.Optional(
    Type.Enum(['signed', 'expiry'], {
      description: 'with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`',
    }),
  ),
  payer: Type.Optional(
    Type.Enum(['owner', 'service'], {
      description:
        'with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester',
    }),
  ),
}

export const OwnerBody = Type.Object(
  {
    wallet: AccountId,
    name: Type.String({ maxLength: 100 }),
    guarded: Type.Optional(
      Type.Boolean({
        description:
          "whether its key is a node's network key, which signs what a DAO decides. The wallet's memo then names this owner. At most one owner",
      }),
    ),
  },
  { description: 'an owner: an account, and what the wallet calls it' },
)

/**
 * Refuses an owner's name without visible characters, unless it is empty. @throws 400 `HIDDEN_CHARACTER`, `BLANK_TEXT`
 */
export function checkName(name: string, field: string): void {
  if (name !== '') checkTitle(name, field)
}

/** An operation on an existing wallet. The wallet pays, so its owners' signatures suffice. */
export const byWallet = (
  wallet: Wallet,
  transaction: Transaction,
  { problems = [], ...spending }: Omit<Spending, 'tinybars'> & { tinybars?: bigint; problems?: Problem[] },
): Prepared => ({
  transaction,
  payer: wallet.wallet,
  wallet,
  threshold: wallet.threshold,
  signing: { accounts: [{ account: wallet.wallet, key: keyToHex(wallet.key) }], newKey: false },
  participants: [],
  newGovernance: null,
  problems,
  spending: { tinybars: 0n, ...spending },
})
