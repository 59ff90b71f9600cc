/**
 * Runs `work` on all items, in consecutive batches of `atOnce` items; returns the results in the items' order.
 *
 * @param onBatch called after each batch with the number of items done so far; an exception from it ends the work
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 8,
  onBatch?: (done: number) => void,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))))
    onBatch?.(results.length)
  }
  return results
}
