/**
 * Spending limits let accounts pay from a wallet without its owners, by allowances on the ledger. Owners give, renew
 * and end limits by requests. Within a limit, its spender alone signs and pays for a transfer. The ledger keeps count
 * of the rest.
 */
import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import {
  customFeesOf,
  type Frozen,
  type Ledger,
  type MirrorTokenDetails,
  signaturesFrom,
  signaturesIn,
  transactionHash,
  verifiedSignatures,
  withSignatures,
} from '@quorate/ledger'
import { type Clock, conflict, type Database, type ListPage, type Session, unprocessable } from '@quorate/platform'
import { decode, hbars, LIMIT_PAYMENT_FEE, leaves, limitPaymentIn, transactionIdIn } from '@quorate/verify'
import type { Allowance } from '@quorate/verify/recount'
import { allowanceIn } from '../model/allowances.ts'
import { ledgerWindow } from '../model/ledger-window.ts'
import { checkPurpose } from '../model/purpose.ts'
import type { Request } from '../model/request.ts'
import { may } from '../model/roles.ts'
import { type Problem, receiverProblems, senderProblems } from '../operations/problems.ts'
import { checkReceiver, receiverOf, tokenOf } from '../operations/transfers.ts'
import { readOnce } from '../requests/reads.ts'
import type { Settings } from '../settings.ts'
import { openApprovalsOf, walletsAllowing } from '../store/allowances.ts'
import { memberOf } from '../store/roles.ts'
import type { Tables } from '../store/tables.ts'

interface Deps {
  database: Database<Tables>
  ledgerOf: (session: Pick<Session, 'chain'>) => Ledger
  settings: Settings
  clock: Clock
}

export interface Limit extends Omit<Allowance, 'since'> {
  /** Null while the ledger shows no allowance: it is used up, or an open request is to give it. */
  since: string | null
  /** Whether the spender may see the wallet: it is an owner, or has a role. */
  isMember: boolean
  /** The open requests that will set this limit again. */
  renewals: Request[]
}

export interface OwnLimits {
  wallet: string
  limits: Limit[]
}

export interface AskedPayment {
  walletId: string
  receiverId: string
  tokenId: string
  amount: bigint
  memo: string
}

export interface Paid {
  status: 'SUCCESS' | 'PENDING'
  transactionId: string
  consensusTimestamp?: string
}

export type SpendingLimits = ReturnType<typeof createSpendingLimits>

export function createSpendingLimits(deps: Deps) {
  return {
    /** The limits at a wallet. Members see all of them; others see only their own limits that are on the ledger. */
    list: (session: Session, wallet: string): Promise<Limit[]> => list(deps, session, wallet),

    /**
     * A page of the wallets that have given the session's account an allowance here, each with its limits that are on
     * the ledger, which may be none.
     */
    mine: (session: Session, page: { limit: number; cursor: string | undefined }): Promise<ListPage<OwnLimits>> =>
      mine(deps, session, page),

    /**
     * The transfer that the session's account signs to pay within its limit. Nothing is stored.
     *
     * @throws 400 `VALIDATION_FAILED` and the other errors of `checkPurpose`; 422 with the ledger's code if it would
     * refuse the transfer, `CUSTOM_FEES`, `RECEIVER_MUST_SIGN`
     */
    prepare: (session: Session, asked: AskedPayment): Promise<Frozen> => prepare(deps, session, asked),

    /**
     * Submits a transfer that {@link prepare} made, with its spender's signature. Repeated calls have the same outcome:
     * the ledger executes an id once.
     *
     * @throws 409 `SUPERSEDED`; 422 `BODY_MISMATCH`, `INVALID_SIGNATURE`, and the ledger's code if it refused the
     * transfer
     */
    pay: (session: Session, given: { walletId: string; bytes: Uint8Array; signature: Uint8Array }): Promise<Paid> =>
      pay(deps, session, given),
  }
}

