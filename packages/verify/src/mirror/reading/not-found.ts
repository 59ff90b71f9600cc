/**
 * Whether a mirror's error says, in the mirrors' format, that nothing exists at a path: 404, or 400 for an id that
 * cannot exist. A proxy in front of a mirror answers 404 for paths that it does not know, and a mirror answers 400 for
 * an invalid query. Neither means that something does not exist.
 */
export function isNotFound(path: string, status: number, answer: unknown): boolean {
  const { _status: said } = (answer ?? {}) as { _status?: { messages?: unknown } | null }
  const messages = said?.messages
  if (!Array.isArray(messages)) return false
  if (status === 404) return true
  const refused = JSON.stringify(messages).toLowerCase()
  return status === 400 && messages.length > 0 && !parametersOf(path).some((name) => refused.includes(name))
}

/** The parameters of the query, except ids such as `token.id`. */
const parametersOf = (path: string): string[] =>
  [...new URLSearchParams(path.split('?')[1]).keys()].filter((name) => !name.endsWith('.id'))
