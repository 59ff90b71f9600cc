/** What a check found. Each says what to do where something is in the way. */
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

/** Of several addresses of a name that all refuse, Node tells the code alone. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String((error as { code?: unknown }).code ?? error.name) : String(error)
