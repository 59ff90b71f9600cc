import type { proto } from '@hiero-ledger/proto'
import type { Word } from '#evm/word.ts'
import { evmAddressOf } from '#protocol/evm-address.ts'
import { accountNumber, contractNumber, longZeroNumber, NOWHERE } from '#protocol/ids.ts'
import { isKeyRemoval, keyFromBytes } from '#protocol/keys.ts'
import { firstAccountOf } from '#protocol/nodes.ts'
import type {
  Account,
  Contract,
  ContractSlot,
  File,
  HbarAllowance,
  Network,
  Nft,
  NftAllowance,
  Node,
  PendingAirdrop,
  RegisteredNode,
  Schedule,
  Staking,
  Token,
  TokenAllowance,
  TokenRelation,
  Topic,
} from './entities.ts'
import { Journal } from './journal.ts'
import { NftIndex } from './nft-index.ts'
import { ScheduleIndex } from './schedule-index.ts'
import { Table } from './table.ts'

export const relationKey = (account: number, token: number): string => `${account}/${token}`
export const hbarAllowanceKey = (owner: number, spender: number): string => `${owner}/${spender}`
export const tokenAllowanceKey = (owner: number, token: number, spender: number): string =>
  `${owner}/${token}/${spender}`
type AirdropKeys = Pick<PendingAirdrop, 'sender' | 'receiver' | 'token' | 'serial'>
export const airdropKey = ({ sender, receiver, token, serial }: AirdropKeys): string =>
  `${sender}/${receiver}/${token}/${serial}`
export const slotKey = (contract: number, slot: Word): string => `${contract}/${slot.toString(16)}`
export const nftKey = (token: number, serial: bigint): string => `${token}/${serial}`

/** The staking of a ledger before any account has staked. */
export const NO_STAKING: Staking = {
  id: 0,
  period: 0n,
  stakeToReward: 0n,
  stakeToNotReward: 0n,
  stake: 0n,
  stakeRewardStart: 0n,
  unclaimedStakeRewardStart: 0n,
  rewardRate: 0n,
  pendingRewards: 0n,
  rewardSums: [],
}

/** The length of a proto.Key with 33 bytes in its field 7 (ECDSA secp256k1). */
const ECDSA_ALIAS_BYTES = 35
const ECDSA_FIELD = 0x3a

/** The EVM address of an encoded key; null if the bytes are not a key, or the key has none. */
function addressOfKey(encoded: Uint8Array): Buffer | null {
  try {
    return evmAddressOf(keyFromBytes(encoded).rule)
  } catch {
    return null
  }
}

/** The aliases that find an account; none for a deleted account, because others may take its aliases. */
function aliasesOf(account: Account | undefined): Buffer[] {
  return account && !account.deleted ? [account.alias, account.evmAddress].filter((alias) => alias !== null) : []
}

type NftOrAmount = Pick<NftAllowance, 'owner'>

/** The ledger's state in memory: everything that its rules read. Changes are made on a savepoint of `journal`. */
export class State {
  readonly journal = new Journal()
  readonly #byAlias = new Map<string, number>()
  /** HIP-583: the accounts that were made for an EVM address and have no key yet. */
  readonly hollowAccounts = new Set<number>()
  /** The number of allowances that each owner has given. */
  readonly #allowances = new Map<number, number>()
  /** The number of pending airdrops of each sender. */
  readonly #airdrops = new Map<number, number>()
  readonly #tokensOf = new Map<number, Set<number>>()
  readonly accounts = new Table<number, Account>('account', this.journal, (num, before, after) =>
    this.#followAliases(num, before, after),
  )
  readonly tokens = new Table<number, Token>('token', this.journal)
  readonly relations = new Table<string, TokenRelation>('token_relation', this.journal, (_, before, after) =>
    this.#followRelation(before, after),
  )
  readonly nftIndex = new NftIndex()
  readonly nfts = new Table<string, Nft>('nft', this.journal, (_serial, before, after) => {
    this.nftIndex.follow(before, after)
  })
  readonly hbarAllowances = new Table<string, HbarAllowance>('hbar_allowance', this.journal, (_, before, after) =>
    this.#countAllowances(before, after),
  )
  readonly tokenAllowances = new Table<string, TokenAllowance>('token_allowance', this.journal, (_, before, after) =>
    this.#countAllowances(before, after),
  )
  readonly nftAllowances = new Table<string, NftAllowance>('nft_allowance', this.journal, (_, before, after) =>
    this.#countAllowances(before, after),
  )
  readonly pendingAirdrops = new Table<string, PendingAirdrop>('pending_airdrop', this.journal, (_, before, after) =>
    this.#countAirdrops(before, after),
  )
  readonly topics = new Table<number, Topic>('topic', this.journal)
  readonly contracts = new Table<number, Contract>('contract', this.journal)
  /** The number of stored values of each contract. */
  readonly #slotCounts = new Map<number, number>()
  readonly contractSlots = new Table<string, ContractSlot>('contract_slot', this.journal, (_, before, after) =>
    this.#countSlots(before, after),
  )
  readonly files = new Table<number, File>('file', this.journal)
  readonly scheduleIndex = new ScheduleIndex()
  readonly schedules = new Table<number, Schedule>('schedule', this.journal, (_, before, after) =>
    this.scheduleIndex.follow(before, after),
  )
  readonly staking = new Table<number, Staking>('staking', this.journal)
  readonly nodes = new Table<number, Node>('node', this.journal)
  readonly registeredNodes = new Table<number, RegisteredNode>('registered_node', this.journal)
  readonly network = new Table<number, Network>('network', this.journal)

