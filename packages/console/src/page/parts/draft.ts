/** What is typed into a form, kept for each entry of the browser's history, so that Back does not lose it. */
import { useLocation } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useMe } from '../api/session.tsx'

/** The parts of a form by name. */
export type Draft = Map<string, unknown>

/** By account and entry of the history: another visit to the same screen begins with an empty form. */
const drafts = new Map<string, Draft>()

/** The draft of the form on this entry of the history. It is kept in this tab's memory alone; clear it once sent. */
export function useDraft(): Draft {
  const account = useMe()
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const [draft] = useState(() => {
    if (entry === undefined) return new Map<string, unknown>()
    const place = `${account} ${entry}`
    const kept = drafts.get(place) ?? new Map<string, unknown>()
    drafts.set(place, kept)
    return kept
  })
  return draft
}

/** A state that the draft keeps. */
export function useDraftState<T>(draft: Draft, name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(draft.has(name) ? (draft.get(name) as T) : initial)
  useEffect(() => {
    draft.set(name, value)
  }, [draft, name, value])
  return [value, setValue]
}
