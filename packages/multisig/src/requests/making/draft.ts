import { randomUUID } from 'node:crypto'
import {
  type createPrices,
  keyToProto,
  type Ledger,
  type LedgerTime,
  MAX_TRANSACTION_BYTES,
  type MaxCustomFees,
  parseTransactionId,
  signedSize,
} from '@quorate/ledger'
import { type Clock, type Database, type Session, unprocessable } from '@quorate/platform'
import { hbars, type Leaf, leaves, proposalMemo, publicKeyText } from '@quorate/verify'
import { type Static, type TObject, Type } from 'typebox'
import { Clean } from 'typebox/value'
import { notFoundOrDenied } from '../../model/errors.ts'
import { keyFromHex } from '../../model/keys.ts'
import { ledgerWindow } from '../../model/ledger-window.ts'
import { signingNow } from '../../model/modes.ts'
import { checkPurpose } from '../../model/purpose.ts'
import { canShareId } from '../../model/replacement.ts'
import type { Request } from '../../model/request.ts'
import { walletKey } from '../../model/wallet.ts'
import { type Asker, Memo, type Operation, type Prepared, type Preparing } from '../../operations/operation.ts'
import { CENTS, type Problem } from '../../operations/problems.ts'
import type { Settings } from '../../settings.ts'
import type { Tables } from '../../store/tables.ts'
import { findWallet } from '../../store/wallets.ts'
import { checkMay } from '../../wallets/check-member.ts'
import { askedFees, intendedBody } from '../checks/custom-fees.ts'
import { walletOnLedger } from '../checks/needed-keys.ts'
import { chooseMode, type GivenTimes } from '../modes/mode-choice.ts'
import type { RequestModes } from '../modes/request-mode.ts'
import { readOnce } from '../reads.ts'
import { checkReplacement } from './replaced.ts'

/** The passed proposal that opens a request. */
export interface ProposalOf {
  daoId: string
  proposalId: string
  topicId: string
  consensusTimestamp: string
}

export interface Decided {
  proposal: ProposalOf
  /** The account whose limits the request counts against. */
  daoOwner: string
}

/** The body of a request, with the fields that every operation accepts. */
export type RequestedBody<Body extends TObject> = Static<Body> &
  GivenTimes & { memo?: string; force?: boolean; replaces?: string; group?: NonNullable<Request['group']> }

/** The requester: a session, a wallet whose DAO has decided, or the requester of a request that is already stored. */
export type DraftAsker = Asker & { decided?: Decided; isStored?: boolean; replaced?: Request }

interface Deps {
  database: Database<Tables>
  settings: Settings
  clock: Clock
  ledgerOf: (session: Pick<Session, 'chain'>) => Ledger
  modes: RequestModes
  priceOf: ReturnType<typeof createPrices>
}

const TINYBARS = 100_000_000