  /** The account that an id names, by number, alias or EVM address; undefined if there is none. */
  account(id: proto.IAccountID | null | undefined): Account | undefined {
    return this.accounts.get(id?.alias?.length ? this.#aliased(id.alias) : accountNumber(id))
  }

  accountByAlias(alias: Uint8Array): Account | undefined {
    return this.accounts.get(this.#aliased(alias))
  }

  /** The account of the contract that an id names, also a deleted one; undefined if there is none. */
  contractAccount(id: proto.IContractID | null | undefined): Account | undefined {
    const account = this.accountOrContract(id)
    return account && this.contracts.get(account.num) ? account : undefined
  }

  /** The account that a contract id names, whether it is a contract or not. */
  accountOrContract(id: proto.IContractID | null | undefined): Account | undefined {
    return this.accounts.get(id?.evmAddress?.length ? this.#aliased(id.evmAddress) : contractNumber(id))
  }

  /** How many values a contract has stored. */
  slotCount(contract: number): number {
    return this.#slotCounts.get(contract) ?? 0
  }

  relation(account: number, token: number): TokenRelation | undefined {
    return this.relations.get(relationKey(account, token))
  }

  putRelation(relation: TokenRelation): void {
    this.relations.put(relationKey(relation.account, relation.token), relation)
  }

  /** An NFT that is not burned; burned ones stay in their table, without an owner. */
  nft(token: number, serial: bigint): Nft | undefined {
    const nft = this.nfts.get(nftKey(token, serial))
    return nft?.owner === 0 ? undefined : nft
  }

  putNft(nft: Nft): void {
    this.nfts.put(nftKey(nft.token, nft.serial), nft)
  }

  pendingAirdrop(keys: AirdropKeys): PendingAirdrop | undefined {
    return this.pendingAirdrops.get(airdropKey(keys))
  }

  putPendingAirdrop(airdrop: PendingAirdrop): void {
    this.pendingAirdrops.put(airdropKey(airdrop), airdrop)
  }

  removePendingAirdrop(airdrop: PendingAirdrop): void {
    this.pendingAirdrops.remove(airdropKey(airdrop))
  }

  /** The number of a sender's pending airdrops. */
  airdropCount(sender: number): number {
    return this.#airdrops.get(sender) ?? 0
  }

  /** The account id of a ledger node. Transactions and query payments name the node by it. */
  nodeAccount(node: number): number {
    return this.nodes.get(node)?.account ?? firstAccountOf(node)
  }

  /** The id of the next node: consensus nodes and registered ones share one count, and no id is used again. */
  nextNodeId(): number {
    return this.nodes.size + this.registeredNodes.size
  }

  stakingNow(): Staking {
    return this.staking.get(0) ?? NO_STAKING
  }

  putStaking(staking: Staking): void {
    this.staking.put(0, staking)
  }

  allowanceCount(owner: number): number {
    return this.#allowances.get(owner) ?? 0
  }

  hbarAllowance(owner: number, spender: number): HbarAllowance | undefined {
    return this.hbarAllowances.get(hbarAllowanceKey(owner, spender))
  }

  putHbarAllowance(allowance: HbarAllowance): void {
    this.hbarAllowances.put(hbarAllowanceKey(allowance.owner, allowance.spender), allowance)
  }

  removeHbarAllowance(owner: number, spender: number): void {
    this.hbarAllowances.remove(hbarAllowanceKey(owner, spender))
  }

  tokenAllowance(owner: number, token: number, spender: number): TokenAllowance | undefined {
    return this.tokenAllowances.get(tokenAllowanceKey(owner, token, spender))
  }

  putTokenAllowance(allowance: TokenAllowance): void {
    this.tokenAllowances.put(tokenAllowanceKey(allowance.owner, allowance.token, allowance.spender), allowance)
  }

  removeTokenAllowance(owner: number, token: number, spender: number): void {
    this.tokenAllowances.remove(tokenAllowanceKey(owner, token, spender))
  }

  nftAllowance(owner: number, token: number, spender: number): NftAllowance | undefined {
    return this.nftAllowances.get(tokenAllowanceKey(owner, token, spender))
  }

  putNftAllowance(allowance: NftAllowance): void {
    this.nftAllowances.put(tokenAllowanceKey(allowance.owner, allowance.token, allowance.spender), allowance)
  }

  removeNftAllowance(owner: number, token: number, spender: number): void {
    this.nftAllowances.remove(tokenAllowanceKey(owner, token, spender))
  }

  /** The account's associations, in the order of their creation. */
  *relationsOf(account: number): Generator<TokenRelation> {
    for (const token of this.#tokensOf.get(account) ?? []) {
      const relation = this.relation(account, token)
      if (relation) yield relation
    }
  }

  /** Takes the next entity number. */
  newEntity(): number {
    const num = this.network.get(0)?.nextEntity ?? 1
    this.network.put(0, { id: 0, nextEntity: num + 1 })
    return num
  }

  withState<T>(work: (state: State) => T): T {
    return work(this)
  }

  #aliased(alias: Uint8Array): number {
    const byAlias = this.#byAlias.get(Buffer.from(alias).toString('hex'))
    return byAlias ?? longZeroNumber(alias) ?? this.#byKey(alias) ?? NOWHERE
  }

  /** The account with this key as alias, or for an ECDSA key the account with its EVM address. */
  #byKey(alias: Uint8Array): number | undefined {
    if (alias.length !== ECDSA_ALIAS_BYTES || alias[0] !== ECDSA_FIELD) return undefined
    const address = addressOfKey(alias)
    return address ? this.#byAlias.get(address.toString('hex')) : undefined
  }

  #followAliases(num: number, before: Account | undefined, after: Account | undefined): void {
    const isSame = before?.deleted === after?.deleted
    if (before?.key !== after?.key || !isSame) this.#followHollow(num, after)
    if (isSame && before?.alias === after?.alias && before?.evmAddress === after?.evmAddress) return
    for (const alias of aliasesOf(before)) this.#byAlias.delete(alias.toString('hex'))
    for (const alias of aliasesOf(after)) this.#byAlias.set(alias.toString('hex'), num)
  }

