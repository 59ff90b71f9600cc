/** Names of accounts in paths. */
import { keyFromText, keyToProto } from '@quorate/ledger'
import { base32upper } from 'multiformats/bases/base32'
import { Type } from 'typebox'

const PREFIX = '\\d{1,4}\\.\\d{1,5}\\.'
const BASE32 = '[A-Z2-7]{50,200}'
/** A public key in hex: the SDKs print it as the id of an account that they know only by its key. */
const DER = '30[0-9a-fA-F]{86,92}'

export const AccountName = Type.String({
  pattern: `^(${PREFIX}(\\d{1,19}|${BASE32}|${DER}|(0x)?[0-9a-fA-F]{40})|(0x)?[0-9a-fA-F]{40}|${BASE32}|${DER})$`,
  title: 'an account: its id, EVM address or alias',
  examples: ['0.0.1001'],
})

/**
 * The name in the mirror's form. The SDKs print an alias as `0.0.<public key in hex>` or `0.0.<EVM address>`. Mirrors
 * expect the key's protobuf message in base32, or the EVM address alone.
 */
export function mirrorName(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (/^(0x)?[0-9a-fA-F]{40}$/.test(last)) return last
  return /^30[0-9a-fA-F]{86,92}$/.test(last) ? base32upper.baseEncode(keyToProto(keyFromText(last))) : name
}
