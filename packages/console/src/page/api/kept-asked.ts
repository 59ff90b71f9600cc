/**
 * Keeps the requests that the user made in this tab over a reload. A request's bytes are compared with these, and not
 * with what the service states.
 */
import type { Asked } from '@quorate/verify'

/** Raise the number if the form changes: the page may be newer after a reload. */
const STORED = 'quorate.asked.1'

let kept: Map<string, Asked> | undefined

const all = (): Map<string, Asked> => (kept ??= readAsked(sessionStorage.getItem(STORED)))

/** Another account that signs in here has not made these requests. */
const placeOf = (account: string, jobId: string): string => `${account} ${jobId}`

export const keptAsked = (account: string, jobId: string): Asked | undefined => all().get(placeOf(account, jobId))

export function rememberAsked(account: string, jobId: string, asked: Asked): void {
  all().set(placeOf(account, jobId), asked)
  store()
}

/** Forgets all of them, for example at a sign-out. */
export function forgetAsked(): void {
  all().clear()
  store()
}

function store(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...all()]))
  } catch {
    // The browser's space is used up. It stays in the page's memory.
  }
}

/** Reads what was stored; empty for any other text. */
export function readAsked(text: string | null): Map<string, Asked> {
  try {
    const read = JSON.parse(text ?? '[]')
    return new Map(Array.isArray(read) ? read : [])
  } catch {
    return new Map()
  }
}
