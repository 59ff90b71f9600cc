import { proto } from '@hiero-ledger/proto'
import type { BodyCase } from '#protocol/envelope.ts'
import { contractId } from '#protocol/ids.ts'
import { type ContractKey, isActive, type KeyRule, keyFromProto, type Signer } from '#protocol/keys.ts'
import { Signatures } from '#protocol/signatures.ts'
import { check, codeName, codeNumber, type ResponseCode } from '#protocol/status-error.ts'
import { nanosOf, toTimestamp } from '#protocol/time.ts'
import type { Account } from '#state/entities.ts'
import { originalsOf } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type { Executed } from '#store/executed.ts'
import { childId } from '#transaction/children.ts'
import type { Admitted, Bodies, Dispatch, DispatchedTransaction, Handled } from '#transaction/definition.ts'
import { PresetIds } from '#transaction/preset-ids.ts'
import { leastPrice, priceOf } from '#transaction/prices.ts'
import { type Changes, changesOf, NO_CHANGES, recordWith } from '#transaction/record.ts'

/** How a contract's calls reach the ledger's own transactions. */
export interface NativeContext {
  readonly dispatch: Dispatch
  /** The transaction that runs the contract. */
  readonly transaction: proto.ITransactionBody
  /** Its valid start in nanoseconds. */
  readonly validStart: bigint
  /** The child transactions that precede that transaction. */
  readonly preceding: Executed[]
  /** Whether the transaction is signed by a key. */
  readonly isSigned: (rule: KeyRule) => boolean
  /**
   * Whether an account's key authorises schedules that it calls: it has signed the transaction. An Ethereum transaction
   * is signed by its sender alone, since its relayer agrees to nothing but to pay (HssCallAttempt.getKeysForEOASender).
   */
  readonly authorises: (key: Signer) => boolean
  /** The account that a development method lets act as if its key had signed. */
  readonly impersonated?: number | undefined
  /** Whether everything that contracts dispatch counts as authorised. */
  readonly isOpen: boolean
}

/** A transaction that a contract dispatched. */
export interface NativeChild {
  readonly admitted: Admitted
  readonly handled: Handled
  readonly changes: Changes
  /** Its consensus time in nanoseconds. */
  readonly at: bigint
  /** Whether it has an id of its own, instead of the next child's id. */
  readonly hasOwnId: boolean
  /** Whether a contract call that it was part of failed afterwards. */
  isReverted: boolean
}

/** The account that authorises the transaction which a contract's call dispatches. */
export interface Caller {
  /** Its `num` is 0 if the caller's address belongs to no account. */
  readonly account: Pick<Account, 'num' | 'evmAddress'>
  /** Whether the caller runs the program of another contract. If so, only delegatable keys authorise. */
  readonly isDelegate: boolean
}

/** The result of a dispatched transaction. */
export interface Dispatched {
  readonly status: ResponseCode
  readonly receipt: proto.ITransactionReceipt
  readonly record: proto.ITransactionRecord
  /** The gas that it costs. */
  readonly gas: number
  readonly child: Omit<NativeChild, 'isReverted'>
}

const TINYCENTS_PER_GAS = 852n
const MILLI = 1000n

/** A price in tinycents as gas. It is a fifth higher within a contract (SystemContractGasCalculator). */
export function gasOf(tinycents: bigint): number {
  const milliPrice = TINYCENTS_PER_GAS * MILLI
  const gas = ((tinycents + milliPrice - 1n) * MILLI) / milliPrice
  return Number(gas + gas / 5n)
}

/** The gas for reading (SystemContractGasCalculator.viewGasRequirement). */
export const VIEW_GAS: number = gasOf(1_000_000n)
const ASSOCIATION_GAS = gasOf(500_000_000n)
/** The gas for an account that a transfer to an unknown address makes: its creation, and an update. */
const ACCOUNT_GAS =
  gasOf(leastPrice({ functionality: 'CryptoCreate', base: 499_000_000n })) +
  gasOf(leastPrice({ functionality: 'CryptoUpdate', base: 1_200_000n }))

/** Whether a key is a contract that authorises a call. */
export function authorises(key: Signer, { account, isDelegate }: Caller): boolean {
  return key.kind === 'contract' && names(key, account) && (key.isDelegatable || !isDelegate)
}

const names = ({ contract, address }: ContractKey, { num, evmAddress }: Caller['account']): boolean =>
  contract === num || (address !== '' && address === evmAddress?.toString('hex'))

/** The key of a calling contract. */
function ownKeys({ account, isDelegate }: Caller, state: State): readonly Signer[] {
  if (!state.contracts.get(account.num)) return []
  const id = contractId(account.num)
  return [keyFromProto(isDelegate ? { delegatableContractId: id } : { contractID: id }).rule as ContractKey]
}

interface Given<K extends BodyCase> {
  readonly bodyCase: K
  readonly op: Bodies[K]
  readonly caller: Caller
  /** Its id, if that is not derived from the transaction that runs the contract. */
  readonly id?: proto.ITransactionID | undefined
  /** Further keys that authorise it. */
  readonly also?: ((key: Signer) => boolean) | undefined
}

