import { keccak } from '#protocol/encoding/keccak.ts'
import type { State } from '#state/state.ts'
import type { BalanceChange } from '#store/executed.ts'
import type { Changes } from '#transaction/record.ts'
import { wordOf } from '../abi.ts'
import { addressOfNumber, type SystemCall } from '../call.ts'

const TRANSFER = keccak(Buffer.from('Transfer(address,address,uint256)'))
const APPROVAL = keccak(Buffer.from('Approval(address,address,uint256)'))
const APPROVAL_FOR_ALL = keccak(Buffer.from('ApprovalForAll(address,address,bool)'))

const topic = (state: State, num: number): Buffer => Buffer.concat([Buffer.alloc(12), addressOfNumber(state, num)])

interface Movement {
  readonly token: number
  readonly from: number
  readonly to: number
}

/** ERC-20's Transfer. */
export function emitTransfer(call: SystemCall, { token, from, to }: Movement, amount: bigint): void {
  call.emit(token, [TRANSFER, topic(call.state, from), topic(call.state, to)], wordOf(amount))
}

/** ERC-721's Transfer. */
export function emitNftTransfer(call: SystemCall, { token, from, to }: Movement, serial: bigint): void {
  call.emit(token, [TRANSFER, topic(call.state, from), topic(call.state, to), wordOf(serial)])
}

/** The events of everything that a transfer moved. */
export function emitChanges(call: SystemCall, { tokenChanges, nftChanges }: Changes): void {
  for (const token of new Set(tokenChanges.map((change) => change.token)))
    for (const { from, to, amount } of movements(tokenChanges.filter((change) => change.token === token)))
      emitTransfer(call, { token, from, to }, amount)
  for (const { token, serial, sender, receiver } of nftChanges)
    emitNftTransfer(call, { token, from: sender, to: receiver }, serial)
}

/** Pairs the accounts that lost units of a token with the accounts that gained some. */
function movements(changes: readonly BalanceChange[]): { from: number; to: number; amount: bigint }[] {
  const pairs: { from: number; to: number; amount: bigint }[] = []
  const debits = changes.filter(({ amount }) => amount < 0n).map(({ account, amount }) => ({ account, left: -amount }))
  const credits = changes.filter(({ amount }) => amount > 0n).map(({ account, amount }) => ({ account, left: amount }))
  for (const debit of debits) {
    for (const credit of credits) {
      const amount = debit.left < credit.left ? debit.left : credit.left
      if (amount === 0n) continue
      pairs.push({ from: debit.account, to: credit.account, amount })
      debit.left -= amount
      credit.left -= amount
    }
  }
  return pairs
}

interface Approval {
  readonly token: number
  readonly owner: number
  readonly spender: number
}

/** ERC-20's Approval. */
export function emitApproval(call: SystemCall, { token, owner, spender }: Approval, amount: bigint): void {
  call.emit(token, [APPROVAL, topic(call.state, owner), topic(call.state, spender)], wordOf(amount))
}

/** ERC-721's Approval. */
export function emitNftApproval(call: SystemCall, { token, owner, spender }: Approval, serial: bigint): void {
  call.emit(token, [APPROVAL, topic(call.state, owner), topic(call.state, spender), wordOf(serial)])
}

/** ERC-721's ApprovalForAll. */
export function emitApprovalForAll(call: SystemCall, { token, owner, spender }: Approval, approved: boolean): void {
  const data = wordOf(approved ? 1n : 0n)
  call.emit(token, [APPROVAL_FOR_ALL, topic(call.state, owner), topic(call.state, spender)], data)
}
