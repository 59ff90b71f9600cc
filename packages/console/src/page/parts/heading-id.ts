/** The id of a heading as GitHub makes it. The same heading again gets a number. */
export function idOf(text: string, given: Map<string, number>): string {
  const id = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-')
  const count = given.get(id) ?? 0
  given.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}
