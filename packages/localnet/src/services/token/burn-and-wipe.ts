import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import { changeNftCount, existingToken, relationForTransfer, usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { type AccountAndToken, checkNamed, unfrozenHolder } from './holders.ts'
import { burnNft, checkAmountOrSerials, MAX_SERIALS, serialsOf } from './nfts.ts'
import { changeSupply } from './supply.ts'

type BurnBody = proto.ITokenBurnTransactionBody
type WipeBody = proto.ITokenWipeAccountTransactionBody

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

function burnAmount(body: BurnBody, token: Token, { state }: HandleContext): Token {
  const amount = int64(body.amount)
  const balance = state.relation(token.treasury, token.num)?.balance ?? 0n
  check(amount <= balance, 'INVALID_TOKEN_BURN_AMOUNT')
  return changeSupply(state, token, -amount, 'INVALID_TOKEN_BURN_AMOUNT')
}

function burnNfts(serials: readonly bigint[], token: Token, { state }: HandleContext): Token {
  check(serials.length > 0, 'INVALID_TOKEN_BURN_METADATA')
  destroyNfts(state, serials, { token, owner: token.treasury, notTheirs: 'TREASURY_MUST_OWN_BURNED_NFT' })
  return changeSupply(state, token, -BigInt(serials.length), 'FAIL_INVALID')
}

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

function wipedHolder(body: WipeBody, { state }: HandleContext): AccountAndToken {
  usableAccount(state, body.account)
  check(usableToken(state, body.token).wipeKey !== null, 'TOKEN_HAS_NO_WIPE_KEY')
  const holder = unfrozenHolder(state, body)
  const { token, account, relation } = holder
  check(token.kycKey === null || relation.kycGranted, 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN')
  check(token.treasury !== account.num, 'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT')
  return holder
}

const wipedAmount = (body: WipeBody): bigint => int64(body.amount)

function wipeNfts(body: WipeBody, { token, account }: AccountAndToken, { state }: HandleContext): bigint {
  const serials = serialsOf(body)
  check(serials.length > 0, 'INVALID_WIPING_AMOUNT')
  destroyNfts(state, serials, { token, owner: account.num, notTheirs: 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT' })
  return BigInt(serials.length)
}

interface Destroyed {
  readonly token: Token
  readonly owner: number
  /** The code if somebody else owns the NFT. */
  readonly notTheirs: ResponseCode
}

/** Burns NFTs of one owner. */
function destroyNfts(state: State, serials: readonly bigint[], { token, owner, notTheirs }: Destroyed): void {
  for (const serial of serials) {
    const nft = state.nft(token.num, serial)
    check(nft !== undefined, 'INVALID_NFT_ID')
    check(nft.owner === owner, notTheirs)
    burnNft(state, nft)
  }
  changeNftCount(state, owner, -serials.length)
}
