import type { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { int64, toLong } from '../../int64.ts'
import { require } from '../../refusal.ts'
import { usableAccount } from '../validation.ts'
import { checkNamed, type Holder, unfrozenHolder } from './holders.ts'
import { burnNft, checkAmountOrSerials, MAX_SERIALS, serialsOf } from './nfts.ts'
import { changeNftCount, existingToken, usableToken } from './relations.ts'

type Body = proto.ITokenWipeAccountTransactionBody

/** TokenWipeAccount: some of what an account holds, other than the treasury, is no more. */
export const wipeAccount = define('tokenWipe', {
  type: 39,
  name: 'TOKENWIPE',

  precheck(body) {
    checkNamed(body)
    checkAmountOrSerials(body, 'INVALID_WIPING_AMOUNT')
  },

  signers({ token }, { state }) {
    const { wipeKey } = existingToken(state, token)
    return wipeKey ? [wipeKey.rule] : []
  },

  handle(body, handling) {
    const { state, receipt } = handling
    require(serialsOf(body).length <= MAX_SERIALS, 'BATCH_SIZE_LIMIT_EXCEEDED')
    const holder = wipedHolder(body, handling)
    const { token, relation } = holder
    const count = token.type === 'FUNGIBLE_COMMON' ? wipedAmount(body) : wipeNfts(body, holder, handling)
    const totalSupply = token.totalSupply - count
    const balance = relation.balance - count
    require(totalSupply >= 0n && balance >= 0n, 'INVALID_WIPING_AMOUNT')
    if (count > 0n) state.tokens.put(token.num, { ...token, totalSupply })
    if (count > 0n) state.putRelation({ ...relation, balance })
    receipt.newTotalSupply = toLong(totalSupply)
    handling.entity = token.num
  },
})

function wipedHolder(body: Body, { state }: Handling): Holder {
  usableAccount(state, body.account)
  require(usableToken(state, body.token).wipeKey !== null, 'TOKEN_HAS_NO_WIPE_KEY')
  const holder = unfrozenHolder(state, body)
  const { token, account, relation } = holder
  require(token.kycKey === null || relation.kycGranted, 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN')
  require(token.treasury !== account.num, 'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT')
  return holder
}

const wipedAmount = (body: Body): bigint => int64(body.amount)

function wipeNfts(body: Body, { token, account }: Holder, { state }: Handling): bigint {
  const serials = serialsOf(body)
  require(serials.length > 0, 'INVALID_WIPING_AMOUNT')
  for (const serial of serials) {
    const nft = state.nft(token.num, serial)
    require(nft !== undefined, 'INVALID_NFT_ID')
    require(nft.owner === account.num, 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT')
    burnNft(state, nft)
  }
  changeNftCount(state, account.num, -serials.length)
  return BigInt(serials.length)
}
