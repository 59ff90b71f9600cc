/** Functions at a token's own address: ERC-20, ERC-721, and the caller's own association. */
import type { SystemOutcome } from '#evm/world.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { tokenId } from '#protocol/ids.ts'
import type { Token } from '#state/entities.ts'
import {
  type Answering,
  addressOfNumber,
  codeValue,
  fn,
  halted,
  reverted,
  type SystemCall,
  type SystemFunction,
  view,
} from '../call.ts'
import { VIEW_GAS } from '../native.ts'
import { approve, isOperator, setApprovalForAll, spenderOf } from './allowances.ts'
import { isAmount } from './codes.ts'
import { emitNftTransfer, emitTransfer } from './events.ts'

/** The token whose address is called. */
const ownToken = (call: SystemCall): Token | undefined => call.state.tokens.get(call.facade ?? -1)

const INVALID_TOKEN = reverted('INVALID_TOKEN_ID', VIEW_GAS)

/** Declares a function that reads the token. */
const reading = <A extends readonly unknown[]>(
  signature: string,
  result: string,
  read: (token: Token, args: A, answering: Answering) => SystemOutcome,
): SystemFunction =>
  view<A>(signature, result, (args, answering) => {
    const token = ownToken(answering.call)
    return token ? read(token, args, answering) : INVALID_TOKEN
  })

interface Move {
  readonly from: Buffer | undefined
  readonly to: Buffer
  readonly value: bigint
}

function transfer(answering: Answering, move: Move): SystemOutcome {
  if (!isAmount(move.value)) return halted('INVALID_OPERATION')
  const token = ownToken(answering.call)
  if (!token) return INVALID_TOKEN
  return token.type === 'FUNGIBLE_COMMON' ? transferAmount(token, answering, move) : transferNft(token, answering, move)
}

function transferAmount({ num }: Token, { call, success }: Answering, { from, to, value }: Move): SystemOutcome {
  const owner = from === undefined ? call.callerId : call.idOf(from)
  const transfers = [
    { accountID: call.idOf(to), amount: toLong(value) },
    { accountID: owner, amount: toLong(-value), isApproval: from !== undefined },
  ]
  const { status, gas } = call.dispatch('cryptoTransfer', { tokenTransfers: [{ token: tokenId(num), transfers }] })
  if (status !== 'SUCCESS') return reverted(status, gas)
  const [sender, receiver] = [call.state.account(owner)?.num ?? 0, call.account(to)?.num ?? 0]
  emitTransfer(call, { token: num, from: sender, to: receiver }, value)
  return success(gas, true)
}

function transferNft({ num }: Token, { call }: Answering, { from, to, value }: Move): SystemOutcome {
  // ERC-721 has no transfer() without a sender.
  if (!from) return INVALID_TOKEN
  const nft = {
    senderAccountID: call.idOf(from),
    receiverAccountID: call.idOf(to),
    serialNumber: toLong(value),
    isApproval: call.state.nft(num, value)?.owner !== call.caller.account.num,
  }
  const tokenTransfers = [{ token: tokenId(num), nftTransfers: [nft] }]
  const { status, gas } = call.dispatch('cryptoTransfer', { tokenTransfers })
  if (status !== 'SUCCESS') return reverted(status, gas)
  emitNftTransfer(call, { token: num, from: call.account(from)?.num ?? 0, to: call.account(to)?.num ?? 0 }, value)
  return { status: 'success', gas, output: Buffer.alloc(0) }
}

const UNKNOWN_NFT_URI = 'ERC721Metadata: URI query for nonexistent token'

