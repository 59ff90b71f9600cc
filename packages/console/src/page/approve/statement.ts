import type { Key } from '@quorate/verify'

/** One line of the summary. */
export interface Statement {
  label: string
  /** The id of an account or a token, if the value is one. */
  id?: string
  text?: string
  /** ISO 8601, or seconds if the value is out of range for a date. */
  time?: string
  /** In tinybars, or in the smallest unit of `token`. */
  amount?: bigint
  token?: string
  /** A key whose parts are shown one by one. */
  key?: Key
}
