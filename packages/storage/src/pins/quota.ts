import { ApiError, tooLarge } from '@quorate/platform'
import { STORAGE_FULL } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Quota } from '../service.ts'
import type { Settings } from '../settings.ts'
import type { PinOwner } from '../store/store.ts'

/** More bytes than any drive has; twice as many are still a safe integer. */
export const NO_QUOTA = 2 ** 52

/**
 * What an owner may pin. Accounts of services have no limit: they store content of others, whom the service limits
 * itself.
 *
 * @param known Accounts of services beside those in the settings.
 */
export function createQuotas(
  { STORAGE_QUOTA_BYTES, STORAGE_SERVICE_ACCOUNTS }: Pick<Settings, 'STORAGE_QUOTA_BYTES' | 'STORAGE_SERVICE_ACCOUNTS'>,
  known: readonly PinOwner[],
): (owner: PinOwner) => Quota {
  const services = new Set([...STORAGE_SERVICE_ACCOUNTS, ...known.map(nameOf)])
  const unlimited: Quota = { bytes: NO_QUOTA, pins: Number.POSITIVE_INFINITY, sharesDrive: false }
  return (owner) =>
    services.has(nameOf(owner))
      ? unlimited
      : { bytes: STORAGE_QUOTA_BYTES || NO_QUOTA, pins: limits.maxPins.value, sharesDrive: true }
}

const nameOf = ({ chain, owner }: PinOwner): string => `${chain}:${owner}`

export const overQuota = ({ bytes }: Quota): ApiError =>
  tooLarge('QUOTA_EXCEEDED', `This would be more than the ${bytes} bytes that one wallet may pin: unpin something`)

/**
 * Whether one wallet may have `own` bytes on a drive where `free` bytes are left above the reserve.
 *
 * A percentage of what is left never ends, but leaves next to nothing after many wallets. So a fixed part is kept for
 * those that have little.
 */
export function isWithinShare(own: number, free: number): boolean {
  if (own <= limits.sureOfDrive.value) return true
  const open = free - limits.keptOfDrive.value
  return own <= (limits.shareOfDrive.value / 100) * (open + own)
}

/**
 * 507: the wallet has its share of the drive. The message does not say how much that is: it would tell what others
 * store.
 */
export const overShare = (): ApiError =>
  new ApiError(
    507,
    'STORAGE_SHARE_EXCEEDED',
    `The drive of the content node has little room left: beyond ${limits.sureOfDrive.value} bytes, one wallet may have ${limits.shareOfDrive.value} % of what others leave. Nothing of this was kept: unpin something, or ask again when there is more room`,
  )

/** 507: the drive of `DATA_DIR` is full; no wallet's quota is. */
export const driveFull = (cause: unknown): ApiError =>
  new ApiError(507, STORAGE_FULL, 'The drive of the content node is full: nothing of this file was kept', { cause })
