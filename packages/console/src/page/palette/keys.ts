/** The keys of the page, and whether the one that stands alone is used. */
import { useSyncExternalStore } from 'react'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
export const PALETTE_KEYS: readonly string[] = isMac ? ['⌘', 'K'] : ['Ctrl', 'K']

const STORED = 'quorate.help-key'
const listeners = new Set<() => void>()

/** Speech input presses single keys by mistake: they can be turned off (WCAG 2.1.4). */
export const useHelpKey = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localStorage.getItem(STORED) !== 'off',
  )

export function setHelpKey(isOn: boolean): void {
  localStorage.setItem(STORED, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}
