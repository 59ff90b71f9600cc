import type { Transaction } from '@hiero-ledger/sdk'
import type { Ledger, MirrorAccount } from '@quorate/ledger'
import { AccountId, checkTitle, namedSchema, type RouteErrors, type Session } from '@quorate/platform'
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

/** What an operation needs to prepare a request. */
export interface Preparing {
  ledger: Ledger
  session: Asker
  settings: Settings
  /**
   * The session's wallet with this id, and its account on the ledger.
   *
   * @throws 403 if it does not exist or does not belong to the session; 409 `WALLET_KEY_CHANGED` if its key on the
   * ledger is not the owners'
   */
  openWallet(walletId: string): Promise<{ wallet: Wallet; account: MirrorAccount }>
}

/** What can be known before a transaction is signed: why the ledger would refuse it, and how much its payer needs. */
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
  /** The threshold when the request is made. */
  threshold: number
  signing: Signing
  participants: string[]
  newGovernance: NewGovernance | null
  /** The highest fee that the payer offers, in hbars; undefined for the usual maximum. */
  maxFee?: number | undefined
}

/** A kind of operation. The file's name is the path segment and the first word of its job kinds. */
export interface Operation<Body extends TObject = TObject> {
  name: OperationName
  /** The type of its history entry. */
  type: HistoryType
  /** Completes "Request to", such as "create a wallet". */
  summary: string
  /** Errors of its request route, in addition to those of every request route. */
  errors?: RouteErrors | readonly RouteErrors[]
  body: Body
  /** Why the network does not schedule this kind of transaction, and what to send instead; absent if it does. */
  notSchedulable?: string | ((body: Static<Body>) => string | undefined)
  /** Refuses a body with an invalid combination of fields. It reads nothing, so it also checks proposals. */
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
      'whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later',
  }),
)

/** The field of every operation's body that makes the request take the place of another one. */
export const Replaces = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them',
  }),
)

/** The place of a request in a group. */
export const GroupPlace = namedSchema(
  'GroupPlace',
  Type.Object(
    {
      groupId: Type.String({
        pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
        examples: ['7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a'],
        description: 'a random UUID of the requester, the same for all parts',
      }),
      position: Type.Integer({ minimum: 0, maximum: limits.groupRequests.value - 1, description: 'from 0' }),
      size: Type.Integer({ minimum: 2, maximum: limits.groupRequests.value, description: 'how many parts there are' }),
    },
    { additionalProperties: false, description: 'the place of a request among those that are signed together' },
  ),
)

/**
 * The field of every operation's body that states the purpose of the request. If a DAO decided the request, the memo
 * names the proposal.
 */
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
