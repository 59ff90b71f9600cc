/**
 * Does the work on all items, `atOnce` of them at a time, each batch after the one before; returns the results in the
 * items' order.
 *
 * @param onBatch called after each batch with the number of items that are done; what it throws ends the work
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
