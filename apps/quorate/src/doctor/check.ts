/** The finding of a check, with advice if something is wrong. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'failed'
  found: string
  advice?: string
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })
export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'warning',
  found,
  advice,
})
export const failed = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'failed',
  found,
  advice,
})

/** If a name has several addresses and all refuse, Node's error has only a code. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String((error as { code?: unknown }).code ?? error.name) : String(error)
