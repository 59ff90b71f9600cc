import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { findAccount, isIdOrAddress } from '#mirror/rest/lookups/account-lookup.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { longZeroAddress } from '#protocol/ids.ts'
import type { Account } from '#state/entities.ts'

export interface FoundContract {
  readonly account: Account
  /** The row of the contract's program. */
  readonly row: Row
}

/**
 * The contract that a path names by id or EVM address, now or as it was right after `moment` (nanoseconds).
 *
 * @throws 400 if the text is neither, 404 if there is no such contract
 */
export function findContract(text: string, context: MirrorContext, moment?: bigint): FoundContract {
  if (!isIdOrAddress(text)) throw invalidParameter('contractIdOrAddress')
  const account = findAccount(text, context, moment)
  const row = select(context, 'SELECT * FROM contract WHERE num = ?', account.num)[0]
  if (!row) throw notFound()
  return { account, row }
}

/** The EVM address of an account as the mirror writes it. */
export function evmAddressOf(num: number, context: MirrorContext): string {
  const row = select(context, 'SELECT evm_address FROM account WHERE num = ?', num)[0]
  const address = (row?.evm_address as Uint8Array | null | undefined) ?? longZeroAddress(num)
  return `0x${Buffer.from(address).toString('hex')}`
}
