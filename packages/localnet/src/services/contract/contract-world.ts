import { type Code, codeOf, NO_CODE } from '#evm/code.ts'
import { Halt, STATIC_VIOLATION } from '#evm/halt.ts'
import type { Address, Word } from '#evm/word.ts'
import type { World } from '#evm/world.ts'
import { longZeroAddress, longZeroNumber } from '#protocol/ids.ts'
import { type Key, keyFromBytes, keyFromProto, keyToProto } from '#protocol/keys.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { isHollow } from '#services/crypto/hollow-accounts.ts'
import { type Account, type Contract, plainAccount } from '#state/entities.ts'
import { moveHbar } from '#state/hbar.ts'
import { type State, slotKey } from '#state/state.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'
import type { ContractState } from './contract-state.ts'
import type { SystemWorld } from './system/call.ts'
import { hasAccountFunction, isSystemContract } from './system/index.ts'
import type { NativeChild, NativeContext } from './system/native.ts'
import { accountCode, analysed, SYSTEM_CODE, scheduleCode, tokenCode } from './system/redirect.ts'

/** The last system account. Contracts cannot pay system accounts, not even by SELFDESTRUCT. */
const LAST_SYSTEM_ACCOUNT = 750
const UNLIMITED = -1
const NO_BYTES = Buffer.alloc(0)

const INVALID_SIGNATURE = new Halt('INVALID_SIGNATURE', true)
const INVALID_SOLIDITY_ADDRESS = new Halt('INVALID_SOLIDITY_ADDRESS')
const INVALID_ALIAS_KEY = new Halt('INVALID_ALIAS_KEY')
const INVALID_CONTRACT_ID = new Halt('INVALID_CONTRACT_ID', true)
const FEE_COLLECTION_REFUSES = new Halt('TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED', true)
const SELF_DESTRUCT_TO_SELF = new Halt('SELF_DESTRUCT_TO_SELF')
const CONTRACT_IS_TREASURY = new Halt('CONTRACT_IS_TREASURY')
const CONTRACT_STILL_OWNS_NFTS = new Halt('CONTRACT_STILL_OWNS_NFTS')

/** An account that a program made: a contract, or a hollow account for value sent to an address without one. */
export interface Birth {
  readonly num: number
  readonly address: Address
  readonly isContract: boolean
}

/** What there was at a savepoint. */
interface Mark {
  readonly journal: number
  readonly births: number
  readonly natives: number
  /** The children that accounts made by dispatched transactions have. */
  readonly preceding: number
}

/** The attributes of the contract that a transaction itself creates. */
export type NewContract = Pick<
  Account,
  'key' | 'memo' | 'autoRenewPeriod' | 'maxAutoAssociations' | 'stakedAccount' | 'stakedNode' | 'declineReward'
> &
  Pick<Contract, 'file' | 'autoRenewAccount'>

/**
 * An address as the interpreter writes it: the account's EVM address, or otherwise the long-zero form of its number.
 */
export const addressOfAccount = ({ num, evmAddress }: Account): Address =>
  (evmAddress ?? longZeroAddress(num)).toString('hex')

/**
 * The address under which contracts know an account, from any of its addresses; the same address if the account does
 * not exist.
 */
export function knownAddress(state: Pick<ContractState, 'accountByAlias'>, address: Uint8Array): Address {
  const account = state.accountByAlias(address)
  return account && !account.deleted ? addressOfAccount(account) : Buffer.from(address).toString('hex')
}

/** The key of a contract that nobody administers. */
export const selfKey = (num: number): Key => keyFromProto({ contractID: { contractNum: longOf(num) } })

const longOf = (num: number) => ({ low: num | 0, high: Math.floor(num / 2 ** 32), unsigned: false }) as never

/** The program at the address of a system contract, a token or a schedule (HIP-719); empty elsewhere. */
export function entityCode(
  address: Buffer,
  { tokens, schedules }: Pick<ContractState, 'tokens' | 'schedules'>,
): Buffer {
  const num = longZeroNumber(address)
  if (num === undefined) return NO_BYTES
  if (isSystemContract(num)) return SYSTEM_CODE
  if (tokens.get(num)) return tokenCode(address.toString('hex'))
  return schedules.get(num) ? scheduleCode(address.toString('hex')) : NO_BYTES
}

export interface WorldOptions {
  readonly state: ContractState
  /** How calls of system contracts reach the ledger. */
  readonly native: NativeContext
  /** Consensus time in nanoseconds. */
  readonly now: bigint
  /** 32 bytes or more that programs see as PREVRANDAO. */
  readonly entropy: Uint8Array
  /** The contract that the transaction creates. */
  readonly created?: NewContract
}

