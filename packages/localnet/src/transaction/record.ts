import { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { transactionHash } from '#protocol/envelope.ts'
import { accountId, accountNumber, contractNumber, NOWHERE, tokenId } from '#protocol/ids.ts'
import { toTimestamp } from '#protocol/time.ts'
import type { Token } from '#state/entities.ts'
import type { Originals } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type {
  BalanceChange,
  ContractLog,
  ContractResult,
  Executed,
  NftChange,
  StorageChange,
  TokenBalanceChange,
  TopicMessage,
} from '#store/executed.ts'
import type { Admitted, DispatchedTransaction, Handled } from './definition.ts'

/**
 * The record of a transaction, and the row kept of it. Balance changes are computed from the state; handlers do not
 * report them.
 */
export function recordOf(
  { admitted, parent }: DispatchedTransaction,
  handled: Handled,
  state: State,
  originals: Originals,
  now: bigint,
): Executed {
  return recordWith({ admitted, parent }, handled, changesOf(state, originals, handled.preceding), now, state)
}

/** The changes that a transaction made, without its children's changes. */
export type Changes = Pick<Executed, 'hbarChanges' | 'tokenChanges' | 'nftChanges' | 'nftBalances' | 'storageChanges'>

export const NO_CHANGES: Changes = {
  hbarChanges: [],
  tokenChanges: [],
  nftChanges: [],
  nftBalances: [],
  storageChanges: [],
}

/** The changes since `originals`, computed from the state's rows. The children's changes are left out. */
export function changesOf(state: State, originals: Originals, children: readonly Executed[]): Changes {
  return {
    hbarChanges: hbarChangesOf(state, originals, children),
    tokenChanges: tokenChangesOf(state, originals, 'FUNGIBLE_COMMON', children),
    nftChanges: nftChangesOf(state, originals, children),
    nftBalances: tokenChangesOf(state, originals, 'NON_FUNGIBLE_UNIQUE', children),
    storageChanges: storageChangesOf(state, originals),
  }
}

/** Like {@link recordOf}, with changes that were computed before. */
export function recordWith(
  { admitted, parent }: Pick<DispatchedTransaction, 'admitted' | 'parent'>,
  handled: Handled,
  { hbarChanges, tokenChanges, nftChanges, nftBalances, storageChanges }: Changes,
  now: bigint,
  state: State,
): Executed {
  const record = {
    receipt: handled.receipt,
    transactionHash: transactionHash(admitted.signedBytes),
    consensusTimestamp: toTimestamp(now),
    transactionID: idOf(admitted),
    memo: admitted.body.memo,
    transactionFee: toLong(handled.fee),
    parentConsensusTimestamp: parent === null ? null : toTimestamp(parent),
    transferList: { accountAmounts: hbarChanges.map(accountAmount) },
    tokenTransferLists: tokenTransferLists(tokenChanges, nftChanges),
    ...(admitted.multiplier === undefined ? {} : { highVolumePricingMultiplier: toLong(admitted.multiplier) }),
    ...handled.record,
  }
  return {
    consensusTimestamp: now,
    payer: accountNumber(admitted.body.transactionID?.accountID),
    validStart: admitted.validStart,
    nonce: admitted.body.transactionID?.nonce ?? 0,
    scheduled: admitted.body.transactionID?.scheduled ?? false,
    type: admitted.definition.type,
    result: handled.receipt.status ?? 0,
    entity: handled.entity,
    parent,
    chargedFee: handled.fee,
    bytes: admitted.signedBytes,
    record: proto.TransactionRecord.encode(record).finish(),
    topicMessage: topicMessageOf(handled),
    contractResult: contractResultOf(handled, admitted.payer),
    contractLogs: contractLogsOf(handled),
    contractActions: handled.actions ?? [],
    storageChanges,
    stakingRewards: (handled.record.paidStakingRewards ?? []).map(({ accountID, amount }) => ({
      account: accountNumber(accountID),
      amount: int64(amount),
    })),
    hbarChanges: withParticipants(
      [...hbarChanges],
      [admitted.payer, ...tokenChanges.map((c) => c.account), ...nftParties(nftChanges)],
      state,
    ),
    tokenChanges,
    nftChanges,
    nftBalances,
  }
}

/** The transaction's id in the form that receipts and the mirror use, whatever form the client used. */
function idOf({ body: { transactionID: id }, validStart }: Admitted): proto.ITransactionID {
  const payer = accountNumber(id?.accountID)
  const accountID = payer === NOWHERE ? (id?.accountID ?? null) : accountId(payer)
  return { ...id, accountID, transactionValidStart: toTimestamp(validStart) }
}

function topicMessageOf({ receipt, entity }: Handled): TopicMessage | null {
  const sequence = int64(receipt.topicSequenceNumber)
  return entity === null || sequence === 0n ? null : { topic: entity, sequence }
}

function contractResultOf({ record, entity }: Handled, payer: number): ContractResult | null {
  const result = record.contractCallResult ?? record.contractCreateResult
  if (!result) return null
  const bloom = result.logInfo?.length ? (result.bloom ?? null) : null
  const sender = result.senderId ? accountNumber(result.senderId) : payer
  return { contract: entity, sender, gasUsed: Number(int64(result.gasUsed)), bloom }
}

function contractLogsOf({ record }: Handled): ContractLog[] {
  const { logInfo } = record.contractCallResult ?? record.contractCreateResult ?? {}
  return (logInfo ?? []).map(({ contractID, topic }) => ({
    contract: contractNumber(contractID),
    topics: topic ?? [],
  }))
}

function storageChangesOf(state: State, originals: Originals): StorageChange[] {
  const changes: StorageChange[] = []
  for (const [, was, is] of state.contractSlots.changed(originals)) {
    const entry = is ?? was
    const [before, after] = [was?.value ?? 0, is?.value ?? 0]
    if (entry && before !== after) changes.push({ contract: entry.contract, slot: entry.slot, before, after })
  }
  return changes
}

const accountAmount = ({ account, amount }: BalanceChange): proto.IAccountAmount => ({
  accountID: accountId(account),
  amount: toLong(amount),
})

const byAccount = (a: BalanceChange, b: BalanceChange): number => a.account - b.account

/** The hbar changes of the transaction, without the changes of preceding children, which have separate records. */
function hbarChangesOf(state: State, originals: Originals, preceding: readonly Executed[]): BalanceChange[] {
  const changes: BalanceChange[] = []
  for (const [account, before, after] of state.accounts.changed(originals)) {
    const balance = after?.balance ?? 0n
    const amount = balance - (before?.balance ?? 0n) - changedBy(preceding, account)
    if (amount !== 0n) changes.push({ account, amount, balance })
  }
  return changes.sort(byAccount)
}

function changedBy(preceding: readonly Executed[], account: number): bigint {
  if (preceding.length === 0) return 0n
  const changes = preceding.flatMap(({ hbarChanges }) => hbarChanges).filter((change) => change.account === account)
  return changes.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Balance changes of all tokens of this type. For NFTs, a balance is the number of NFTs held. */
function tokenChangesOf(
  state: State,
  originals: Originals,
  type: Token['type'],
  children: readonly Executed[],
): TokenBalanceChange[] {
  const known = children.flatMap(({ tokenChanges, nftBalances }) => [...tokenChanges, ...nftBalances])
  const changes: TokenBalanceChange[] = []
  for (const [, before, after] of state.relations.changed(originals)) {
    const relation = after ?? before
    if (!relation || state.tokens.get(relation.token)?.type !== type) continue
    const balance = after?.balance ?? 0n
    const ofChildren = known.filter(({ token, account }) => token === relation.token && account === relation.account)
    const amount = balance - (before?.balance ?? 0n) - ofChildren.reduce((sum, change) => sum + change.amount, 0n)
    if (amount !== 0n) changes.push({ token: relation.token, account: relation.account, amount, balance })
  }
  return changes.sort((a, b) => a.token - b.token || byAccount(a, b))
}

function nftChangesOf(state: State, originals: Originals, children: readonly Executed[]): NftChange[] {
  const known = new Set(
    children.flatMap(({ nftChanges }) => nftChanges).map(({ token, serial }) => `${token}/${serial}`),
  )
  const changes: NftChange[] = []
  for (const [, before, after] of state.nfts.changed(originals)) {
    const nft = after ?? before
    const sender = before?.owner ?? 0
    const receiver = after?.owner ?? 0
    if (nft && sender !== receiver && !known.has(`${nft.token}/${nft.serial}`))
      changes.push({ token: nft.token, serial: nft.serial, sender, receiver })
  }
  return changes.sort((a, b) => a.token - b.token || Number(a.serial - b.serial))
}

function nftParties(changes: readonly NftChange[]): number[] {
  return changes.flatMap(({ sender, receiver }) => [sender, receiver]).filter((account) => account !== 0)
}

/** Adds the accounts that took part without a change of their hbar balance. */
function withParticipants(changes: BalanceChange[], participants: readonly number[], state: State): BalanceChange[] {
  const known = new Set(changes.map((change) => change.account))
  for (const account of participants) {
    if (known.has(account)) continue
    known.add(account)
    changes.push({ account, amount: 0n, balance: state.accounts.get(account)?.balance ?? 0n })
  }
  return changes
}

function tokenTransferLists(
  fungible: readonly TokenBalanceChange[],
  nfts: readonly NftChange[],
): proto.ITokenTransferList[] {
  const lists = new Map<
    number,
    { token: proto.ITokenID; transfers: proto.IAccountAmount[]; nftTransfers: proto.INftTransfer[] }
  >()
  const listOf = (token: number) => {
    const list = lists.get(token) ?? { token: tokenId(token), transfers: [], nftTransfers: [] }
    lists.set(token, list)
    return list
  }
  for (const change of fungible) listOf(change.token).transfers.push(accountAmount(change))
  for (const { token, serial, sender, receiver } of nfts) {
    const transfer = {
      senderAccountID: accountId(sender),
      receiverAccountID: accountId(receiver),
      serialNumber: toLong(serial),
    }
    listOf(token).nftTransfers.push(transfer)
  }
  return [...lists.values()].sort((a, b) => Number(a.token.tokenNum?.low) - Number(b.token.tokenNum?.low))
}

/**
 * A transaction and its children by consensus time, each with the balances right after it. A child's record is made
 * while its parent is being handled, before the parent's last changes. In a batch or a schedule, the child comes after
 * the parent.
 */
export function inOrder(executed: Executed, children: readonly Executed[], state: State): readonly Executed[] {
  if (children.length === 0) return [executed]
  const parts = [...children, executed].sort((a, b) => (a.consensusTimestamp < b.consensusTimestamp ? -1 : 1))
  const balances = new Map<number, bigint>()
  const withBalances = (part: Executed): Executed => {
    const hbarChanges = part.hbarChanges.map(({ account, amount }) => {
      const balance = balances.get(account) ?? state.accounts.get(account)?.balance ?? 0n
      balances.set(account, balance - amount)
      return { account, amount, balance }
    })
    return { ...part, hbarChanges }
  }
  // Works backwards from the last part, because the balances after the last part are in the state.
  return parts.toReversed().map(withBalances).toReversed()
}
