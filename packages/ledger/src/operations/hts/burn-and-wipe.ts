import { TokenBurnTransaction, TokenWipeTransaction } from '@hiero-ledger/sdk'
import { AccountId, decodeAmount, unprocessable } from '@quorate/platform'
import type { MirrorTokenDetails } from '../../mirror/entities.ts'
import { type Facts, needKey, needType, needUnpaused } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf, MovedTokenUnits, Serials } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const burnToken = defineOperation({
  name: 'burn/token',
  method: 'POST',
  path: '/hts/burn/token/{token}',
  tag: 'tokens',
  summary: 'Burn units of a fungible token',
  errors: [
    existingTokenErrors,
    {
      400: ['INVALID_AMOUNT'],
      422: ['INVALID_TOKEN_BURN_AMOUNT', 'INVALID_TOKEN_BURN_METADATA', 'TOKEN_HAS_NO_SUPPLY_KEY', 'TOKEN_IS_PAUSED'],
    },
  ],
  params: TokenPath,
  body: bodyOf({ amount: MovedTokenUnits }),
  async prepare({ params, body }, { facts, ledger }) {
    const amount = decodeAmount(body.amount, 'amount')
    const token = await facts.token(params.token)
    needType(token, 'FUNGIBLE_COMMON', 'INVALID_TOKEN_BURN_METADATA')
    needKey(token, 'supplyKey')
    needUnpaused(token)
    if (token.treasury) {
      const held = await ledger.mirror.holding(token.treasury, token.id)
      if (held && held.balance < amount)
        throw unprocessable('INVALID_TOKEN_BURN_AMOUNT', `amount is ${amount}, but the treasury holds ${held.balance}`)
    }
    return { transaction: new TokenBurnTransaction().setTokenId(token.id).setAmount(amount) }
  },
})

export const burnNft = defineOperation({
  name: 'burn/nft',
  method: 'POST',
  path: '/hts/burn/nft/{token}',
  tag: 'tokens',
  summary: 'Burn NFTs',
  errors: [
    existingTokenErrors,
    {
      422: [
        'INVALID_NFT_ID',
        'INVALID_TOKEN_BURN_AMOUNT',
        'TOKEN_HAS_NO_SUPPLY_KEY',
        'TOKEN_IS_PAUSED',
        'TREASURY_MUST_OWN_BURNED_NFT',
      ],
    },
  ],
  params: TokenPath,
  body: bodyOf({ serialNumbers: Serials }),
  async prepare({ params, body: { serialNumbers } }, { facts }) {
    const token = await facts.token(params.token)
    needType(token, 'NON_FUNGIBLE_UNIQUE', 'INVALID_TOKEN_BURN_AMOUNT')
    needKey(token, 'supplyKey')
    needUnpaused(token)
    const treasury = token.treasury ?? ''
    for (const serial of serialNumbers) await facts.ownedNft(token.id, serial, treasury, 'TREASURY_MUST_OWN_BURNED_NFT')
    return { transaction: new TokenBurnTransaction().setTokenId(token.id).setSerials(serialNumbers) }
  },
})

export const wipeToken = defineOperation({
  name: 'wipe/token',
  method: 'POST',
  path: '/hts/wipe/token/{token}',
  tag: 'tokens',
  summary: 'Wipe units of a fungible token from an account',
  errors: [
    existingTokenErrors,
    {
      422: [
        'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT',
        'INVALID_ACCOUNT_ID',
        'INVALID_WIPING_AMOUNT',
        'TOKEN_HAS_NO_WIPE_KEY',
        'TOKEN_IS_PAUSED',
        'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
      ],
    },
  ],
  params: TokenPath,
  body: bodyOf({ amount: MovedTokenUnits, account_id: AccountId }),
  async prepare({ params, body }, { facts }) {
    const amount = decodeAmount(body.amount, 'amount')
    const account = body.account_id
    const token = await facts.token(params.token)
    needType(token, 'FUNGIBLE_COMMON', 'INVALID_WIPING_AMOUNT')
    needKey(token, 'wipeKey')
    needUnpaused(token)
    await needNotTreasury(token, account, facts)
    const { balance } = await facts.holding(account, token.id)
    if (balance < amount)
      throw unprocessable('INVALID_WIPING_AMOUNT', `amount is ${amount}, but ${account} holds ${balance}`)
    return { transaction: new TokenWipeTransaction().setTokenId(token.id).setAccountId(account).setAmount(amount) }
  },
})

export const wipeNft = defineOperation({
  name: 'wipe/nft',
  method: 'POST',
  path: '/hts/wipe/nft/{token}',
  tag: 'tokens',
  summary: 'Wipe NFTs from an account',
  errors: [
    existingTokenErrors,
    {
      422: [
        'ACCOUNT_DOES_NOT_OWN_WIPED_NFT',
        'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT',
        'INVALID_ACCOUNT_ID',
        'INVALID_NFT_ID',
        'INVALID_WIPING_AMOUNT',
        'TOKEN_HAS_NO_WIPE_KEY',
        'TOKEN_IS_PAUSED',
      ],
    },
  ],
  params: TokenPath,
  body: bodyOf({ serialNumbers: Serials, account_id: AccountId }),
  async prepare({ params, body: { serialNumbers, account_id: account } }, { facts }) {
    const token = await facts.token(params.token)
    needType(token, 'NON_FUNGIBLE_UNIQUE', 'INVALID_WIPING_AMOUNT')
    needKey(token, 'wipeKey')
    needUnpaused(token)
    await needNotTreasury(token, account, facts)
    for (const serial of serialNumbers)
      await facts.ownedNft(token.id, serial, account, 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT')
    return {
      transaction: new TokenWipeTransaction().setTokenId(token.id).setAccountId(account).setSerials(serialNumbers),
    }
  },
})

/** @throws 422 CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT, or another 422 if the account does not exist */
async function needNotTreasury(token: MirrorTokenDetails, account: string, facts: Facts): Promise<void> {
  if (account === token.treasury)
    throw unprocessable('CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT', `account_id ${account} is the token's treasury`)
  await facts.account(account, 'account_id')
}
