import { type ApiError, tooLarge } from '@quorate/platform'
import { limits } from '../limits.ts'
import type { Settings } from '../settings.ts'
import type { PinOwner } from './owner.ts'

/** The limits on what one owner may pin. */
export interface Quota {
  bytes: number
  pins: number
}

/** More bytes than any drive has; twice as many are still a safe integer. */
export const NO_QUOTA = 2 ** 52

/**
 * Returns the quota of an owner. Service accounts have none: they store content for others, and the service itself
 * limits those.
 *
 * @param known Service accounts in addition to those in the settings.
 */
export function createQuotas(
  { STORAGE_QUOTA_BYTES, STORAGE_SERVICE_ACCOUNTS }: Pick<Settings, 'STORAGE_QUOTA_BYTES' | 'STORAGE_SERVICE_ACCOUNTS'>,
  known: readonly PinOwner[],
): (owner: PinOwner) => Quota {
  const services = new Set([...STORAGE_SERVICE_ACCOUNTS, ...known.map(nameOf)])
  const unlimited: Quota = { bytes: NO_QUOTA, pins: Number.POSITIVE_INFINITY }
  return (owner) =>
    services.has(nameOf(owner)) ? unlimited : { bytes: STORAGE_QUOTA_BYTES || NO_QUOTA, pins: limits.maxPins.value }
}

const nameOf = ({ chain, owner }: PinOwner): string => `${chain}:${owner}`

/**
 * The bytes that a block counts for in a quota. There is a minimum, since a tiny block costs the file system and each
 * collection as much as any other.
 */
export const quotaBytes = ({ length }: { length: number }): number => Math.max(limits.minBytesOfQuota.value, length)

/** 413 */
export const overQuota = ({ bytes }: Quota): ApiError =>
  tooLarge('QUOTA_EXCEEDED', `This would be more than the ${bytes} bytes that one wallet may pin: unpin something`)
