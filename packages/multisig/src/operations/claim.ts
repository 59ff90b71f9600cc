import { NftId, PendingAirdropId, TokenClaimAirdropTransaction } from '@hiero-ledger/sdk'
import { AccountId, badRequest, decodeAmount, positiveAmountIn, TokenId } from '@quorate/platform'
import { MAX_CLAIMS } from '@quorate/verify'
import { Type } from 'typebox'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS, type Problem } from './problems.ts'

const AirdropIn = Type.Object(
  {
    senderId: AccountId,
    tokenId: TokenId,
    serialNumber: Type.Optional(positiveAmountIn('the serial number of an NFT; absent for a fungible token')),
  },
  { additionalProperties: false },
)

/**
 * Accepts airdrops that wait for the wallet because it cannot hold their tokens yet (HIP-904). The ledger associates
 * the wallet with the tokens (`claim/request`).
 */
export const claim = defineOperation({
  name: 'claim',
  type: 'associate',
  summary: 'accept airdrops that wait for a wallet',
  notSchedulable:
    'The network cannot schedule a TokenClaimAirdrop: send executeAt instead of expiresAt, and the service executes the request then',
  errors: [openWalletErrors, { 400: ['AIRDROP_REPEATED'], 422: ['INVALID_PENDING_AIRDROP_ID', 'NOT_SCHEDULABLE'] }],
  body: Type.Object({
    walletId,
    airdrops: Type.Array(AirdropIn, {
      minItems: 1,
      maxItems: MAX_CLAIMS,
      description: `the airdrops, as the mirror lists them at /accounts/{walletId}/airdrops/pending: up to ${MAX_CLAIMS}`,
    }),
  }),
  check({ airdrops }) {
    const names = airdrops.map(({ senderId, tokenId, serialNumber }) => `${senderId} ${tokenId} ${serialNumber ?? ''}`)
    if (new Set(names).size < names.length)
      throw badRequest('AIRDROP_REPEATED', 'airdrops contains the same airdrop twice')
  },
  async prepare({ walletId, airdrops }, { ledger, openWallet }) {
    const { wallet, account } = await openWallet(walletId)
    const transaction = new TokenClaimAirdropTransaction()
    const problems: Problem[] = []
    for (const [index, { senderId, tokenId, serialNumber }] of airdrops.entries()) {
      const serial =
        serialNumber === undefined ? undefined : decodeAmount(serialNumber, `airdrops/${index}/serialNumber`)
      const nft = serial === undefined ? {} : { serialNumber: serial }
      const waiting = await ledger.mirror.waitingAirdrops(walletId, { senderId, tokenId, ...nft })
      if (!waiting.some((one) => one.serialNumber === serial))
        problems.push({
          code: 'INVALID_PENDING_AIRDROP_ID',
          accountId: senderId,
          tokenId,
          ...(serial === undefined ? {} : { serialNumber: String(serial) }),
          message: `No such airdrop of the token ${tokenId} from ${senderId} waits for ${walletId}`,
        })
      const what = serial === undefined ? { tokenId } : { nftId: NftId.fromString(`${tokenId}/${serial}`) }
      transaction.addPendingAirdropId(new PendingAirdropId({ senderId, receiverId: walletId, ...what }))
    }
    const cents = airdrops.length * CENTS.association
    return byWallet(wallet, transaction, { account, cents, problems })
  },
})
