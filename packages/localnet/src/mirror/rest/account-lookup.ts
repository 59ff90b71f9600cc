import { base32upper } from 'multiformats/bases/base32'
import { longZeroNumber, parseId } from '#protocol/ids.ts'
import type { Account } from '#state/entities.ts'
import { invalidParameter, notFound } from './errors.ts'
import { type Row, select } from './page.ts'
import type { MirrorContext } from './route.ts'
import { versionAt } from './version.ts'

const EVM_ADDRESS = /^(?:0\.0\.|0\.)?(?:0x)?([0-9a-fA-F]{40})$/
/** Prefers the living account: a deleted account may have left its alias to another one. */
const LATEST = 'ORDER BY deleted, num DESC LIMIT 1'
const ALIAS = /^(?:0\.0\.|0\.)?([A-Z2-7]{50,})$/

/**
 * The account that a path names by id, EVM address or alias, now or as it was right after `moment` (nanoseconds).
 *
 * @throws 400 if the text is none of these, 404 if there is no such account
 */
export function findAccount(text: string, context: MirrorContext, moment?: bigint): Account {
  const current = rowOf(text, context)
  const row = current && moment !== undefined ? versionAt('account', current, moment, context) : current
  if (!row) throw notFound()
  return context.store.accounts.decode(row)
}

/**
 * The number of the account that an id, EVM address or alias names; undefined if there is no such account.
 *
 * @throws 400 as {@link findAccount}
 */
export function accountNumberOf(text: string, context: MirrorContext): number | undefined {
  const row = rowOf(text, context)
  return row && Number(row.num)
}

function rowOf(text: string, context: MirrorContext): Row | undefined {
  const address = EVM_ADDRESS.exec(text)?.[1]
  if (address) return byAddress(Buffer.from(address, 'hex'), context)
  const num = parseId(text)
  if (num !== undefined) return select(context, 'SELECT * FROM account WHERE num = ?', num)[0]
  const alias = ALIAS.exec(text)?.[1]
  if (!alias) throw invalidParameter('idOrAliasOrEvmAddress')
  return select(context, `SELECT * FROM account WHERE alias = ? ${LATEST}`, aliasBytes(alias))[0]
}

function aliasBytes(base32: string): Uint8Array {
  try {
    return base32upper.baseDecode(base32)
  } catch {
    throw invalidParameter('idOrAliasOrEvmAddress')
  }
}

function byAddress(address: Buffer, context: MirrorContext): Row | undefined {
  const num = longZeroNumber(address)
  if (num !== undefined) return select(context, 'SELECT * FROM account WHERE num = ?', num)[0]
  return select(context, `SELECT * FROM account WHERE evm_address = ? ${LATEST}`, address)[0]
}
