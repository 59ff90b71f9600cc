import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/int64.ts'
import { check } from '#protocol/status-error.ts'
import type { Token } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { changeNftCount, existingToken, relationForTransfer, usableToken } from '../token-relations.ts'
import { burnNft, checkAmountOrSerials, MAX_SERIALS, serialsOf } from './nfts.ts'
import { changeSupply } from './supply.ts'

type Body = proto.ITokenBurnTransactionBody

/** TokenBurn: destroys some of what the treasury holds, or some of its NFTs. */
export const burnToken = define('tokenBurn', {
  type: 38,
  name: 'TOKENBURN',
  price: { functionality: 'TokenBurn', base: 9_000_000n },

  precheck(body) {
    check(body.token != null, 'INVALID_TOKEN_ID')
    checkAmountOrSerials(body, 'INVALID_TOKEN_BURN_AMOUNT')
  },

  signers({ token }, { state }) {
    const { supplyKey } = existingToken(state, token)
    return supplyKey ? [supplyKey.rule] : []
  },

  handle(body, context) {
    const { state, receipt } = context
    const serials = serialsOf(body)
    check(serials.length <= MAX_SERIALS, 'BATCH_SIZE_LIMIT_EXCEEDED')
    const token = usableToken(state, body.token)
    check(token.supplyKey !== null, 'TOKEN_HAS_NO_SUPPLY_KEY')
    checkTreasury(token, context)
    const burned =
      token.type === 'FUNGIBLE_COMMON' ? burnAmount(body, token, context) : burnNfts(serials, token, context)
    receipt.newTotalSupply = toLong(burned.totalSupply)
    context.entity = token.num
  },
})

/** Checks that the treasury may send the token. */
function checkTreasury(token: Token, context: HandleContext): void {
  const treasury = context.state.accounts.get(token.treasury)
  check(treasury !== undefined, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
  relationForTransfer(context.state, treasury, token)
}

function burnAmount(body: Body, token: Token, { state }: HandleContext): Token {
  const amount = int64(body.amount)
  const balance = state.relation(token.treasury, token.num)?.balance ?? 0n
  check(amount <= balance, 'INVALID_TOKEN_BURN_AMOUNT')
  return changeSupply(state, token, -amount, 'INVALID_TOKEN_BURN_AMOUNT')
}

function burnNfts(serials: readonly bigint[], token: Token, { state }: HandleContext): Token {
  check(serials.length > 0, 'INVALID_TOKEN_BURN_METADATA')
  for (const serial of serials) {
    const nft = state.nft(token.num, serial)
    check(nft !== undefined, 'INVALID_NFT_ID')
    check(nft.owner === token.treasury, 'TREASURY_MUST_OWN_BURNED_NFT')
    burnNft(state, nft)
  }
  changeNftCount(state, token.treasury, -serials.length)
  return changeSupply(state, token, -BigInt(serials.length), 'FAIL_INVALID')
}
