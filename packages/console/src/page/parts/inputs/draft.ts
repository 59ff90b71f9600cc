/** Keeps form input over a reload, and restores it when the user returns with the browser's history. */
import { useLocation } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { keepParts, keptParts, type Parts } from '../../api/kept-drafts.ts'
import { useMe } from '../../api/session.tsx'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry of the history at which a form with several steps began. */
    begun?: string
    /** The step of such a form, from 0. */
    step?: number
  }
}

export interface Draft {
  /** Whether it was filled before this visit. */
  wasFilled: boolean
  /** Whether some of it may have been sent before this visit. */
  wasSent: boolean
  parts(): Parts
  /** Forgets the part if its value is undefined. */
  keep(name: string, value: unknown): void
  /** Forgets it, for example once it was sent. */
  clear(): void
}

/**
 * The draft of a form on this entry of the history. Another visit to the same screen begins with an empty form.
 *
 * @param form Tells forms on one screen apart
 */
export function useDraft(form: string): Draft {
  const account = useMe()
  const entry = useLocation({ select: ({ state }) => state.begun ?? state.__TSR_key })
  const [draft] = useState((): Draft => {
    // An entry of the history without a key was not made by this page, so its draft could not be found again.
    const place = entry === undefined ? undefined : `${account} ${entry} ${form}`
    let parts: Parts = place === undefined ? {} : keptParts(place)
    const keep = (now: Parts) => {
      parts = now
      if (place !== undefined) keepParts(place, parts)
    }
    return {
      wasFilled: Object.keys(parts).length > 0,
      wasSent: parts.sent !== undefined || parts.made !== undefined,
      parts: () => parts,
      keep: (name, value) => {
        const { [name]: _, ...others } = parts
        keep(value === undefined ? others : { ...others, [name]: value })
      },
      clear: () => keep({}),
    }
  })
  return draft
}

/** A state that the draft keeps once it changes. */
export function useDraftState<T>(draft: Draft, name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => (draft.parts()[name] as T | undefined) ?? initial)
  const [empty] = useState(() => initial)
  const kept = useRef(value)
  useEffect(() => {
    if (kept.current === value) return
    kept.current = value
    draft.keep(name, value === empty ? undefined : value)
  }, [draft, name, value, empty])
  return [value, setValue]
}
