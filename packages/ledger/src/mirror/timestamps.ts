import { Type } from 'typebox'

/** `seconds.nanos` */
export const Timestamp = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{9}$' })

/** Of `seconds.nanos`. */
export const nanos = (timestamp: string): bigint => {
  const [seconds = '0', fraction = ''] = timestamp.split('.')
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
}
