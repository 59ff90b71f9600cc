import type { SystemOutcome } from '#evm/world.ts'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { type Answering, codeValue, fn, standardized } from '../call.ts'
import { answerCode, exact } from './codes.ts'
import { tokenIdOf } from './transfers.ts'

type Mint = readonly [token: Buffer, amount: bigint, metadata: readonly Buffer[]]
type Burn = readonly [token: Buffer, amount: bigint, serials: readonly bigint[]]

function mint([token, amount, metadata]: Mint, { call, success }: Answering): SystemOutcome {
  const isUnique = call.token(token)?.type === 'NON_FUNGIBLE_UNIQUE'
  const minted = isUnique ? { metadata: [...metadata] } : { amount: exact(amount) }
  const { status, receipt, gas } = call.dispatch('tokenMint', { token: tokenIdOf(token), ...minted })
  const serials = (receipt.serialNumbers ?? []).map((serial) => int64(serial))
  const isDone = status === 'SUCCESS'
  return success(
    gas,
    codeValue(standardized(status)),
    isDone ? int64(receipt.newTotalSupply) : 0n,
    isDone ? serials : [],
  )
}

function burn([token, amount, serials]: Burn, { call, success }: Answering): SystemOutcome {
  const isUnique = call.token(token)?.type === 'NON_FUNGIBLE_UNIQUE'
  const burned = isUnique ? { serialNumbers: serials.map(toLong) } : { amount: exact(amount) }
  const { status, receipt, gas } = call.dispatch('tokenBurn', { token: tokenIdOf(token), ...burned })
  return success(gas, codeValue(standardized(status)), status === 'SUCCESS' ? int64(receipt.newTotalSupply) : 0n)
}

const wipe = ([token, account, amount]: readonly [Buffer, Buffer, bigint], answering: Answering): SystemOutcome =>
  answerCode(answering, 'tokenWipe', {
    token: tokenIdOf(token),
    account: answering.call.idOf(account),
    amount: exact(amount),
  })

export const supply = [
  fn<Mint>('mintToken(address,int64,bytes[])', '(int64,int64,int64[])', mint),
  fn<Mint>('mintToken(address,uint64,bytes[])', '(int64,int64,int64[])', mint),
  fn<Burn>('burnToken(address,int64,int64[])', '(int64,int64)', burn),
  fn<Burn>('burnToken(address,uint64,int64[])', '(int64,int64)', burn),
  fn<[Buffer, Buffer, bigint]>('wipeTokenAccount(address,address,int64)', '(int64)', wipe),
  fn<[Buffer, Buffer, bigint]>('wipeTokenAccount(address,address,uint32)', '(int64)', wipe),
  fn<[Buffer, Buffer, readonly bigint[]]>(
    'wipeTokenAccountNFT(address,address,int64[])',
    '(int64)',
    ([token, account, serials], answering) =>
      answerCode(answering, 'tokenWipe', {
        token: tokenIdOf(token),
        account: answering.call.idOf(account),
        serialNumbers: serials.map(toLong),
      }),
  ),
]
