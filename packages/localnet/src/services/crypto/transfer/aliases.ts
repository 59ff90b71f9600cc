import { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { evmAddressOf } from '#protocol/evm-address.ts'
import { accountId, longZeroNumber } from '#protocol/ids.ts'
import { isValidKey, type Key, keyFromProto } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import type { Account } from '#state/entities.ts'
import { plainAccount } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { addPrecedingChild } from '#transaction/children.ts'
import type { HandleContext } from '#transaction/definition.ts'

type Body = proto.ICryptoTransferTransactionBody
type Id = proto.IAccountID | null | undefined

/** The renewal period of an account that was made by an alias, in seconds: three months. */
const AUTO_RENEW_PERIOD = 7_776_000n
const UNLIMITED = -1

export const isAlias = (id: Id): boolean => (id?.alias?.length ?? 0) > 0

/** Makes an account for every receiver that is named by an alias without an account (HIP-32, HIP-542, HIP-583). */
export function createMissingAccounts(body: Body, context: HandleContext): void {
  const credits = (amounts: readonly proto.IAccountAmount[] | null | undefined): Id[] =>
    (amounts ?? []).filter(({ amount }) => int64(amount) > 0n).map(({ accountID }) => accountID)
  const lists = body.tokenTransfers ?? []
  const receivers = [
    ...credits(body.transfers?.accountAmounts),
    ...lists.flatMap(({ transfers }) => credits(transfers)),
    ...lists.flatMap(({ nftTransfers }) => (nftTransfers ?? []).map(({ receiverAccountID }) => receiverAccountID)),
  ]
  for (const id of receivers) ensureAccount(id, context)
}

/** Returns the transfers with aliases replaced by account numbers, so that each account appears in only one form. */
export function withAccountNumbers<T extends Body>(body: T, state: State): T {
  const number = (id: Id): proto.IAccountID | null => {
    const account = isAlias(id) ? state.account(id) : undefined
    return account ? accountId(account.num) : (id ?? null)
  }
  const numbered = (amounts: readonly proto.IAccountAmount[] | null | undefined): proto.IAccountAmount[] =>
    (amounts ?? []).map((entry) => ({ ...entry, accountID: number(entry.accountID) }))
  return {
    ...body,
    ...(body.transfers ? { transfers: { accountAmounts: numbered(body.transfers.accountAmounts) } } : {}),
    tokenTransfers: (body.tokenTransfers ?? []).map((list) => ({
      ...list,
      transfers: numbered(list.transfers),
      nftTransfers: (list.nftTransfers ?? []).map((transfer) => ({
        ...transfer,
        senderAccountID: number(transfer.senderAccountID),
        receiverAccountID: number(transfer.receiverAccountID),
      })),
    })),
  }
}

/**
 * The account that an id names; it is made if the id is an alias without an account. Undefined if no account can be
 * made for it.
 */
export function ensureAccount(id: Id, context: HandleContext): Account | undefined {
  const known = context.state.account(id)
  if (known || !id?.alias?.length) return known
  createByAlias(Buffer.from(id.alias), context)
  return context.state.account(id)
}

/** Makes an account for an alias: a hollow one for an EVM address, or one with the public key in the alias. */
function createByAlias(alias: Buffer, context: HandleContext): void {
  const isAddress = alias.length === 20
  check(!isAddress || longZeroNumber(alias) === undefined, 'INVALID_ALIAS_KEY')
  const key = isAddress ? keyFromProto({ keyList: { keys: [] } }) : keyOfAlias(alias)
  const evmAddress = isAddress ? alias : evmAddressOf(key.rule)
  const body = {
    cryptoCreateAccount: {
      key: proto.Key.decode(key.encoded),
      alias,
      autoRenewPeriod: { seconds: toLong(AUTO_RENEW_PERIOD) },
      maxAutomaticTokenAssociations: UNLIMITED,
    },
  }
  addPrecedingChild(context, { bodyCase: 'cryptoCreateAccount', body }, (child) => {
    const { state, now } = child
    const plain = plainAccount(state.newEntity(), key, 0n, now)
    const expiry = now / NANOS_PER_SECOND + AUTO_RENEW_PERIOD
    const aliases = { alias: isAddress ? null : alias, evmAddress, maxAutoAssociations: UNLIMITED }
    state.accounts.put(plain.num, { ...plain, expiry, ...aliases })
    child.receipt.accountID = accountId(plain.num)
    child.record.alias = isAddress ? new Uint8Array() : alias
    child.record.evmAddress = evmAddress ?? new Uint8Array()
    child.entity = plain.num
  })
}

/** The key of an alias: the encoded proto.Key of a single key. */
function keyOfAlias(alias: Buffer): Key {
  const key = decode(alias)
  const isSingle = key?.rule.kind === 'ed25519' || key?.rule.kind === 'secp256k1'
  check(key !== undefined && isSingle && isValidKey(key.rule) && key.encoded.equals(alias), 'INVALID_ALIAS_KEY')
  return key
}

function decode(alias: Buffer): Key | undefined {
  try {
    return keyFromProto(proto.Key.decode(alias))
  } catch {
    return undefined
  }
}
