import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { changeNftCount, usableToken } from '#services/token-relations.ts'
import type { Token } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { MINTS } from '#transaction/high-volume.ts'
import { lengths } from '#transaction/prices.ts'
import { changeSupply } from './supply.ts'
import { MAX_METADATA_BYTES } from './texts.ts'

type Body = proto.ITokenMintTransactionBody

/** tokens.nfts.maxBatchSizeMint */
const MAX_BATCH = 10

/** TokenMint: gives the treasury more of a fungible token, or one NFT for each metadata. */
export const mintToken = define('tokenMint', {
  type: 37,
  name: 'TOKENMINT',
  price: {
    functionality: 'TokenMint',
    highVolume: { opsPerSec: 12_500, curve: MINTS },
    base: 9_000_000n,
    extras: ({ amount, metadata }) => {
      const nfts = int64(amount) > 0n ? 0 : lengths(metadata)
      return [
        ['TOKEN_MINT_NFT_BASE', nfts > 0 ? 1 : 0, 0],
        ['TOKEN_MINT_NFT', nfts, 1],
      ]
    },
  },

  precheck(body) {
    check(body.token != null, 'INVALID_TOKEN_ID')
    const amount = int64(body.amount)
    check(!body.metadata?.length || amount <= 0n, 'INVALID_TRANSACTION_BODY')
    check(amount >= 0n, 'INVALID_TOKEN_MINT_AMOUNT')
  },

  signers({ token }, { state }) {
    const found = state.tokens.get(tokenNumber(token))
    check(found !== undefined, 'INVALID_TOKEN_ID')
    return found.supplyKey ? [found.supplyKey.rule] : []
  },

  handle(body, context) {
    const { state, receipt } = context
    const metadata = body.metadata ?? []
    check(metadata.length <= MAX_BATCH, 'BATCH_SIZE_LIMIT_EXCEEDED')
    check(
      metadata.every((item) => item.length <= MAX_METADATA_BYTES),
      'METADATA_TOO_LONG',
    )
    const token = usableToken(state, body.token)
    check(token.supplyKey !== null, 'TOKEN_HAS_NO_SUPPLY_KEY')
    const minted =
      token.type === 'FUNGIBLE_COMMON' ? mintAmount(body, context, token) : mintNfts(metadata, context, token)
    receipt.newTotalSupply = toLong(minted.totalSupply)
    context.entity = token.num
  },
})

function mintAmount(body: Body, { state }: HandleContext, token: Token): Token {
  return changeSupply(state, token, int64(body.amount), 'INVALID_TOKEN_MINT_AMOUNT')
}

function mintNfts(metadata: readonly Uint8Array[], { state, now, receipt }: HandleContext, token: Token): Token {
  check(metadata.length > 0, 'INVALID_TOKEN_MINT_METADATA')
  const supplied = changeSupply(state, token, BigInt(metadata.length), 'INVALID_TOKEN_MINT_AMOUNT')
  const serials = metadata.map((_, i) => token.lastSerial + BigInt(i) + 1n)
  for (const [i, serial] of serials.entries()) {
    const nft = {
      token: token.num,
      serial,
      owner: token.treasury,
      spender: null,
      delegatingSpender: null,
      createdAt: now,
    }
    state.putNft({ ...nft, metadata: Buffer.from(metadata[i] ?? []) })
  }
  const minted = { ...supplied, lastSerial: token.lastSerial + BigInt(metadata.length) }
  state.tokens.put(token.num, minted)
  changeNftCount(state, token.treasury, metadata.length)
  receipt.serialNumbers = serials.map(toLong)
  return minted
}
