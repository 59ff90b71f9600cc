// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read by its paths.
type Json = any

/** The description of an API with every reference replaced by its target. No schema here contains itself. */
export function inlined(document: Json, value: Json = document): Json {
  if (Array.isArray(value)) return value.map((item) => inlined(document, item))
  if (typeof value !== 'object' || value === null) return value
  const { $ref: reference, ...rest } = value
  const found =
    typeof reference === 'string' && reference.startsWith('#/components/')
      ? { ...at(document, reference), ...rest }
      : value
  return Object.fromEntries(
    Object.entries(found)
      .filter(([name]) => value !== document || name !== 'components')
      .map(([name, item]) => [name, inlined(document, item)]),
  )
}

const at = (document: Json, reference: string): Json =>
  reference
    .slice(2)
    .split('/')
    .reduce((found: Json, step) => found?.[step], document)
