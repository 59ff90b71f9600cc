import { limits } from '../limits.ts'

/** What a block counts for in a quota: a file system, and each collection, have as much to do with an empty one. */
export const countedBytes = ({ length }: Uint8Array): number => Math.max(limits.minBytesOfQuota.value, length)
