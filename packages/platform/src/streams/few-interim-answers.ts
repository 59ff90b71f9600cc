import type { ClientRequest } from 'node:http'
import { limits } from '../base/platform-limits.ts'

/**
 * Gives a request up whose server sends interim answers (1xx) without end: each is parsed as an answer of its own, and
 * many of them hold the event loop.
 */
export function inFewInterimAnswers(request: ClientRequest, giveUp: (why: string) => void): void {
  const { value: most } = limits.interimAnswers
  let count = 0
  request.on('information', () => {
    if (++count <= most) return
    giveUp(`more than ${most} interim answers`)
    request.destroy()
  })
}
