import type { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { int64, toLong } from '../../int64.ts'
import { require } from '../../refusal.ts'
import type { Token } from '../../state/entities.ts'
import { burnNft, checkAmountOrSerials, MAX_SERIALS, serialsOf } from './nfts.ts'
import { changeNftCount, existingToken, relationForTransfer, usableToken } from './relations.ts'
import { changeSupply } from './supply.ts'

type Body = proto.ITokenBurnTransactionBody

/** TokenBurn: some of what the treasury holds, or some of its NFTs, are no more. */
export const burnToken = define('tokenBurn', {
  type: 38,
  name: 'TOKENBURN',

  precheck(body) {
    require(body.token != null, 'INVALID_TOKEN_ID')
    checkAmountOrSerials(body, 'INVALID_TOKEN_BURN_AMOUNT')
  },

  signers({ token }, { state }) {
    const { supplyKey } = existingToken(state, token)
    return supplyKey ? [supplyKey.rule] : []
  },

  handle(body, handling) {
    const { state, receipt } = handling
    const serials = serialsOf(body)
    require(serials.length <= MAX_SERIALS, 'BATCH_SIZE_LIMIT_EXCEEDED')
    const token = usableToken(state, body.token)
    require(token.supplyKey !== null, 'TOKEN_HAS_NO_SUPPLY_KEY')
    checkTreasury(token, handling)
    const burned =
      token.type === 'FUNGIBLE_COMMON' ? burnAmount(body, token, handling) : burnNfts(serials, token, handling)
    receipt.newTotalSupply = toLong(burned.totalSupply)
    handling.entity = token.num
  },
})

/** The treasury must be able to give the token away. */
function checkTreasury(token: Token, handling: Handling): void {
  const treasury = handling.state.accounts.get(token.treasury)
  require(treasury !== undefined, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
  relationForTransfer(handling.state, treasury, token)
}

function burnAmount(body: Body, token: Token, { state }: Handling): Token {
  const amount = int64(body.amount)
  const balance = state.relation(token.treasury, token.num)?.balance ?? 0n
  require(amount <= balance, 'INVALID_TOKEN_BURN_AMOUNT')
  return changeSupply(state, token, -amount, 'INVALID_TOKEN_BURN_AMOUNT')
}

function burnNfts(serials: readonly bigint[], token: Token, { state }: Handling): Token {
  require(serials.length > 0, 'INVALID_TOKEN_BURN_METADATA')
  for (const serial of serials) {
    const nft = state.nft(token.num, serial)
    require(nft !== undefined, 'INVALID_NFT_ID')
    require(nft.owner === token.treasury, 'TREASURY_MUST_OWN_BURNED_NFT')
    burnNft(state, nft)
  }
  changeNftCount(state, token.treasury, -serials.length)
  return changeSupply(state, token, -BigInt(serials.length), 'FAIL_INVALID')
}
