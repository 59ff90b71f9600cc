import { type Static, Type } from 'typebox'

/**
 * An object whose members may have any names. (`Type.Record(Type.String(), value)` is the pattern `^.*$`, which no name
 * with U+2028 or U+2029 matches: answers would omit such members, and requests would not check them.)
 */
export const AnyNames = <Value extends Type.TSchema>(value: Value, options: Type.TObjectOptions = {}) =>
  Type.Unsafe<Record<string, Static<Value>>>(Type.Object({}, { ...options, additionalProperties: value }))
