import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { existingToken, usableToken } from '#services/token-relations.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { lengths } from '#transaction/prices.ts'
import { MAX_SERIALS, serialsOf } from './nfts.ts'
import { MAX_METADATA_BYTES } from './texts.ts'
import { METADATA, requiredRole } from './token-keys.ts'

type Body = proto.ITokenUpdateNftsTransactionBody

/**
 * TokenUpdateNfts (HIP-657): changes the metadata of NFTs; the supply key may do so for NFTs that the treasury holds.
 */
export const updateNfts = define('tokenUpdateNfts', {
  type: 53,
  name: 'TOKENUPDATENFTS',
  price: {
    functionality: 'TokenUpdateNfts',
    base: 9_000_000n,
    extras: ({ serialNumbers }) => [['NFT_UPDATE', lengths(serialNumbers), 1]],
  },

  precheck({ token, serialNumbers }) {
    check(token != null, 'INVALID_TOKEN_ID')
    check((serialNumbers ?? []).length > 0, 'MISSING_SERIAL_NUMBERS')
    check(
      (serialNumbers ?? []).every((serial) => int64(serial) > 0n),
      'INVALID_TOKEN_NFT_SERIAL_NUMBER',
    )
  },

  checkLengths: ({ serialNumbers }) => check((serialNumbers ?? []).length <= MAX_SERIALS, 'BATCH_SIZE_LIMIT_EXCEEDED'),

  signers(body, { state }) {
    const token = existingToken(state, body.token)
    return [areInTreasury(body, token, state) ? eitherKey(token) : requiredRole(token, METADATA)]
  },

  handle(body, context) {
    check((body.metadata?.value?.length ?? 0) <= MAX_METADATA_BYTES, 'METADATA_TOO_LONG')
    const token = usableToken(context.state, body.token)
    for (const serial of serialsOf(body)) update(serial, body, token, context)
    context.entity = token.num
  },
})

function areInTreasury(body: Body, token: Token, state: State): boolean {
  return serialsOf(body).every((serial) => {
    const nft = state.nft(token.num, serial)
    check(nft !== undefined, 'INVALID_NFT_ID')
    return nft.owner === token.treasury
  })
}

function eitherKey({ metadataKey, supplyKey }: Token): KeyRule {
  const keys = [metadataKey, supplyKey].flatMap((key) => (key ? [key.rule] : []))
  check(keys.length > 0, 'TOKEN_HAS_NO_METADATA_OR_SUPPLY_KEY')
  return { kind: 'threshold', threshold: 1, keys }
}

function update(serial: bigint, { metadata }: Body, token: Token, { state }: HandleContext): void {
  const nft = state.nft(token.num, serial)
  check(nft !== undefined, 'INVALID_NFT_ID')
  if (metadata) state.putNft({ ...nft, metadata: Buffer.from(metadata.value ?? []) })
}
