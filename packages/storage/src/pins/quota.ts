import { ApiError, tooLarge } from '@quorate/platform'
import type { Settings } from '../settings.ts'

type Quota = Pick<Settings, 'STORAGE_QUOTA_BYTES'>

/** More than any drive has; twice as much is still a whole number. */
const NO_QUOTA = 2 ** 52

/** In bytes. */
export const quotaOf = ({ STORAGE_QUOTA_BYTES }: Quota): number => STORAGE_QUOTA_BYTES || NO_QUOTA

export const overQuota = ({ STORAGE_QUOTA_BYTES }: Quota): ApiError =>
  tooLarge(
    'QUOTA_EXCEEDED',
    `This would be more than the ${STORAGE_QUOTA_BYTES} bytes that one wallet may pin: unpin something`,
  )

/** 507: nobody's quota, but the drive of `DATA_DIR`. */
export const driveFull = (cause: unknown): ApiError =>
  new ApiError(507, 'STORAGE_FULL', 'The drive of the content node is full: nothing of this file was kept', { cause })
