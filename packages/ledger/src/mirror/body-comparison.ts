/**
 * Decides whether a transaction on the mirror can be the one with this body, by comparing the transaction's row and its
 * transfers with the body.
 */
import { proto } from '@hiero-ledger/proto'
import { type Static, Type } from 'typebox'

const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const orNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Amount = Type.Object({ account: orNull(Type.String()), amount: Int64 })

/** A transaction as `/transactions/{id}` shows it, with the fields that are compared. */
export const ExecutedRow = Type.Object({
  transaction_id: Type.String(),
  consensus_timestamp: Type.String(),
  result: Type.String(),
  name: Type.String(),
  nonce: orNull(Type.Integer()),
  scheduled: orNull(Type.Boolean()),
  entity_id: orNull(Type.String()),
  node: orNull(Type.String()),
  memo_base64: orNull(Type.String()),
  max_fee: orNull(Type.Union([Type.String(), Int64])),
  valid_duration_seconds: orNull(Type.Union([Type.String(), Int64])),
  charged_tx_fee: orNull(Int64),
  transaction_hash: orNull(Type.String()),
  batch_key: Type.Optional(Type.Unknown()),
  /** The signed transaction in base64. Most mirrors do not keep it. */
  bytes: orNull(Type.String()),
  transfers: orNull(Type.Array(Amount)),
  token_transfers: orNull(Type.Array(Type.Object({ ...Amount.properties, token_id: Type.String() }))),
  nft_transfers: orNull(
    Type.Array(
      Type.Object({
        token_id: Type.String(),
        serial_number: Int64,
        sender_account_id: orNull(Type.String()),
        receiver_account_id: orNull(Type.String()),
      }),
    ),
  ),
  staking_reward_transfers: orNull(Type.Array(Amount)),
  assessed_custom_fees: orNull(
    Type.Array(
      Type.Object({
        amount: Int64,
        token_id: orNull(Type.String()),
        collector_account_id: orNull(Type.String()),
        effective_payer_account_ids: orNull(Type.Array(Type.String())),
      }),
    ),
  ),
})
export type ExecutedRow = Static<typeof ExecutedRow>

type Body = proto.TransactionBody
type Numeric = { toString(): string } | number | null | undefined

const int = (value: Numeric): bigint => BigInt((value ?? 0).toString())

type EntityId = { shardNum?: Numeric; realmNum?: Numeric } | null | undefined

export const idOf = (id: EntityId, number: Numeric): string =>
  `${int(id?.shardNum)}.${int(id?.realmNum)}.${int(number)}`
export const accountOf = (id: proto.IAccountID | null | undefined): string => idOf(id, id?.accountNum)
export const tokenOf = (id: proto.ITokenID | null | undefined): string => idOf(id, id?.tokenNum)
export const topicOf = (id: proto.ITopicID | null | undefined): string => idOf(id, id?.topicNum)

/**
 * A phrase for the difference between a row and this body; undefined if there is none. The row was requested by its
 * transaction id, so its payer and valid start are the same.
 */
export function differenceInRow(row: ExecutedRow, body: Body): string | undefined {
  const type = (body.data ?? '').toUpperCase()
  if (row.name !== type) return `its type is ${row.name}, not ${type}`
  for (const [what, shown, meant] of [
    ['node', row.node, accountOf(body.nodeAccountID)],
    ['memo', row.memo_base64, Buffer.from(body.memo ?? '').toString('base64')],
    ['greatest fee', row.max_fee, int(body.transactionFee)],
    ['valid duration', row.valid_duration_seconds, int(body.transactionValidDuration?.seconds)],
    ['entity', row.entity_id, entityOf(body)],
  ] as const)
    if (shown != null && meant !== undefined && String(shown) !== String(meant))
      return `its ${what} is ${shown}, not ${meant}`
  if (row.batch_key && !body.batchKey) return 'it was part of a batch'
  return differenceInTransfers(row, body)
}

