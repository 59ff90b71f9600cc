/**
 * Keeps what is typed into forms in this tab until it is sent, so that a reload or the browser's Back does not empty a
 * form. Keys, codes and other secrets are never kept.
 */

/** The parts of a form by name: data that JSON carries, and amounts as `bigint`. */
export type Parts = Readonly<Record<string, unknown>>

/** Raise the number if the parts of a form change: the page may be newer after a reload. */
const STORED = 'quorate.drafts.3'
/** Forms of older entries of the history are forgotten. */
const MOST = 20

let drafts: Map<string, Parts> | undefined

const all = (): Map<string, Parts> => (drafts ??= readDrafts(sessionStorage.getItem(STORED)))

/** The parts that were kept for a form; none if it was not filled, or was sent. */
export const keptParts = (form: string): Parts => all().get(form) ?? {}

/** Keeps the parts of a form; without parts, forgets it. */
export function keepParts(form: string, parts: Parts): void {
  const kept = all()
  kept.delete(form)
  if (Object.keys(parts).length > 0) kept.set(form, parts)
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST))) kept.delete(oldest)
  store()
}

/** Forgets all forms, for example at a sign-out. */
export function forgetDrafts(): void {
  all().clear()
  store()
}

function store(): void {
  try {
    sessionStorage.setItem(STORED, writtenDrafts(all()))
  } catch {
    // The browser's storage is full. The text stays in the page's memory.
  }
}

const UNITS = '$units'

export const writtenDrafts = (kept: ReadonlyMap<string, Parts>): string =>
  JSON.stringify([...kept], (_, value) => (typeof value === 'bigint' ? { [UNITS]: String(value) } : value))

/** Reads what {@link writtenDrafts} wrote; empty for any other text. */
export function readDrafts(text: string | null): Map<string, Parts> {
  try {
    const read = JSON.parse(text ?? '[]', (_, value) =>
      typeof value?.[UNITS] === 'string' ? BigInt(value[UNITS]) : value,
    )
    return new Map(Array.isArray(read) ? read : [])
  } catch {
    return new Map()
  }
}
