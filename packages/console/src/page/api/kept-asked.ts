/**
 * Keeps the requests that the user made in this tab over a reload. A request's bytes are compared with the
 * user's input, not with the service's statement.
 */
import type { Asked } from '@quorate/verify'

/** Raise the number if the form changes: the page may be newer after a reload. */
const STORED = 'quorate.asked.1'

let kept: Map<string, Asked> | undefined

const all = (): Map<string, Asked> => (kept ??= readAsked(sessionStorage.getItem(STORED)))

/** The key includes the account, so that one account does not see requests that another made in this tab. */
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
    // The browser's storage is full. The request stays in the page's memory.
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
