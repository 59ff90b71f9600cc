import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { Nft } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/** tokens.nfts.maxBatchSizeBurn, maxBatchSizeWipe, maxBatchSizeUpdate */
export const MAX_SERIALS = 10

type Long = proto.INftTransfer['serialNumber']

/** The serial numbers without duplicates. */
export function serialsOf({ serialNumbers }: { readonly serialNumbers?: readonly Long[] | null }): bigint[] {
  return [...new Set((serialNumbers ?? []).map(int64))]
}

/** Checks that there is an amount of a fungible token or serial numbers, not both, and that none is negative. */
export function checkAmountOrSerials(
  body: { readonly amount?: Long; readonly serialNumbers?: readonly Long[] | null },
  invalid: ResponseCode,
): void {
  const amount = int64(body.amount)
  const serials = body.serialNumbers ?? []
  check(amount <= 0n || serials.length === 0, 'INVALID_TRANSACTION_BODY')
  check(amount >= 0n, invalid)
  check(
    serials.every((serial) => int64(serial) > 0n),
    'INVALID_NFT_ID',
  )
}

/** Burns the NFT; its serial number is never used again. */
export function burnNft(state: State, nft: Nft): void {
  state.putNft({ ...nft, owner: 0, spender: null, delegatingSpender: null })
}

/** The NFTs of a token that an account owns. */
export function* nftsOwnedBy(state: State, token: { num: number }, owner: number): Generator<Nft> {
  for (const serial of state.nftIndex.ownedBy(token.num, owner)) {
    const nft = state.nft(token.num, serial)
    if (nft) yield nft
  }
}