/** Handles a transaction of a contract as a child of the transaction that runs the contract. */
export function dispatchNative<K extends BodyCase>(
  { bodyCase, op, caller, id, also }: Given<K>,
  state: State,
  { dispatch, transaction, validStart, preceding, isOpen, authorises: hasSigned, impersonated }: NativeContext,
): Dispatched {
  const definition = dispatch.definitionOf(bodyCase)
  check(definition !== undefined, 'NOT_SUPPORTED')
  const transactionID = id ?? transaction.transactionID ?? {}
  const bodyBytes = proto.TransactionBody.encode({ transactionID, [bodyCase]: op }).finish()
  const body = proto.TransactionBody.decode(bodyBytes)
  const admitted: Admitted = {
    signedBytes: proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish(),
    body,
    bodyCase,
    pairs: [],
    signatures: Signatures.ofCall(
      (key) => isOpen || authorises(key, caller) || (also?.(key) ?? false),
      ownKeys(caller, state),
    ),
    payer: caller.account.num,
    fee: 0n,
    validStart: id ? nanosOf(id.transactionValidStart) : validStart,
    definition,
    op: body[bodyCase],
  }
  const price = gasOf(priceOf({ body, bodyCase }, definition, state))
  const savepoint = state.journal.savepoint()
  const before = preceding.length
  const at = dispatch.followingTime()
  const { num } = caller.account
  const key = state.accounts.get(num)?.key.rule
  const isKeySigned = key !== undefined && (num === impersonated || isActive(key, hasSigned))
  const following: DispatchedTransaction = { admitted, parent: null, isPaidInGas: true, isKeySigned }
  const handled = dispatch.handleCall(following, state, at, preceding, dispatch)
  const originals = originalsOf(state.journal.since(savepoint))
  const changes = changesOf(state, originals, preceding.slice(before))
  return {
    status: codeName(handled.receipt.status ?? 0) as ResponseCode,
    receipt: handled.receipt,
    record: handled.record,
    gas: price + ASSOCIATION_GAS * associationsIn(state, originals) + ACCOUNT_GAS * (preceding.length - before),
    child: { admitted, handled, changes, at, hasOwnId: id !== undefined },
  }
}

/** How many associations a transaction made automatically. */
function associationsIn(state: State, originals: ReturnType<typeof originalsOf>): number {
  let count = 0
  for (const [, before, after] of state.relations.changed(originals)) if (!before && after?.automatic) count++
  return count
}

/** Adds the records of the transactions that contracts dispatched to the records of the children. */
export function recordNatives(natives: readonly NativeChild[], context: RecordContext): void {
  const { state, now, preceding, following } = context
  for (const { admitted, handled, changes, at, hasOwnId, isReverted } of natives) {
    const body = hasOwnId ? admitted.body : { ...admitted.body, transactionID: childId(context) }
    const bodyBytes = proto.TransactionBody.encode(body).finish()
    const signedBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish()
    const child = { admitted: { ...admitted, body: proto.TransactionBody.decode(bodyBytes), signedBytes }, parent: now }
    const outcome = isReverted ? undone(handled) : handled
    preceding.push(recordWith(child, outcome, isReverted ? NO_CHANGES : changes, at, state))
    if (!isReverted) following.push(...handled.following)
  }
}

interface RecordContext {
  readonly state: State
  readonly transaction: proto.ITransactionBody
  readonly now: bigint
  readonly preceding: Executed[]
  readonly following: DispatchedTransaction[]
}

/** The outcome of a transaction whose contract failed afterwards. */
function undone({ receipt, record, ...handled }: Handled): Handled {
  const isSuccess = receipt.status === codeNumber('SUCCESS')
  const status = isSuccess ? codeNumber('REVERTED_SUCCESS') : receipt.status
  const { contractCallResult } = record
  return {
    ...handled,
    receipt: { status: status ?? null, exchangeRate: receipt.exchangeRate ?? null },
    record: contractCallResult ? { contractCallResult } : {},
    entity: null,
  }
}

/** For read-only calls: dispatched transactions are undone, and take no consensus time. */
export function simulatedNative(
  dispatch: Dispatch,
  now: bigint,
  { entropy, isSigned, isOpen = false }: Simulated,
): NativeContext {
  const same = (): bigint => now
  const transactionID = { transactionValidStart: toTimestamp(now) }
  const presets = new PresetIds()
  presets.begin(transactionID)
  return {
    dispatch: { ...dispatch, precedingTime: same, followingTime: same, presets, entropy: () => entropy },
    transaction: { transactionID },
    validStart: now,
    preceding: [],
    isSigned: ({ kind }) => isSigned && kind !== 'contract',
    authorises: ({ kind }) => isSigned && kind !== 'contract',
    isOpen,
  }
}

interface Simulated {
  readonly entropy: Buffer
  /** Whether all keys have signed. */
  readonly isSigned: boolean
  readonly isOpen?: boolean
}
