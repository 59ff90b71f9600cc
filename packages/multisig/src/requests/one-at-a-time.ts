/**
 * Runs what counts the same thing one after the other. In the database they wait for each other, too, but there each that waits holds one of the
 * few connections, without which nothing else is answered.
 */
export type Turns = <R>(of: string, work: () => Promise<R>) => Promise<R>

export function createTurns(): Turns {
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
