/** Returns how often `work` ends per second, with `atOnce` calls in progress. */
export async function perSecond(
  work: () => Promise<unknown> | unknown,
  atOnce: number,
  seconds: number,
): Promise<number> {
  const run = async (until: number): Promise<number> => {
    let done = 0
    while (performance.now() < until) {
      await work()
      done++
    }
    return done
  }
  const all = async (ms: number) => {
    const started = performance.now()
    const counts = await Promise.all(Array.from({ length: atOnce }, () => run(started + ms)))
    return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
  }
  await all(seconds * 250)
  return all(seconds * 1000)
}

/** @param runs An odd number */
export async function median(runs: number, work: () => Promise<number>): Promise<number> {
  const found: number[] = []
  for (let run = 0; run < runs; run++) found.push(await work())
  return found.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}
