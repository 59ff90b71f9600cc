/**
 * Runs work that counts the same thing one after the other. The database's locks do so, too, but there each change that
 * waits holds one of the few connections, which all other requests need.
 */
export type Turns = <R>(of: string, work: () => Promise<R>) => Promise<R>

export function createOneAtATime(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (of, work) => {
    const turn = (last.get(of) ?? Promise.resolve()).then(work)
    const ended = turn
      .catch(() => {})
      .finally(() => {
        if (last.get(of) === ended) last.delete(of)
      })
    last.set(of, ended)
    return turn
  }
}
