import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/int64.ts'
import { check } from '#protocol/status-error.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { changeNftCount, existingToken, usableToken } from '../token-relations.ts'
import { usableAccount } from '../validation.ts'
import { type AccountAndToken, checkNamed, unfrozenHolder } from './holders.ts'
import { burnNft, checkAmountOrSerials, MAX_SERIALS, serialsOf } from './nfts.ts'

type Body = proto.ITokenWipeAccountTransactionBody

/** TokenWipeAccount: destroys some of an account's balance or NFTs; the account must not be the treasury. */
export const wipeAccount = define('tokenWipe', {
  type: 39,
  name: 'TOKENWIPE',
  price: { functionality: 'TokenAccountWipe', base: 9_000_000n },

  precheck(body) {
    checkNamed(body)
    checkAmountOrSerials(body, 'INVALID_WIPING_AMOUNT')
  },

  signers({ token }, { state }) {
    const { wipeKey } = existingToken(state, token)
    return wipeKey ? [wipeKey.rule] : []
  },

  handle(body, context) {
    const { state, receipt } = context
    check(serialsOf(body).length <= MAX_SERIALS, 'BATCH_SIZE_LIMIT_EXCEEDED')
    const holder = wipedHolder(body, context)
    const { token, relation } = holder
    const count = token.type === 'FUNGIBLE_COMMON' ? wipedAmount(body) : wipeNfts(body, holder, context)
    const totalSupply = token.totalSupply - count
    const balance = relation.balance - count
    check(totalSupply >= 0n && balance >= 0n, 'INVALID_WIPING_AMOUNT')
    if (count > 0n) state.tokens.put(token.num, { ...token, totalSupply })
    if (count > 0n) state.putRelation({ ...relation, balance })
    receipt.newTotalSupply = toLong(totalSupply)
    context.entity = token.num
  },
})

function wipedHolder(body: Body, { state }: HandleContext): AccountAndToken {
  usableAccount(state, body.account)
  check(usableToken(state, body.token).wipeKey !== null, 'TOKEN_HAS_NO_WIPE_KEY')
  const holder = unfrozenHolder(state, body)
  const { token, account, relation } = holder
  check(token.kycKey === null || relation.kycGranted, 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN')
  check(token.treasury !== account.num, 'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT')
  return holder
}

const wipedAmount = (body: Body): bigint => int64(body.amount)

function wipeNfts(body: Body, { token, account }: AccountAndToken, { state }: HandleContext): bigint {
  const serials = serialsOf(body)
  check(serials.length > 0, 'INVALID_WIPING_AMOUNT')
  for (const serial of serials) {
    const nft = state.nft(token.num, serial)
    check(nft !== undefined, 'INVALID_NFT_ID')
    check(nft.owner === account.num, 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT')
    burnNft(state, nft)
  }
  changeNftCount(state, account.num, -serials.length)
  return BigInt(serials.length)
}