async function list({ database, ledgerOf }: Deps, { chain, walletId: account }: Session, wallet: string) {
  const isMember = may(await memberOf(database.read, chain, wallet, account), 'see')
  // Strangers may call this, so it reads from the `publicMirror`, which logins and signatures do not use.
  const { publicMirror } = ledgerOf({ chain })
  const given = await publicMirror.allowancesOf(wallet, isMember ? undefined : account)
  const renewals = isMember ? await openApprovalsOf(database.read, { chain, wallet }) : []
  const limits = new Map<string, Limit>()
  const nameOf = ({ spenderId, tokenId }: Pick<Allowance, 'spenderId' | 'tokenId'>) => `${spenderId} ${tokenId}`
  for (const one of given) limits.set(nameOf(one), { ...one, isMember: false, renewals: [] })
  for (const request of renewals) {
    const change = allowanceIn(request)
    if (!change || change.amount === 0n) continue
    const { spenderId, tokenId } = change
    const known = limits.get(nameOf(change))
    const limit = known ?? { spenderId, tokenId, granted: 0n, left: 0n, since: null, isMember: false, renewals: [] }
    limit.renewals.push(request)
    limits.set(nameOf(change), limit)
  }
  const all = [...limits.values()]
  for (const limit of all) limit.isMember = may(await memberOf(database.read, chain, wallet, limit.spenderId), 'see')
  return all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

async function mine(
  { database, ledgerOf }: Deps,
  { chain, walletId: account }: Session,
  page: { limit: number; cursor: string | undefined },
): Promise<ListPage<OwnLimits>> {
  const { items, ...rest } = await walletsAllowing(database.read, { chain, account, ...page })
  // Strangers can give allowances, too.
  const { publicMirror } = ledgerOf({ chain })
  const found: OwnLimits[] = []
  for (const wallet of items) {
    const isMember = may(await memberOf(database.read, chain, wallet, account), 'see')
    const given = await publicMirror.allowancesOf(wallet, account)
    const own = given.filter(({ spenderId }) => spenderId === account)
    found.push({ wallet, limits: own.map((one) => ({ ...one, isMember, renewals: [] })) })
  }
  return { items: found, ...rest }
}

async function prepare({ ledgerOf, settings, clock }: Deps, session: Session, asked: AskedPayment): Promise<Frozen> {
  const { walletId, receiverId, tokenId, amount, memo } = asked
  const { walletId: spender } = session
  if (memo !== '') checkPurpose(memo)
  checkReceiver(receiverId, walletId)
  const ledger = readOnce(ledgerOf(session))
  await checkLeft(ledger, spender, asked)
  const token = await tokenOf({ tokenId, type: 'FUNGIBLE_COMMON' }, ledger)
  const [problem] = await problemsOf(ledger, asked, token)
  if (problem) throw unprocessable(problem.code, problem.message)
  const receiver = await receiverOf(receiverId, ledger)
  if (receiver.receiverSigRequired && receiverId !== spender)
    throw unprocessable('RECEIVER_MUST_SIGN', `${receiverId} signs for what it receives: ask the owners for a request`)
  const transaction = new TransferTransaction()
    .setTransactionMemo(memo)
    .setMaxTransactionFee(Hbar.fromTinybars(LIMIT_PAYMENT_FEE.toString()))
  const units = amount.toString()
  if (token)
    transaction.addApprovedTokenTransfer(tokenId, walletId, -amount).addTokenTransfer(tokenId, receiverId, amount)
  else
    transaction
      .addApprovedHbarTransfer(walletId, Hbar.fromTinybars(`-${units}`))
      .addHbarTransfer(receiverId, Hbar.fromTinybars(units))
  const window = ledgerWindow(ledger.validStart(), clock.now(), settings)
  const frozen = ledger.freeze(transaction, { payer: spender, ...window })
  if (token) await checkNoFees(ledger, walletId, token, frozen.bodyBytes)
  return frozen
}

/** @throws 422 `SPENDER_DOES_NOT_HAVE_ALLOWANCE`, `AMOUNT_EXCEEDS_ALLOWANCE` */
async function checkLeft(
  { mirror }: Ledger,
  spender: string,
  { walletId, tokenId, amount }: AskedPayment,
): Promise<void> {
  const given = await mirror.allowancesOf(walletId, spender)
  const limit = given.find((one) => one.tokenId === tokenId && one.spenderId === spender)
  if (!limit)
    throw unprocessable(
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
      `${spender} has no spending limit for ${tokenId} at ${walletId}: ask its owners for one, or for a payment`,
    )
  if (limit.left < amount)
    throw unprocessable(
      'AMOUNT_EXCEEDS_ALLOWANCE',
      `amount is ${amount}, and the limit of ${spender} at ${walletId} has ${limit.left} left, in smallest units`,
    )
}

/** Why the ledger would refuse the transfer now. */
async function problemsOf(
  ledger: Ledger,
  { walletId, receiverId, amount }: AskedPayment,
  token: MirrorTokenDetails | undefined,
): Promise<Problem[]> {
  const [wallet, receiver] = [await receiverOf(walletId, ledger), await receiverOf(receiverId, ledger)]
  if (token)
    return [
      ...(await senderProblems(ledger, { walletId, amount, token })),
      ...(await receiverProblems(ledger, { receiver, token })).problems,
    ]
  if (wallet.balance >= amount) return []
  const message = `${walletId} has ${hbars(wallet.balance)}, and this takes ${hbars(amount)}`
  return [{ code: 'INSUFFICIENT_ACCOUNT_BALANCE', message }]
}

/** The ledger charges custom fees in addition, and no limit covers them. @throws 422 `CUSTOM_FEES` */
async function checkNoFees(
  { mirror }: Ledger,
  walletId: string,
  { id }: MirrorTokenDetails,
  bodyBytes: Uint8Array,
): Promise<void> {
  const { charges } = await customFeesOf({ mirror, isAccountsOwn: async () => false }, bodyBytes, walletId)
  if (charges.length > 0)
    throw unprocessable(
      'CUSTOM_FEES',
      `The token ${id} charges ${walletId} custom fees for this, which no limit covers: ask the owners for a request`,
    )
}

async function pay(
  { ledgerOf, clock }: Deps,
  session: Session,
  { walletId, bytes, signature }: { walletId: string; bytes: Uint8Array; signature: Uint8Array },
): Promise<Paid> {
  const ledger = ledgerOf(session)
  const { walletId: spender } = session
  const [one, ...more] = signaturesIn(bytes)
  const bodyBytes = one?.bodyBytes
  const payment =
    bodyBytes && more.length === 0
      ? limitPaymentIn(bodyBytes, { walletId, payerId: spender, now: clock.now() })
      : undefined
  if (!bodyBytes || !payment)
    throw unprocessable(
      'BODY_MISMATCH',
      `bytes are not a payment from ${walletId} that ${spender} pays within a limit: send the bytes of limits/prepare`,
    )
  const account = await ledger.mirror.account(spender)
  const signed = verifiedSignatures(bodyBytes, signaturesFrom(signature), account?.key ? leaves(account.key) : [])
  if (signed.length === 0)
    throw unprocessable('INVALID_SIGNATURE', `signature is not by a key of ${spender} over bodyBytes`)
  return submit(ledger, bodyBytes, withSignatures(bodyBytes, signed))
}

async function submit(ledger: Ledger, bodyBytes: Uint8Array, bytes: Uint8Array): Promise<Paid> {
  const transactionId = transactionIdIn(decode(bodyBytes))
  const outcome = await ledger.submit(bytes)
  if (outcome.state !== 'final') return { status: 'PENDING', transactionId }
  if (!outcome.success) throw unprocessable(outcome.status, `The ledger refused the payment: ${outcome.status}`)
  // The account may have executed another transaction under this id, which the answer must not present as the payment.
  const executed = await ledger.execution({ bodyBytes, outcome, submitted: [transactionHash(bytes)] })
  if (executed.state === 'superseded')
    throw conflict('SUPERSEDED', `The ledger executed another transaction under ${transactionId}`)
  const { consensusTimestamp } = outcome
  return { status: 'SUCCESS', transactionId, ...(consensusTimestamp === undefined ? {} : { consensusTimestamp }) }
}
