import { readOperation, setsWalletKey } from '@quorate/verify'
import { keyFromHex } from './keys.ts'
import type { Request } from './request.ts'

/**
 * Whether a request's bytes contain the wallet's key at the time of the request, for example as the key of a new
 * account. After a change of owners, they would give that account to the former owners.
 */
export function setsOwnKey({ operation, payload, wallet, signing }: Request): boolean {
  const own = signing.accounts.find(({ account }) => account === wallet)
  if (operation !== 'operation' || wallet === null || !own) return false
  const read = readOperation(payload.operation, wallet)
  return 'name' in read && setsWalletKey(read, { walletId: wallet, walletKey: keyFromHex(own.key) })
}