/** A request that is frozen but not stored, and why the ledger would refuse it now. */
export async function draftRequest<Body extends TObject>(
  deps: Deps,
  operation: Operation<Body>,
  body: RequestedBody<Body>,
  asker: DraftAsker,
): Promise<{ request: Request; problems: Problem[] }> {
  const { clock, settings, ledgerOf, modes } = deps
  if (body.memo !== undefined) checkPurpose(body.memo)
  operation.check?.(body)
  const ledger = readOnce(ledgerOf(asker))
  const { notSchedulable: why } = operation
  const notSchedulable = () => (typeof why === 'function' ? why(body) : why)
  const choice = chooseMode(body, notSchedulable, { now: clock.now(), settings })
  const prepared = await operation.prepare(body, preparing(deps, asker, ledger))
  const requesterRole = await roleOfAsker(deps, asker, prepared)
  if (requesterRole && choice.schedule) throw ownersOnly(asker.walletId)
  const jobId = randomUUID()
  const now = clock.now()
  const opensAt = choice.executeAt?.getTime() ?? now
  const proposal = asker.decided?.proposal
  prepared.transaction.setTransactionMemo(proposal ? proposalMemo(proposal.proposalId) : (body.memo ?? ''))
  const { transaction, payer, signing } = await modes[choice.mode].transactionOf(prepared, {
    jobId,
    asker,
    ledger,
    schedule: choice.schedule,
    body,
    maxFee: maxFee(prepared),
    signers: signersOf(prepared).size,
  })
  const window = windowOf(ledger, asker.replaced, {
    ...{ ...choice, opensAt, now },
    timeout: settings.TRANSACTION_TIMEOUT,
  })
  const frozen = ledger.freeze(transaction, {
    payer,
    ...ledgerWindow(window.validStart, window.opensAt, settings),
  })
  checkSize(frozen.bodyBytes, signersOf({ ...prepared, signing: signingNow({ ...choice, signing }) }))
  // Removes fields that the schema does not have.
  const stored = Type.Object({ ...operation.body.properties, memo: Memo })
  const payload = Clean(stored, structuredClone(body)) as Record<string, unknown>
  const { wallet } = prepared
  const { replaced } = asker
  if (replaced) checkReplacement(replaced, { wallet: wallet?.wallet ?? null, ...frozen })
  const fees = wallet
    ? await askedFees(ledger, { id: wallet.wallet, key: wallet.key }, intendedBody(frozen), payload)
    : []
  const createdAt = new Date(now)
  const request: Request = {
    ...choice,
    jobId,
    historyId: randomUUID(),
    chain: asker.chain,
    wallet: wallet?.wallet ?? null,
    operation: operation.name,
    type: operation.type,
    requester: asker.walletId,
    requesterRole,
    countedFor: asker.decided?.daoOwner ?? asker.walletId,
    participants: prepared.participants,
    payload: { ...payload, ...(fees.length > 0 ? { customFees: fees } : {}), ...(proposal ? { proposal } : {}) },
    threshold: prepared.threshold,
    signing,
    newGovernance: prepared.newGovernance,
    transactionId: frozen.transactionId,
    bytes: frozen.bytes,
    bodyBytes: frozen.bodyBytes,
    createdAt,
    updatedAt: createdAt,
    expiresAt: new Date(window.opensAt + settings.TRANSACTION_TIMEOUT),
    windowEndsAt: new Date(frozen.expiresAt),
    governance: wallet && { ...wallet, changedAt: wallet.updatedAt },
    replaces: replaced ? { jobId: replaced.jobId, transactionId: replaced.transactionId } : null,
    group: body.group ?? null,
    ...UNDECIDED,
  }
  return { request, problems: [...(await payerProblems(deps, ledger, prepared, fees)), ...prepared.problems] }
}

/** Fields that get their values later in a request's life. */
const UNDECIDED = {
  state: 'pending',
  code: null,
  message: null,
  consensusTimestamp: null,
  receipt: null,
  replacedBy: null,
  maybeSubmitted: false,
  submitted: [],
  signatures: [],
  rejections: [],
  muted: [],
  roles: {},
} satisfies Partial<Request>

/**
 * The valid start, and the earliest time of execution. A replacement takes both from the replaced request if the two
 * can share a transaction id.
 */
function windowOf(
  ledger: Ledger,
  replaced: Request | undefined,
  {
    mode,
    executeAt,
    opensAt,
    now,
    timeout,
  }: Pick<Request, 'mode' | 'executeAt'> & {
    opensAt: number
    now: number
    timeout: number
  },
): { validStart: LedgerTime; opensAt: number } {
  if (replaced && canShareId(replaced, { mode, executeAt }, now)) {
    const start = parseTransactionId(replaced.transactionId)
    if (start) return { validStart: start, opensAt: replaced.expiresAt.getTime() - timeout }
  }
  return { validStart: executeAt ? ledger.validStart(opensAt) : ledger.validStart(), opensAt }
}

