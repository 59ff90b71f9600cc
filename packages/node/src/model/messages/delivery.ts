/** A person's settings for messages: channels and times. */
import { isWithin, nextLocal } from './local-times.ts'

export const channels = ['email', 'chat'] as const
export type Channel = (typeof channels)[number]

export interface Delivery {
  channels: Channel[]
  /** A time zone name of the IANA database. */
  timeZone: string
  /** `HH:MM`, when the daily e-mail is sent; null if each message is an e-mail of its own. */
  digestAt: string | null
  /** The hours without messages, each as `HH:MM`. */
  quiet: { from: string; to: string } | null
  /** Whether messages about something that ends within an hour are always sent immediately. */
  urgentAtOnce: boolean
}

/** For accounts without settings. */
export const AT_ONCE: Delivery = {
  channels: [...channels],
  timeZone: 'UTC',
  digestAt: null,
  quiet: null,
  urgentAtOnce: false,
}

/** Until when a message is held, in milliseconds; undefined if it is sent now. */
export function heldUntil(
  { timeZone, digestAt, quiet, urgentAtOnce }: Delivery,
  { channel, isUrgent }: { channel: Channel; isUrgent: boolean },
  now: number,
): number | undefined {
  if (isUrgent && urgentAtOnce) return undefined
  if (channel === 'email' && digestAt !== null) return nextLocal(now, timeZone, digestAt)
  if (quiet && isWithin(now, timeZone, quiet)) return nextLocal(now, timeZone, quiet.to)
  return undefined
}
