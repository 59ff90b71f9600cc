import type { SystemOutcome } from '#evm/world.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, accountNumber, tokenId } from '#protocol/ids.ts'
import type { ResponseCode } from '#protocol/status-error.ts'
import type { Token } from '#state/entities.ts'
import {
  type Answering,
  addressOfNumber,
  codeValue,
  fn,
  halted,
  reverted,
  type SystemCall,
  standardized,
  view,
} from '../call.ts'
import { type Dispatched, VIEW_GAS } from '../native.ts'
import { isAmount } from './codes.ts'
import { emitApproval, emitApprovalForAll, emitNftApproval } from './events.ts'

const ZERO_ADDRESS = Buffer.alloc(20)

interface Approved {
  readonly dispatched: Dispatched
  readonly status: ResponseCode
}

/** Approves a spender for an amount, or for the NFT with this serial number; writes the event. */
export function approve(call: SystemCall, token: Token, spender: Buffer, value: bigint): Approved {
  const isUnique = token.type === 'NON_FUNGIBLE_UNIQUE'
  const owner = isUnique ? call.state.nft(token.num, value)?.owner : call.caller.account.num
  const isRemoval = isUnique && spender.every((byte) => byte === 0)
  const dispatched = isRemoval
    ? call.dispatch('cryptoDeleteAllowance', {
        nftAllowances: [{ tokenId: tokenId(token.num), owner: accountId(owner ?? 0), serialNumbers: [toLong(value)] }],
      })
    : call.dispatch('cryptoApproveAllowance', approvalOf(call, token, spender, value, owner))
  const status = approvalCode(dispatched.status)
  if (status === 'SUCCESS') {
    const to = call.account(spender)?.num ?? accountNumber(call.idOf(spender))
    const approval = { token: token.num, owner: owner ?? call.caller.account.num, spender: to }
    if (isUnique) emitNftApproval(call, approval, value)
    else emitApproval(call, approval, value)
  }
  return { dispatched, status }
}

function approvalOf(call: SystemCall, token: Token, spender: Buffer, value: bigint, owner: number | undefined) {
  const common = { tokenId: tokenId(token.num), spender: call.idOf(spender) }
  if (token.type === 'FUNGIBLE_COMMON')
    return { tokenAllowances: [{ ...common, owner: call.callerId, amount: toLong(value) }] }
  const isOther = owner !== undefined && owner !== call.caller.account.num
  const delegating = isOther ? { delegatingSpender: call.callerId } : {}
  const nft = { ...common, owner: accountId(owner ?? call.caller.account.num), serialNumbers: [toLong(value)] }
  return { nftAllowances: [{ ...nft, ...delegating }] }
}

/** Contracts get the same code for a missing approval as for an NFT that the caller does not own. */
function approvalCode(status: ResponseCode): ResponseCode {
  const isOthers = status === 'DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL' || status === 'INVALID_SIGNATURE'
  return isOthers ? 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO' : status
}

/** Allows an operator to take all of the caller's NFTs of a token, or ends this. */
export function setApprovalForAll(call: SystemCall, token: number, operator: Buffer, approved: boolean): Dispatched {
  const nftAllowances = [
    {
      tokenId: tokenId(token),
      owner: call.callerId,
      spender: call.idOf(operator),
      approvedForAll: { value: approved },
    },
  ]
  const dispatched = call.dispatch('cryptoApproveAllowance', { nftAllowances })
  if (dispatched.status === 'SUCCESS') {
    const spender = accountNumber(call.idOf(operator))
    emitApprovalForAll(call, { token, owner: call.caller.account.num, spender }, approved)
  }
  return dispatched
}

function classicApprove(
  { call, success }: Answering,
  [address, spender, value]: readonly [Buffer, Buffer, bigint],
  type: Token['type'],
): SystemOutcome {
  if (!isAmount(value)) return halted('INVALID_OPERATION')
  const token = call.token(address)
  if (!token) return reverted('INVALID_TOKEN_ID', VIEW_GAS)
  const { dispatched, status } = approve(call, { ...token, type }, spender, value)
  if (status !== 'SUCCESS') return reverted(standardized(status), dispatched.gas)
  return success(dispatched.gas, codeValue(status), true)
}

/** The spender of an NFT; zeros if there is none, undefined if there is no such NFT. */
export function spenderOf(call: SystemCall, token: number, serial: bigint): Buffer | undefined {
  const nft = call.state.nft(token, serial)
  if (!nft) return undefined
  return nft.spender ? addressOfNumber(call.state, nft.spender) : ZERO_ADDRESS
}

export function isOperator(call: SystemCall, token: number, owner: Buffer, operator: Buffer): boolean {
  const [from, to] = [call.account(owner), call.account(operator)]
  return from !== undefined && to !== undefined && call.state.nftAllowance(from.num, token, to.num) !== undefined
}

export const allowances = [
  fn<[Buffer, Buffer, bigint]>('approve(address,address,uint256)', '(int64,bool)', (args, answering) =>
    classicApprove(answering, args, 'FUNGIBLE_COMMON'),
  ),
  fn<[Buffer, Buffer, bigint]>('approveNFT(address,address,uint256)', '(int64)', (args, answering) =>
    classicApprove(answering, args, 'NON_FUNGIBLE_UNIQUE'),
  ),
  fn<[Buffer, Buffer, boolean]>(
    'setApprovalForAll(address,address,bool)',
    '(int64)',
    ([token, operator, approved], { call, success }) => {
      const num = call.token(token)?.num ?? 0
      const { status, gas } = setApprovalForAll(call, num, operator, approved)
      const isAnswered =
        status === 'SUCCESS' || status === 'INVALID_ALLOWANCE_SPENDER_ID' || status === 'INVALID_TOKEN_ID'
      return isAnswered ? success(gas, codeValue(status)) : reverted(status, gas)
    },
  ),
  view<[Buffer, Buffer, Buffer]>(
    'allowance(address,address,address)',
    '(int64,uint256)',
    ([address, owner, spender], { call, success, failure }) => {
      const token = call.token(address)
      if (token?.type !== 'FUNGIBLE_COMMON') return failure('INVALID_TOKEN_ID', 0n)
      const [from, to] = [call.account(owner), call.account(spender)]
      if (!from) return failure('INVALID_ALLOWANCE_OWNER_ID', 0n)
      const amount = to && call.state.tokenAllowance(from.num, token.num, to.num)?.amount
      return success(VIEW_GAS, codeValue('SUCCESS'), amount ?? 0n)
    },
  ),
  view<[Buffer, bigint]>(
    'getApproved(address,uint256)',
    '(int64,address)',
    ([address, serial], { call, success, failure }) => {
      const token = call.token(address)
      if (!token) return failure('INVALID_TOKEN_ID', ZERO_ADDRESS)
      const spender = spenderOf(call, token.num, serial)
      return spender
        ? success(VIEW_GAS, codeValue('SUCCESS'), spender)
        : reverted('INVALID_TOKEN_NFT_SERIAL_NUMBER', VIEW_GAS)
    },
  ),
  view<[Buffer, Buffer, Buffer]>(
    'isApprovedForAll(address,address,address)',
    '(int64,bool)',
    ([address, owner, operator], { call, success, failure }) => {
      const token = call.token(address)
      if (!token) return failure('INVALID_TOKEN_ID', false)
      return success(VIEW_GAS, codeValue('SUCCESS'), isOperator(call, token.num, owner, operator))
    },
  ),
]
