/**
 * A decoded message without the fields that have their default value, so that messages with the same meaning have the
 * same bytes. protobufjs keeps and writes such fields; the network's encoders do not.
 */
export function canonical<T extends object>(message: T): T {
  const defaults = Object.getPrototypeOf(message) as Record<string, unknown>
  const result = Object.create(defaults) as Record<string, unknown>
  for (const [field, value] of Object.entries(message))
    if (!isDefault(value, defaults[field])) result[field] = canonicalValue(value)
  return result as T
}

function canonicalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalValue)
  const isMessage = typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && !isLong(value)
  return isMessage ? canonical(value) : value
}

/** Members of a oneof have no default, because their presence says which one is given. */
function isDefault(value: unknown, standard: unknown): boolean {
  if (standard == null) return value === standard
  if (value instanceof Uint8Array) return value.length === 0
  if (isLong(value) && isLong(standard)) return value.low === standard.low && value.high === standard.high
  return value === standard
}

const isLong = (value: unknown): value is { low: number; high: number } =>
  typeof value === 'object' && value !== null && 'low' in value && 'high' in value
