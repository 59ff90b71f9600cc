/** How many reads of the mirror one request has under way at once. */
const AT_ONCE = 8

/** `Promise.all` over `items`, a few at a time. */
export async function mapFew<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(read))))
  return results
}
