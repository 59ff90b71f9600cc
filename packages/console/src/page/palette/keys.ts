/** The page's keyboard shortcuts, and whether the single-key one is enabled. */
import { useSyncExternalStore } from 'react'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
export const PALETTE_KEYS: readonly string[] = isMac ? ['⌘', 'K'] : ['Ctrl', 'K']

const STORED = 'quorate.help-key'
const listeners = new Set<() => void>()

/** Speech input can press single keys by mistake, so users can turn them off (WCAG 2.1.4). */
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