/** The entity that a transaction changes, if the body contains its id and all mirrors show it in the same way. */
function entityOf(body: Body): string | undefined {
  const account =
    body.cryptoUpdateAccount?.accountIDToUpdate ??
    body.cryptoDelete?.deleteAccountID ??
    body.tokenAssociate?.account ??
    body.tokenDissociate?.account
  if (account) return account.alias?.length ? undefined : accountOf(account)
  const topic =
    body.consensusUpdateTopic?.topicID ?? body.consensusDeleteTopic?.topicID ?? body.consensusSubmitMessage?.topicID
  if (topic) return topicOf(topic)
  const token =
    body.tokenUpdate?.token ??
    body.tokenDeletion?.token ??
    body.tokenMint?.token ??
    body.tokenBurn?.token ??
    body.tokenWipe?.token ??
    body.tokenPause?.token ??
    body.tokenUnpause?.token ??
    body.tokenFeeScheduleUpdate?.tokenId
  return token ? tokenOf(token) : undefined
}

/** Sums of amounts by `<token or empty> <account>`. */
class Sums {
  readonly values = new Map<string, bigint>()
  add(token: string | null | undefined, account: string | null | undefined, amount: bigint): void {
    const key = `${token ?? ''} ${account ?? ''}`
    this.values.set(key, (this.values.get(key) ?? 0n) + amount)
  }
}

/**
 * Accounts that receive transaction fees, besides the node's account: those of the network, of staking and of node
 * rewards.
 */
const FEE_ACCOUNTS = ['0.0.98', '0.0.800', '0.0.801', '0.0.802']

/** Types that move more than the body shows: a treasury's tokens, a pending airdrop, or whatever a contract moves. */
const MOVES_MORE = new Set([
  'tokenAirdrop',
  'tokenClaimAirdrop',
  'tokenReject',
  'tokenUpdate',
  'contractCall',
  'contractCreateInstance',
  'contractDeleteInstance',
  'ethereumTransaction',
])

function differenceInTransfers(row: ExecutedRow, body: Body): string | undefined {
  if (MOVES_MORE.has(body.data ?? '') || namesAliases(body)) return undefined
  return differenceInSums(row, body) ?? differenceInNfts(row, body) ?? differenceInSupply(row, body)
}

/**
 * Whether a decoded body contains an account's alias. Rows contain only account numbers, and a transfer to a new alias
 * also pays for creating the account. So nothing that contains accounts can be compared.
 */
export function namesAliases(value: unknown): boolean {
  if (value instanceof proto.AccountID) return !!value.alias?.length
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return Object.values(value).some(namesAliases)
}

/**
 * Compares transfers with the body. Besides the body's transfers, the row contains the payer's fee, staking rewards and
 * custom fees. For custom fees it shows the collectors' amounts, but only the ids of the payers, so all that can be
 * checked is that nobody paid more than the whole fee. A fractional fee also reduces what others collect in the same
 * token, and the row does not list these as payers (`CustomFractionalFeeAssessor`).
 */
function differenceInSums(row: ExecutedRow, body: Body): string | undefined {
  const payer = accountOf(body.transactionID?.accountID)
  const rest = new Sums()
  for (const { account, amount } of row.transfers ?? []) rest.add(null, account, int(amount))
  for (const { token_id, account, amount } of row.token_transfers ?? []) rest.add(token_id, account, int(amount))
  rest.add(null, payer, int(row.charged_tx_fee))
  for (const { account, amount } of row.staking_reward_transfers ?? []) rest.add(null, account, -int(amount))
  /** The most that custom fees can have taken, by token and account. */
  const charged = new Sums()
  for (const { token_id, collector_account_id, amount, effective_payer_account_ids } of row.assessed_custom_fees ??
    []) {
    rest.add(token_id, collector_account_id, -int(amount))
    for (const account of effective_payer_account_ids ?? []) charged.add(token_id, account, int(amount))
    if (token_id) charged.add(token_id, collector_account_id, int(amount))
  }
  subtractBody(rest, body, row.entity_id)
  const fees = new Set([...FEE_ACCOUNTS, row.node ?? ''].map((account) => ` ${account}`))
  const { cryptoDelete } = body
  // A deletion's body contains the account that receives the balance, but not the amount.
  const isOfDeleted = (key: string, amount: bigint): boolean =>
    !!cryptoDelete &&
    (amount > 0n
      ? key === ` ${accountOf(cryptoDelete.transferAccountID)}`
      : key === ` ${accountOf(cryptoDelete.deleteAccountID)}`)
  for (const [key, amount] of rest.values) {
    if (amount === 0n || fees.has(key) || isOfDeleted(key, amount)) continue
    if (amount < 0n && -amount <= (charged.values.get(key) ?? 0n)) continue
    // Bodies of other types contain amounts of a token, but not its holders.
    if (!key.startsWith(' ') && !body.cryptoTransfer) continue
    const [token, account] = key.split(' ')
    return `it moved ${amount} of ${token || 'the currency'} for ${account}, which the body does not`
  }
  return undefined
}