export const preparing = ({ database, settings, clock }: Deps, asker: DraftAsker, ledger: Ledger): Preparing => ({
  ledger,
  session: asker,
  settings,
  async openWallet(walletId) {
    const { chain, walletId: account } = asker
    if (!asker.decided && !asker.isStored) await checkMay({ database }, { chain, wallet: walletId, account }, 'ask')
    const wallet = await findWallet(database.read, chain, walletId)
    if (!wallet) throw notFoundOrDenied()
    const onLedger = { ...wallet, changedAt: wallet.updatedAt.getTime() }
    return { wallet, account: await walletOnLedger(ledger, onLedger, clock.now()) }
  },
})

/** The role that allows a session to make a request for a wallet; null for its owners, and for a DAO's decision. */
async function roleOfAsker(deps: Deps, asker: DraftAsker, { wallet }: Prepared): Promise<Request['requesterRole']> {
  if (!wallet || asker.decided || asker.isStored) return null
  const { chain, walletId: account } = asker
  const member = await checkMay(deps, { chain, wallet: wallet.wallet, account }, 'ask')
  return member === 'owner' ? null : member
}

/** The requester of a scheduled request signs and pays its ScheduleCreate, and holds a part of its admin key. */
const ownersOnly = (account: string) =>
  unprocessable(
    'NOT_AN_OWNER',
    `${account} may make requests, but not sign them. A request with expiresAt begins with its requester's signature: send executeAt, or neither`,
  )

/** Checks that the payer has enough hbars for the transaction. */
async function payerProblems(
  { priceOf }: Deps,
  ledger: Ledger,
  { spending: { account, tinybars, cents }, threshold }: Prepared,
  customFees: MaxCustomFees,
): Promise<Problem[]> {
  const fee = BigInt(await priceOf(ledger, cents + CENTS.signature * (threshold - 1), 1))
  const charged = customFees
    .flatMap(({ fees }) => fees)
    .filter(({ token_id }) => token_id === 'HBAR')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const needed = tinybars + charged + fee
  if (account.balance >= needed) return []
  const message = `${account.id} has ${hbars(account.balance)}, and this takes at least ${hbars(needed)} with its fee`
  const about = { accountId: account.id, tokenId: 'HBAR', balance: String(account.balance), needed: String(needed) }
  return [{ code: 'INSUFFICIENT_PAYER_BALANCE', ...about, message }]
}

/** Every leaf key whose signature the ledger may accept. */
function signersOf({ signing, newGovernance }: Pick<Prepared, 'signing' | 'newGovernance'>): Map<string, Leaf> {
  const keys = signing.accounts.map(({ key }) => keyFromHex(key))
  if (signing.newKey && newGovernance) keys.push(walletKey(newGovernance))
  return new Map(keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), leaf]))
}

/** The least size of a leaf within a key, in bytes. */
const LEAF_BYTES = 34

/**
 * The highest fee that the payer offers, in tinybars. The ledger charges by its schedule (HIP-1261): a US cent for each
 * key that the body sets and little for each signature, at a changing exchange rate. The SDKs' default is too low for
 * the keys of many owners.
 */
function maxFee(prepared: Prepared): number {
  const { newGovernance } = prepared
  const keys = newGovernance ? keyToProto(walletKey(newGovernance)).length / LEAF_BYTES : 0
  return Math.ceil((prepared.maxFee ?? 5) + keys + signersOf(prepared).size / 2) * TINYBARS
}

/** @throws 422 `TRANSACTION_OVERSIZE` if the transaction would be too large with every signature that may be given */
function checkSize(bodyBytes: Uint8Array, signers: Map<string, Leaf>): void {
  const size = signedSize(bodyBytes, [...signers.values()])
  if (size > MAX_TRANSACTION_BYTES)
    throw unprocessable(
      'TRANSACTION_OVERSIZE',
      `With ${signers.size} signatures the transaction has ${size} bytes, but the ledger accepts at most ${MAX_TRANSACTION_BYTES}`,
    )
}
