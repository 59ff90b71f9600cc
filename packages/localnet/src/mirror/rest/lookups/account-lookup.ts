import { base32upper } from 'multiformats/bases/base32'
import { longZeroNumber, parseId } from '#protocol/ids.ts'
import { keyFromProto } from '#protocol/keys.ts'
import type { Account } from '#state/entities.ts'
import { invalidParameter, notFound } from '../errors.ts'
import { type Row, select } from '../page.ts'
import type { MirrorContext } from '../route.ts'
import { versionAt } from '../version.ts'

const EVM_ADDRESS = /^(?:0\.0\.|0\.)?(?:0x)?([0-9a-fA-F]{40})$/
/** Prefers the living account: a deleted account may have left its alias to another one. */
const LATEST = 'ORDER BY deleted, num DESC LIMIT 1'
/** Base32 of an encoded key, or of the 20 bytes of an EVM address that is the account's alias. */
const ALIAS = /^(?:0\.0\.|0\.)?([A-Z2-7]{32}|[A-Z2-7]{50,})$/
const ADDRESS_BYTES = 20
/** A public key in DER, as SDKs print an alias. The Mirror Node accepts only base32. */
const DER_ALIAS =
  /^(?:0\.0\.|0\.)?(?:302a300506032b6570032100([0-9a-f]{64})|302d300706052b8104000a032200(0[23][0-9a-f]{64}))$/

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
  const alias = aliasIn(text)
  if (!alias) throw invalidParameter('idOrAliasOrEvmAddress')
  if (alias.length === ADDRESS_BYTES) return byAddress(Buffer.from(alias), context)
  return select(context, `SELECT * FROM account WHERE alias = ? ${LATEST}`, alias)[0]
}

/** Says whether a text is an id or an EVM address, not an alias. */
export const isIdOrAddress = (text: string): boolean => EVM_ADDRESS.test(text) || parseId(text) !== undefined

/** The encoded key or EVM address in an alias; undefined if the text is not an alias. */
function aliasIn(text: string): Uint8Array | undefined {
  const [, ed25519, secp256k1] = DER_ALIAS.exec(text) ?? []
  if (ed25519) return keyFromProto({ ed25519: Buffer.from(ed25519, 'hex') }).encoded
  if (secp256k1) return keyFromProto({ ECDSASecp256k1: Buffer.from(secp256k1, 'hex') }).encoded
  const base32 = ALIAS.exec(text)?.[1]
  try {
    return base32 === undefined ? undefined : base32upper.baseDecode(base32)
  } catch {
    return undefined
  }
}

function byAddress(address: Buffer, context: MirrorContext): Row | undefined {
  const num = longZeroNumber(address)
  if (num !== undefined) return select(context, 'SELECT * FROM account WHERE num = ?', num)[0]
  return select(context, `SELECT * FROM account WHERE evm_address = ? ${LATEST}`, address)[0]
}
