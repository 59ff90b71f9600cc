declare global {
  interface JSON {
    /** A JSON text that is put into the output as it is (ECMAScript proposal json-parse-with-source). */
    rawJSON(text: string): unknown
  }
}

/** A plain-text answer instead of JSON. */
export class PlainText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An answer that is a JSON text already. */
export class Rendered {
  readonly text: string

  /** `members` are JSON texts, added after the members of `fields`. */
  constructor(fields: object, members: Readonly<Record<string, string>>) {
    const own = JSON.stringify(fields).slice(1, -1)
    const added = Object.entries(members).map(([name, text]) => `"${name}":${text}`)
    this.text = `{${[...(own ? [own] : []), ...added].join(',')}}`
  }
}

/** A 64-bit integer as an exact JSON number. */
export function int64Json(value: bigint): unknown {
  const isSafe = value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
  return isSafe ? Number(value) : JSON.rawJSON(String(value))
}

/** `0x` and hex, or null. */
export function hexJson(bytes: Uint8Array | null): string | null {
  return bytes ? `0x${Buffer.from(bytes).toString('hex')}` : null
}

/** The JSON text of a value, which may be {@link Rendered}, or a list that begins with such a value. */
export function jsonText(value: unknown): string {
  if (value instanceof Rendered) return value.text
  return Array.isArray(value) && value[0] instanceof Rendered
    ? `[${value.map(jsonText).join(',')}]`
    : JSON.stringify(value)
}
