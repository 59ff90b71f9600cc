import {
  NftId,
  PendingAirdropId,
  AccountId as SdkAccountId,
  TokenId as SdkTokenId,
  TokenAirdropTransaction,
  TokenCancelAirdropTransaction,
  TokenRejectTransaction,
} from '@hiero-ledger/sdk'
import { AccountId, decodeAmount, TokenId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { needType, needUnpaused } from '../checks.ts'
import { exact, MovedTokenUnits, Serials } from '../fields.ts'
import { TokenPath } from '../hts/token-path.ts'
import { defineOperation } from '../operation.ts'

const SerialNumber = Type.Optional(Type.Integer({ minimum: 1 }))
const Holding = Type.Object({ tokenId: TokenId, serialNumber: SerialNumber }, exact)
const SentAirdrop = Type.Object({ receiverId: AccountId, tokenId: TokenId, serialNumber: SerialNumber }, exact)

export const airdropToken = defineOperation({
  name: 'airdrop/token',
  method: 'POST',
  path: '/hts/airdrop/token/{token}',
  tag: 'tokens',
  summary: 'Airdrop units of a fungible token',
  params: TokenPath,
  body: Type.Object(
    { airdrops: Type.Array(Type.Object({ receiverId: AccountId, amount: MovedTokenUnits }, exact), { minItems: 1 }) },
    exact,
  ),
  async prepare({ params, body: { airdrops } }, { facts, sender }) {
    const token = await facts.token(params.token)
    needType(token, 'FUNGIBLE_COMMON', 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON')
    needUnpaused(token)
    const transaction = new TokenAirdropTransaction()
    let sum = 0n
    for (const [index, { receiverId, amount }] of airdrops.entries()) {
      await facts.account(receiverId, `airdrops/${index}/receiverId`)
      const units = decodeAmount(amount, `airdrops/${index}/amount`)
      sum += units
      transaction.addTokenTransfer(token.id, receiverId, units)
    }
    const { balance } = await facts.holding(sender.id, token.id)
    if (balance < sum)
      throw unprocessable(
        'INSUFFICIENT_TOKEN_BALANCE',
        `${sender.id} has ${balance} of ${token.id}, and this takes ${sum}`,
      )
    return { transaction: transaction.addTokenTransfer(token.id, sender.id, -sum) }
  },
})

export const airdropNft = defineOperation({
  name: 'airdrop/nft',
  method: 'POST',
  path: '/hts/airdrop/nft/{token}',
  tag: 'tokens',
  summary: 'Airdrop NFTs',
  params: TokenPath,
  body: Type.Object({ receiverId: AccountId, serialNumbers: Serials }, exact),
  async prepare({ params, body: { receiverId, serialNumbers } }, { facts, sender }) {
    const token = await facts.token(params.token)
    needUnpaused(token)
    await facts.account(receiverId, 'receiverId')
    const transaction = new TokenAirdropTransaction()
    for (const serial of serialNumbers) {
      await facts.ownedNft(token.id, serial, sender.id, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
      transaction.addNftTransfer(nft(token.id, serial), sender.id, receiverId)
    }
    return { transaction }
  },
})

export const cancelAirdrops = defineOperation({
  name: 'cancel/airdrop',
  method: 'POST',
  path: '/hts/cancel-airdrop',
  tag: 'tokens',
  summary: 'Cancel airdrops that nobody has claimed',
  params: Type.Object({}),
  body: Type.Object({ airdrops: Type.Array(SentAirdrop, { minItems: 1 }) }, exact),
  async prepare({ body: { airdrops } }, { ledger: { mirror }, sender }) {
    const transaction = new TokenCancelAirdropTransaction()
    for (const { receiverId, tokenId, serialNumber } of airdrops) {
      const serial = serialNumber === undefined ? {} : { serialNumber: BigInt(serialNumber) }
      const waiting = await mirror.waitingAirdrops(receiverId, { senderId: sender.id, tokenId, ...serial })
      if (!waiting.some((one) => one.serialNumber === serial.serialNumber))
        throw unprocessable(
          'INVALID_PENDING_AIRDROP_ID',
          `No such airdrop of the token ${tokenId} from ${sender.id} waits for ${receiverId}`,
        )
      const what = serialNumber === undefined ? { tokenId } : { nftId: nft(tokenId, serialNumber) }
      transaction.addPendingAirdropId(new PendingAirdropId({ senderId: sender.id, receiverId, ...what }))
    }
    return { transaction }
  },
})

export const rejectTokens = defineOperation({
  name: 'reject/token',
  method: 'POST',
  path: '/hts/reject',
  tag: 'tokens',
  summary: 'Return whole balances of tokens, or NFTs, to their treasuries',
  params: Type.Object({}),
  body: Type.Object({ tokens: Type.Array(Holding, { minItems: 1 }) }, exact),
  async prepare({ body: { tokens } }, { facts, sender }) {
    const transaction = new TokenRejectTransaction().setOwnerId(SdkAccountId.fromString(sender.id))
    for (const { tokenId, serialNumber } of tokens) {
      const token = await facts.token(tokenId)
      if (token.treasury === sender.id)
        throw unprocessable('ACCOUNT_IS_TREASURY', `${sender.id} is the treasury of ${tokenId}`)
      if (serialNumber !== undefined) {
        await facts.ownedNft(tokenId, serialNumber, sender.id, 'INVALID_OWNER_ID')
        transaction.addNftId(nft(tokenId, serialNumber))
        continue
      }
      needType(token, 'FUNGIBLE_COMMON', 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON')
      const { balance } = await facts.holding(sender.id, tokenId)
      if (balance === 0n)
        throw unprocessable('INSUFFICIENT_TOKEN_BALANCE', `${sender.id} has nothing of the token ${tokenId}`)
      transaction.addTokenId(SdkTokenId.fromString(tokenId))
    }
    return { transaction }
  },
})

const nft = (tokenId: string, serial: number): NftId => NftId.fromString(`${tokenId}/${serial}`)
