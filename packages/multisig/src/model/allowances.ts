/** Requests that set or end an account's allowance to spend the wallet's hbars or a fungible token. */
import { callMayAllow, readOperation } from '@quorate/verify'
import type { Request } from './request.ts'

export interface AllowanceChange {
  spenderId: string
  /** `HBAR`, or a token. */
  tokenId: string
  /** In smallest units; 0 ends the allowance. */
  amount: bigint
}

/** The allowance that a request sets; undefined for all other requests, and for allowances of NFTs. */
export function allowanceIn({
  operation,
  payload,
  wallet,
}: Pick<Request, 'operation' | 'payload' | 'wallet'>): AllowanceChange | undefined {
  if (operation !== 'operation' || wallet === null) return undefined
  const read = readOperation(payload.operation, wallet)
  if (!('name' in read)) return undefined
  const { spenderAccountId, tokenId = 'HBAR', amount = 0 } = read.values
  if (!ALLOWANCES.some((name) => name === read.name)) return undefined
  return { spenderId: String(spenderAccountId), tokenId: String(tokenId), amount: BigInt(String(amount)) }
}
const ALLOWANCES = ['allowance/hbar', 'allowance/token', 'allowance-delete/hbar', 'allowance-delete/token'] as const

/**
 * Whether a request lets an account spend or take the wallet's hbars, tokens or NFTs, or may do so by a contract call
 * or by what a schedule contains. After a change of owners, only the current owners may decide that.
 */
export function givesAllowance({ operation, payload, wallet }: Parameters<typeof allowanceIn>[0]): boolean {
  if (operation !== 'operation' || wallet === null) return false
  const read = readOperation(payload.operation, wallet)
  if (!('name' in read)) return false
  if (read.name === 'call/contract') return callMayAllow(String(read.values.data ?? '0x'))
  return read.name.startsWith('allowance/') || read.name === 'sign/schedule'
}

/** The reason given when an open request would renew a limit that the owners have ended. */
export const LIMIT_ENDED = {
  code: 'LIMIT_ENDED',
  message: 'The owners have ended this spending limit since: ask for a new one',
}
