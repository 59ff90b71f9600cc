import type { proto } from '@hiero-ledger/proto'
import { INT64_MAX, int64, toLong } from '#protocol/encoding/int64.ts'
import { accountId, accountName, tokenId, tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { PendingAirdrop } from '#state/entities.ts'
import { airdropKey, type State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'

type Id = proto.IPendingAirdropId

/** tokens.maxAllowedPendingAirdropsToClaim, maxAllowedPendingAirdropsToCancel */
const MAX_IDS = 10

/** Checks a list of ids without the state: it is not empty, each id names sender and receiver, none occurs twice. */
export function checkAirdropIds(ids: readonly Id[] | null | undefined): void {
  check((ids ?? []).length > 0, 'EMPTY_PENDING_AIRDROP_ID_LIST')
  checkOnce((ids ?? []).map(nameOf))
  for (const { senderId, receiverId } of ids ?? []) {
    check(senderId != null && receiverId != null, 'INVALID_PENDING_AIRDROP_ID')
  }
}

const checkOnce = (names: readonly string[]): void =>
  check(new Set(names).size === names.length, 'PENDING_AIRDROP_ID_REPEATED')

/** An id as text. {@link findAirdrops} resolves aliases, and compares again. */
function nameOf({ senderId, receiverId, fungibleTokenType, nonFungibleToken: nft }: Id): string {
  const token = nft ? `${tokenNumber(nft.token_ID)}/${int64(nft.serialNumber)}` : `${tokenNumber(fungibleTokenType)}`
  return `${accountName(senderId)}/${accountName(receiverId)}/${token}`
}

/** Checks how many ids a list has. */
export function checkIdCount({ pendingAirdrops }: { readonly pendingAirdrops?: readonly Id[] | null }): void {
  check((pendingAirdrops ?? []).length <= MAX_IDS, 'PENDING_AIRDROP_ID_LIST_TOO_LONG')
}

/** The pending airdrops with these ids, which must not repeat. */
export function findAirdrops(ids: readonly Id[] | null | undefined, state: State): PendingAirdrop[] {
  const airdrops = (ids ?? []).map((id) => {
    const airdrop = state.pendingAirdrop(keysOf(id, state))
    check(airdrop !== undefined, 'INVALID_PENDING_AIRDROP_ID')
    return airdrop
  })
  checkOnce(airdrops.map(airdropKey))
  return airdrops
}

function keysOf({ senderId, receiverId, fungibleTokenType, nonFungibleToken: nft }: Id, state: State) {
  const [sender, receiver] = [state.account(senderId), state.account(receiverId)]
  check(sender !== undefined && receiver !== undefined, 'INVALID_PENDING_AIRDROP_ID')
  check(!nft || int64(nft.serialNumber) > 0n, 'INVALID_PENDING_AIRDROP_ID')
  const token = tokenNumber(nft ? nft.token_ID : fungibleTokenType)
  return { sender: sender.num, receiver: receiver.num, token, serial: nft ? int64(nft.serialNumber) : 0n }
}

/** Keeps an airdrop until its receiver claims it. Amounts of the same token add up. */
export function addAirdrop(airdrop: Omit<PendingAirdrop, 'createdAt'>, { state, record, now }: HandleContext): void {
  const known = state.pendingAirdrop(airdrop)
  check(known === undefined || airdrop.serial === 0n, 'PENDING_NFT_AIRDROP_ALREADY_EXISTS')
  const amount = airdrop.amount + (known?.amount ?? 0n)
  check(amount <= INT64_MAX, 'INSUFFICIENT_TOKEN_BALANCE')
  const kept = { ...airdrop, amount, createdAt: known?.createdAt ?? now }
  state.putPendingAirdrop(kept)
  record.newPendingAirdrops = [...(record.newPendingAirdrops ?? []), recordOf(kept)]
}

function recordOf({ sender, receiver, token, serial, amount }: PendingAirdrop): proto.IPendingAirdropRecord {
  const parties = { senderId: accountId(sender), receiverId: accountId(receiver) }
  const id = tokenId(token)
  return serial === 0n
    ? { pendingAirdropId: { ...parties, fungibleTokenType: id }, pendingAirdropValue: { amount: toLong(amount) } }
    : { pendingAirdropId: { ...parties, nonFungibleToken: { token_ID: id, serialNumber: toLong(serial) } } }
}