/** The ledger's accounts as contracts see them: by address, with balances in tinybars. */
export class ContractWorld implements World, SystemWorld {
  readonly #state: ContractState
  readonly now: bigint
  readonly native: NativeContext
  readonly entropy: Uint8Array
  #created: NewContract | undefined
  readonly #numbers = new Map<Address, number>()
  readonly births: Birth[] = []
  readonly natives: NativeChild[] = []
  readonly #marks: Mark[] = []

  constructor({ state, now, native, entropy, created }: WorldOptions) {
    this.#state = state
    this.now = now
    this.native = native
    this.entropy = entropy
    this.#created = created
  }

  /** The account at an address, unless it is deleted. An account with an EVM address has no other (HIP-1217). */
  account(address: Address): Account | undefined {
    const { accounts } = this.#state
    const known = accounts.get(this.#numbers.get(address) ?? -1)
    if (known) return known.deleted ? undefined : known
    const bytes = Buffer.from(address, 'hex')
    const found = this.#state.accountByAlias(bytes)
    if (!found || found.deleted || addressOfAccount(found) !== address) return undefined
    this.#numbers.set(address, found.num)
    return found
  }

  isDead(address: Address): boolean {
    const account = this.account(address)
    return (
      !account || (account.balance === 0n && account.ethereumNonce === 0n && !this.#state.contracts.get(account.num))
    )
  }

  balance(address: Address): bigint {
    return this.account(address)?.balance ?? 0n
  }

  nonce(address: Address): bigint {
    return this.account(address)?.ethereumNonce ?? 0n
  }

  code(address: Address, input?: Uint8Array): Code {
    const account = this.account(address)
    if (!account) return analysed(entityCode(Buffer.from(address, 'hex'), this.#state))
    const contract = this.#state.contracts.get(account.num)
    if (contract) return codeOf(contract.bytecode)
    return input && hasAccountFunction(input) ? analysed(accountCode(address)) : NO_CODE
  }

  withState<T>(work: (state: State) => T): T {
    return this.#state.withState(work)
  }

  storage(address: Address, slot: Word): Word {
    const num = this.#numbers.get(address) ?? this.account(address)?.num ?? -1
    return this.#state.contractSlots.get(slotKey(num, slot))?.value ?? 0
  }

  setStorage(address: Address, slot: Word, value: Word): void {
    const contract = this.#need(address).num
    const key = slotKey(contract, slot)
    if (value === 0) this.#state.contractSlots.remove(key)
    else this.#state.contractSlots.put(key, { contract, slot, value })
  }

  transfer(from: Address, to: Address, value: bigint): Halt | undefined {
    const receiver = this.account(to) ?? this.#hollow(to)
    if (receiver instanceof Halt) return receiver
    if (isSystem(receiver.num)) return INVALID_CONTRACT_ID
    if (receiver.num === FEE_COLLECTION) return FEE_COLLECTION_REFUSES
    if (receiver.receiverSigRequired && from !== to && !this.native.isSigned(receiver.key.rule))
      return INVALID_SIGNATURE
    moveHbar(this.#state, this.#need(from).num, receiver.num, value, 'INSUFFICIENT_ACCOUNT_BALANCE')
    return undefined
  }

  /** Whether value sent to an address makes an account. */
  createsAccount(address: Address): boolean {
    return this.account(address) === undefined && longZeroNumber(Buffer.from(address, 'hex')) === undefined
  }

  /** Makes a hollow account for value that is sent to an address (HIP-583). */
  #hollow(address: Address): Account | Halt {
    if (!this.createsAccount(address)) return INVALID_ALIAS_KEY
    const num = this.#newNumber(address, false)
    const account: Account = {
      ...plainAccount(num, keyFromProto({ keyList: { keys: [] } }), 0n, this.now),
      evmAddress: Buffer.from(address, 'hex'),
      maxAutoAssociations: UNLIMITED,
    }
    const expiring = { ...account, expiry: this.now / NANOS_PER_SECOND + account.autoRenewPeriod }
    this.#state.accounts.put(num, expiring)
    return expiring
  }

  /** No contract can destroy itself in favour of itself: see {@link refusesDestruction}. */
  burn(): void {
    throw STATIC_VIOLATION
  }

  increaseNonce(address: Address): void {
    const account = this.#need(address)
    this.#state.accounts.put(account.num, { ...account, ethereumNonce: account.ethereumNonce + 1n })
  }

  isTaken(address: Address): boolean {
    const account = this.account(address)
    return account !== undefined && !isHollow(account)
  }

  create(address: Address, creator: Address, initCode: Uint8Array): undefined {
    const { accounts, contracts } = this.#state
    const hollow = this.account(address)
    const num = hollow?.num ?? this.#newNumber(address, true)
    if (hollow) this.births.push({ num, address, isContract: true })
    const given = this.#created ?? (hollow ? this.#completed(hollow) : this.#inherited(creator, num))
    const { file, autoRenewAccount, key, ...attributes } = given
    this.#created = undefined
    const isLongZero = longZeroNumber(Buffer.from(address, 'hex')) !== undefined
    accounts.put(num, {
      ...(hollow ?? plainAccount(num, key, 0n, this.now)),
      ...attributes,
      key: keyToProto(key).contractID ? selfKey(num) : key,
      evmAddress: isLongZero ? null : Buffer.from(address, 'hex'),
      expiry: this.now / NANOS_PER_SECOND + attributes.autoRenewPeriod,
      ethereumNonce: 1n,
    })
    const initcode = Buffer.from(initCode)
    const createdAt = hollow?.createdAt ?? this.now
    contracts.put(num, { num, bytecode: NO_BYTES, initcode, file, autoRenewAccount, obtainer: null, createdAt })
    return undefined
  }

  /**
   * A hollow account that becomes a contract is its own administrator, and keeps everything else
   * (TokenServiceApiImpl.finalizeHollowAccountAsContract). Nobody else gets control of its holdings.
   */
  #completed(hollow: Account): NewContract {
    const maxAutoAssociations = this.#state.relationsOf(hollow.num).reduce((count) => count + 1, 0)
    return { ...hollow, key: selfKey(hollow.num), maxAutoAssociations, file: null, autoRenewAccount: null }
  }

  /** The attributes that a new contract inherits from its creator. */
  #inherited(creator: Address, num: number): NewContract {
    // A call that is only simulated may come from an address without an account.
    const parent = this.account(creator) ?? plainAccount(-1, selfKey(num), 0n, this.now)
    const { memo, autoRenewPeriod, maxAutoAssociations, stakedAccount, stakedNode, declineReward } = parent
    const contract = this.#state.contracts.get(parent.num)
    return {
      // A copy: the parent's own key object stands for the parent alone.
      key: contract ? keyFromBytes(parent.key.encoded) : selfKey(num),
      memo,
      autoRenewPeriod,
      maxAutoAssociations,
      stakedAccount,
      stakedNode,
      declineReward,
      file: null,
      autoRenewAccount: contract?.autoRenewAccount ?? null,
    }
  }

  #newNumber(address: Address, isContract: boolean): number {
    const num = this.#state.newEntity()
    this.births.push({ num, address, isContract })
    this.#numbers.set(address, num)
    return num
  }

  setCode(address: Address, bytes: Uint8Array): void {
    const contract = this.#state.contracts.get(this.#need(address).num)
    if (contract) this.#state.contracts.put(contract.num, { ...contract, bytecode: Buffer.from(bytes) })
  }

  destroy(address: Address): void {
    const account = this.#need(address)
    this.#state.accounts.put(account.num, { ...account, deleted: true })
  }

  /** The rules for SELFDESTRUCT: the beneficiary exists and is another account, and the contract has no tokens. */
  refusesDestruction(contract: Address, beneficiary: Address): Halt | undefined {
    const [from, to] = [this.#need(contract), this.account(beneficiary)]
    if (!to || isSystem(to.num)) return INVALID_SOLIDITY_ADDRESS
    if (from.treasuryOf > 0) return CONTRACT_IS_TREASURY
    if (from.num === to.num) return SELF_DESTRUCT_TO_SELF
    const hasTokens = this.#state.relationsOf(from.num).some(({ balance }) => balance > 0n)
    return hasTokens ? CONTRACT_STILL_OWNS_NFTS : undefined
  }

  savepoint(): number {
    const { births, natives, native } = this
    const counts = { births: births.length, natives: natives.length, preceding: native.preceding.length }
    return this.#marks.push({ journal: this.#state.journal.savepoint(), ...counts }) - 1
  }

  rollback(savepoint: number): void {
    const mark = this.#marks[savepoint]
    if (!mark) throw new Error(`There is no savepoint ${savepoint}`)
    this.#marks.length = savepoint + 1
    this.#state.journal.rollback(mark.journal)
    // Later accounts get the numbers of those that are taken back.
    this.#numbers.clear()
    this.births.length = mark.births
    this.native.preceding.length = mark.preceding
    for (const child of this.natives.slice(mark.natives)) child.isReverted = true
  }

  #need(address: Address): Account {
    const account = this.account(address)
    if (!account) throw INVALID_SOLIDITY_ADDRESS
    return account
  }
}

const isSystem = (num: number): boolean => num <= LAST_SYSTEM_ACCOUNT
