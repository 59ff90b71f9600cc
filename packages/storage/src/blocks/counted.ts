import { limits } from '../limits.ts'

/**
 * What a block counts for in a quota, in bytes. There is a minimum, since a tiny block costs the file system and each
 * collection as much as any other.
 */
export const countedBytes = ({ length }: { length: number }): number => Math.max(limits.minBytesOfQuota.value, length)