function subtractBody(rest: Sums, body: Body, created: string | null | undefined): void {
  const { cryptoTransfer, cryptoCreateAccount } = body
  for (const { accountID, amount } of cryptoTransfer?.transfers?.accountAmounts ?? [])
    rest.add(null, accountOf(accountID), -int(amount))
  for (const { token, transfers } of cryptoTransfer?.tokenTransfers ?? [])
    for (const { accountID, amount } of transfers ?? []) rest.add(tokenOf(token), accountOf(accountID), -int(amount))
  const balance = int(cryptoCreateAccount?.initialBalance)
  if (balance !== 0n) {
    rest.add(null, accountOf(body.transactionID?.accountID), balance)
    rest.add(null, created, -balance)
  }
}

function differenceInNfts(row: ExecutedRow, { cryptoTransfer }: Body): string | undefined {
  if (!cryptoTransfer) return undefined
  const meant = (cryptoTransfer.tokenTransfers ?? []).flatMap(({ token, nftTransfers }) =>
    (nftTransfers ?? []).map(
      ({ serialNumber, senderAccountID, receiverAccountID }) =>
        `${tokenOf(token)}/${int(serialNumber)} from ${accountOf(senderAccountID)} to ${accountOf(receiverAccountID)}`,
    ),
  )
  const moved = (row.nft_transfers ?? []).map(
    (one) =>
      `${one.token_id}/${one.serial_number} from ${one.sender_account_id ?? '0.0.0'} to ${one.receiver_account_id ?? '0.0.0'}`,
  )
  const [other] = new Set(moved).symmetricDifference(new Set(meant))
  return other && `${other} is in only one of the two`
}

/** Compares the amount that a mint, burn or wipe added or removed. */
function differenceInSupply(row: ExecutedRow, { tokenMint, tokenBurn, tokenWipe }: Body): string | undefined {
  const change = tokenMint ?? tokenBurn ?? tokenWipe
  if (!change) return undefined
  const amount = int(change.amount) * (tokenMint ? 1n : -1n)
  const account = tokenWipe ? accountOf(tokenWipe.account) : undefined
  const moved = (row.token_transfers ?? [])
    .filter((one) => one.token_id === tokenOf(change.token) && (account === undefined || one.account === account))
    .reduce((sum, one) => sum + int(one.amount), 0n)
  if (moved !== amount) return `the supply changed by ${moved}, not by ${amount}`
  const serials = (row.nft_transfers ?? []).map((one) => String(one.serial_number))
  if (tokenMint)
    return serials.length === (tokenMint.metadata?.length ?? 0)
      ? undefined
      : `${serials.length} serials were minted, not ${tokenMint.metadata?.length ?? 0}`
  const meant = ((tokenBurn ?? tokenWipe)?.serialNumbers ?? []).map(String)
  const isFrom = row.nft_transfers?.every((one) => account === undefined || one.sender_account_id === account) ?? true
  const [other] = new Set(serials).symmetricDifference(new Set(meant))
  return other === undefined && isFrom ? undefined : `the serials ${serials} were removed, not ${meant}`
}
