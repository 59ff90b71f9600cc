/** The network keys that the user has accepted in this browser for secret votes, for this origin. */
const STORED = 'quorate.network-keys'
/** The maximum number of keys that are kept for one service and chain. */
const MOST = 20

/** The governance service that shows proposals, and the chain. */
export interface VotingPlace {
  governanceUrl: string
  chain: string
}

type Kept = Readonly<Record<string, readonly string[]>>

const placeOf = ({ governanceUrl, chain }: VotingPlace): string => `${chain} ${governanceUrl}`

/** Reads the stored record; undefined if the text is not one. */
export function networkKeysIn(text: string | null): Kept | undefined {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.values(value).every(isKeys) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/**
 * The keys that were accepted for the place. If the record is damaged, returns a list that matches no key, so that no
 * key counts as accepted, and the vote does not count as a first one.
 */
export function acceptedKeys(place: VotingPlace): readonly string[] {
  const kept = networkKeysIn(localStorage.getItem(STORED))
  return kept ? (kept[placeOf(place)] ?? []) : ['']
}

/** Accepts a key for the place from now on. */
export function acceptKey(place: VotingPlace, networkKey: string): void {
  const kept = networkKeysIn(localStorage.getItem(STORED)) ?? {}
  const accepted = kept[placeOf(place)] ?? []
  if (accepted.includes(networkKey)) return
  const keys = [...accepted, networkKey].slice(-MOST)
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...kept, [placeOf(place)]: keys }))
  } catch {
    // The browser stores nothing for the page, so each vote counts as a first one.
  }
}
