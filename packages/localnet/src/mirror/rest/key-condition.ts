import { keyFromProto } from '#protocol/keys.ts'
import { invalidParameter } from './errors.ts'
import type { Condition, Parameters } from './parameters.ts'

const PUBLIC_KEY =
  /^(?:eq:)?(?:0x)?(?:302a300506032b6570032100|302d300706052b8104000a032200)?([0-9a-f]{64}|0[23][0-9a-f]{64})$/i

/**
 * Matches rows whose `column` holds this single key, or a key list or threshold key with only this key. The Mirror
 * Node's importer also unwraps such keys (`Utility.getPublicKey`). `text` is the key in hex, raw or as DER.
 */
export function keyCondition(column: string, text: string, parameter: string): Condition {
  const raw = PUBLIC_KEY.exec(text)?.[1]
  if (!raw) throw invalidParameter(parameter)
  const bytes = Buffer.from(raw, 'hex')
  const key = bytes.length === 32 ? { ed25519: bytes } : { ECDSASecp256k1: bytes }
  const keys = { keys: [key] }
  const forms = [key, { keyList: keys }, { thresholdKey: { threshold: 1, keys } }]
  return { sql: `${column} IN (?, ?, ?)`, values: forms.map((form) => keyFromProto(form).encoded) }
}

/**
 * Matches accounts with each of the keys in `account.publickey`. An index finds those with the first key; the other
 * keys are filters.
 */
export function keyConditionsOf(query: Parameters): { along: Condition[]; filters: Condition[] } {
  const keys = query.all('account.publickey').map((text) => keyCondition('key', text, 'account.publickey'))
  return { along: keys.slice(0, 1), filters: keys.slice(1) }
}
