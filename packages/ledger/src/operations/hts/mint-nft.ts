import { TokenMintTransaction } from '@hiero-ledger/sdk'
import { badRequest, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { needKey, needType, needUnpaused } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

/** The most NFTs that one transaction can mint. */
const MAX_QUANTITY = 10
const METADATA_BYTES = 100

export const mintNft = defineOperation({
  name: 'mint/nft',
  method: 'POST',
  path: '/hts/mint/nft/{token}',
  tag: 'tokens',
  summary: `Mint up to ${MAX_QUANTITY} NFTs`,
  errors: [
    existingTokenErrors,
    {
      400: ['INVALID_METADATA'],
      422: [
        'INVALID_TOKEN_MINT_AMOUNT',
        'METADATA_TOO_LONG',
        'TOKEN_HAS_NO_SUPPLY_KEY',
        'TOKEN_IS_PAUSED',
        'TOKEN_MAX_SUPPLY_REACHED',
      ],
    },
  ],
  params: TokenPath,
  body: bodyOf({
    metadata: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_QUANTITY,
      description: 'a text for each NFT, or one text for all',
    }),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_QUANTITY,
        description: 'how many NFTs to mint; by default one for each metadata',
      }),
    ),
  }),
  async prepare({ params, body }, { facts }) {
    const metadata = metadataOf(body.metadata, body.quantity ?? body.metadata.length)
    const token = await facts.token(params.token)
    needType(token, 'NON_FUNGIBLE_UNIQUE', 'INVALID_TOKEN_MINT_AMOUNT')
    needKey(token, 'supplyKey')
    needUnpaused(token)
    if (token.maxSupply > 0n && token.totalSupply + BigInt(metadata.length) > token.maxSupply)
      throw unprocessable(
        'TOKEN_MAX_SUPPLY_REACHED',
        `The token ${token.id} can have at most ${token.maxSupply} serial numbers`,
      )
    return { transaction: new TokenMintTransaction().setTokenId(token.id).setMetadata(metadata) }
  },
})

function metadataOf(given: string[], quantity: number): Uint8Array[] {
  if (given.length !== quantity && given.length !== 1)
    throw badRequest(
      'INVALID_METADATA',
      `metadata has ${given.length} items: send as many as quantity (${quantity}), or one`,
    )
  const bytes = given.map((text) => Buffer.from(text))
  const long = bytes.find(({ length }) => length > METADATA_BYTES)
  if (long)
    throw unprocessable(
      'METADATA_TOO_LONG',
      `metadata has ${long.length} bytes, but the ledger accepts at most ${METADATA_BYTES}`,
    )
  return Array.from({ length: quantity }, (_, index) => bytes[given.length === 1 ? 0 : index] ?? Buffer.alloc(0))
}
