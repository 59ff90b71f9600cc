import { keyToSdk } from '@quorate/ledger'
import { type Key, keyFromMirror, leaves } from '@quorate/verify'

type MirrorKey = { _type?: string; key: string } | null

const read = (key: MirrorKey): Key | null => (key ? keyFromMirror({ _type: key._type ?? '', key: key.key }) : null)

/**
 * A key as text: a leaf key as DER in hex, a list or threshold key as the JSON of `{threshold?, key[]}`; null for a
 * contract key or no key.
 */
export function keyText(key: MirrorKey): string | null {
  const form = formOf(read(key))
  return form === null || typeof form === 'string' ? form : JSON.stringify(form)
}

type Form = string | { threshold?: number; key: Form[] }

function formOf(key: Key | null): Form | null {
  if (!key || key.type === 'contract') return null
  if (key.type !== 'list' && key.type !== 'threshold') return keyToSdk(key).toString()
  const parts = key.keys.map(formOf).filter((form) => form !== null)
  return key.type === 'threshold' ? { threshold: key.threshold, key: parts } : { key: parts }
}

/** All leaf keys of a key, as DER in hex. */
export function keyTexts(key: MirrorKey): string[] {
  const found = read(key)
  return found ? leaves(found).map((leaf) => keyToSdk(leaf).toString()) : []
}