  #countAllowances(before: NftOrAmount | undefined, after: NftOrAmount | undefined): void {
    const change = (after ? 1 : 0) - (before ? 1 : 0)
    const owner = (after ?? before)?.owner
    if (change !== 0 && owner !== undefined) this.#allowances.set(owner, this.allowanceCount(owner) + change)
  }

  #countSlots(before: ContractSlot | undefined, after: ContractSlot | undefined): void {
    const change = (after ? 1 : 0) - (before ? 1 : 0)
    const contract = (after ?? before)?.contract
    if (change !== 0 && contract !== undefined) this.#slotCounts.set(contract, this.slotCount(contract) + change)
  }

  #followHollow(num: number, account: Account | undefined): void {
    const isHollow = account?.evmAddress != null && !account.deleted && isKeyRemoval(account.key.rule)
    if (isHollow) this.hollowAccounts.add(num)
    else this.hollowAccounts.delete(num)
  }

  #countAirdrops(before: PendingAirdrop | undefined, after: PendingAirdrop | undefined): void {
    const change = (after ? 1 : 0) - (before ? 1 : 0)
    const sender = (after ?? before)?.sender
    if (change !== 0 && sender !== undefined) this.#airdrops.set(sender, this.airdropCount(sender) + change)
  }

  #followRelation(before: TokenRelation | undefined, after: TokenRelation | undefined): void {
    if (before && !after) this.#tokensOf.get(before.account)?.delete(before.token)
    if (before || !after) return
    const tokens = this.#tokensOf.get(after.account)
    if (tokens) tokens.add(after.token)
    else this.#tokensOf.set(after.account, new Set([after.token]))
  }
}
