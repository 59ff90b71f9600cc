/** The network keys that the user has accepted in this browser for secret votes, for this origin. */
const STORED = 'quorate.network-keys'
/** The maximum number of keys that are kept for one service and chain. */
const MOST = 20

/** The governance service that shows proposals, and the chain. */
export interface VotingPlace {
  governanceUrl: string
  chain: string
}

export interface AcceptedKey {
  key: string
  /** When it was accepted, in ISO 8601; null for keys that earlier versions of the page stored. */
  since: string | null
}

type Kept = Readonly<Record<string, readonly AcceptedKey[]>>

const placeOf = ({ governanceUrl, chain }: VotingPlace): string => `${chain} ${governanceUrl}`

/** Reads the stored record; undefined if the text is not one. */
export function networkKeysIn(text: string | null): Kept | undefined {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const places = Object.entries(value).map(([place, keys]) => [place, keysIn(keys)] as const)
    return places.every(([, keys]) => keys) ? Object.fromEntries(places as [string, AcceptedKey[]][]) : undefined
  } catch {
    return undefined
  }
}

function keysIn(value: unknown): AcceptedKey[] | undefined {
  if (!Array.isArray(value)) return undefined
  const keys = value.map(keyIn)
  return keys.every((one) => one !== undefined) ? keys : undefined
}

function keyIn(value: unknown): AcceptedKey | undefined {
  if (typeof value === 'string') return { key: value, since: null }
  if (typeof value !== 'object' || value === null || !('key' in value) || !('since' in value)) return undefined
  const { key, since } = value
  if (typeof key !== 'string' || !(since === null || typeof since === 'string')) return undefined
  return { key, since: since === null || Number.isNaN(Date.parse(since)) ? null : since }
}

const kept = (): Kept | undefined => networkKeysIn(localStorage.getItem(STORED))

/**
 * The keys that were accepted for the place. If the record is damaged, returns a list that matches no key, so that no
 * key counts as accepted, and the vote does not count as a first one.
 */
export function acceptedKeys(place: VotingPlace): readonly string[] {
  const all = kept()
  return all ? (all[placeOf(place)] ?? []).map(({ key }) => key) : ['']
}

/** The keys that were accepted for the place, with their times; undefined if the record is damaged. */
export function acceptedSince(place: VotingPlace): readonly AcceptedKey[] | undefined {
  const all = kept()
  return all && (all[placeOf(place)] ?? [])
}

/**
 * Accepts a key for the place from now on.
 *
 * @param now in milliseconds
 */
export function acceptKey(place: VotingPlace, networkKey: string, now: number): void {
  const all = kept() ?? {}
  const accepted = all[placeOf(place)] ?? []
  if (accepted.some(({ key }) => key === networkKey)) return
  const keys = [...accepted, { key: networkKey, since: new Date(now).toISOString() }].slice(-MOST)
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...all, [placeOf(place)]: keys }))
  } catch {
    // The browser stores nothing for the page, so each vote counts as a first one.
  }
}

/** Forgets a key, or with a damaged record all keys of all places. */
export function forgetKey(place: VotingPlace, networkKey: string): void {
  const all = kept()
  if (all === undefined) localStorage.removeItem(STORED)
  else {
    const left = (all[placeOf(place)] ?? []).filter(({ key }) => key !== networkKey)
    localStorage.setItem(STORED, JSON.stringify({ ...all, [placeOf(place)]: left }))
  }
}