export const ercFacade = [
  reading('name()', '(string)', ({ name }, _, { success }) => success(VIEW_GAS, name)),
  reading('symbol()', '(string)', ({ symbol }, _, { success }) => success(VIEW_GAS, symbol)),
  reading('decimals()', '(uint8)', ({ type, decimals }, _, { success }) =>
    type === 'FUNGIBLE_COMMON' ? success(VIEW_GAS, BigInt(decimals)) : INVALID_TOKEN,
  ),
  reading('totalSupply()', '(uint256)', ({ totalSupply }, _, { success }) => success(VIEW_GAS, totalSupply)),
  reading<[Buffer]>('balanceOf(address)', '(uint256)', ({ num }, [address], { call, success }) => {
    const account = call.account(address)
    if (!account) return reverted('INVALID_ACCOUNT_ID', VIEW_GAS)
    return success(VIEW_GAS, call.state.relation(account.num, num)?.balance ?? 0n)
  }),
  reading<[Buffer, Buffer]>(
    'allowance(address,address)',
    '(uint256)',
    ({ num, type }, [owner, spender], { call, success }) => {
      if (type !== 'FUNGIBLE_COMMON') return INVALID_TOKEN
      const [from, to] = [call.account(owner), call.account(spender)]
      if (!from) return reverted('INVALID_ALLOWANCE_OWNER_ID', VIEW_GAS)
      return success(VIEW_GAS, (to && call.state.tokenAllowance(from.num, num, to.num)?.amount) ?? 0n)
    },
  ),
  reading<[bigint]>('ownerOf(uint256)', '(address)', ({ num, type }, [serial], { call, success }) => {
    if (type !== 'NON_FUNGIBLE_UNIQUE') return INVALID_TOKEN
    const nft = call.state.nft(num, serial)
    if (!nft) return reverted('INVALID_TOKEN_NFT_SERIAL_NUMBER', VIEW_GAS)
    return success(VIEW_GAS, addressOfNumber(call.state, nft.owner))
  }),
  reading<[bigint]>('tokenURI(uint256)', '(string)', ({ num, type }, [serial], { call, success }) => {
    if (type !== 'NON_FUNGIBLE_UNIQUE') return INVALID_TOKEN
    return success(VIEW_GAS, call.state.nft(num, serial)?.metadata.toString('utf8') ?? UNKNOWN_NFT_URI)
  }),
  reading<[bigint]>('getApproved(uint256)', '(address)', ({ num, type }, [serial], { call, success }) => {
    if (type !== 'NON_FUNGIBLE_UNIQUE') return INVALID_TOKEN
    const spender = spenderOf(call, num, serial)
    return spender ? success(VIEW_GAS, spender) : reverted('INVALID_TOKEN_NFT_SERIAL_NUMBER', VIEW_GAS)
  }),
  reading<[Buffer, Buffer]>(
    'isApprovedForAll(address,address)',
    '(bool)',
    ({ num, type }, [owner, operator], { call, success }) =>
      type === 'NON_FUNGIBLE_UNIQUE' ? success(VIEW_GAS, isOperator(call, num, owner, operator)) : INVALID_TOKEN,
  ),
  fn<[Buffer, bigint]>('transfer(address,uint256)', '(bool)', ([to, value], answering) =>
    transfer(answering, { from: undefined, to, value }),
  ),
  fn<[Buffer, Buffer, bigint]>('transferFrom(address,address,uint256)', '(bool)', ([from, to, value], answering) =>
    transfer(answering, { from, to, value }),
  ),
  fn<[Buffer, bigint]>('approve(address,uint256)', '(bool)', ([spender, value], { call, success }) => {
    if (!isAmount(value)) return halted('INVALID_OPERATION')
    const token = ownToken(call)
    if (!token) return INVALID_TOKEN
    const { dispatched, status } = approve(call, token, spender, value)
    if (status !== 'SUCCESS') return reverted(status, dispatched.gas)
    if (token.type === 'FUNGIBLE_COMMON') return success(dispatched.gas, true)
    return { status: 'success', gas: dispatched.gas, output: Buffer.alloc(0) }
  }),
  fn<[Buffer, boolean]>('setApprovalForAll(address,bool)', '(int64)', ([operator, approved], { call, success }) => {
    const token = ownToken(call)
    if (token?.type !== 'NON_FUNGIBLE_UNIQUE') return INVALID_TOKEN
    const { status, gas } = setApprovalForAll(call, token.num, operator, approved)
    return status === 'SUCCESS' ? success(gas, codeValue(status)) : reverted(status, gas)
  }),
]
