import type { BodyCase } from '#protocol/envelope.ts'

/** Operations that share a rate, in thousandths of an operation per second. */
interface Group {
  readonly milliOpsPerSec: bigint
  readonly operations: readonly BodyCase[]
}

/** Groups of operations that share a limit. Each operation uses part of what the rates let through in a burst. */
interface Bucket {
  readonly burstMs: bigint
  readonly groups: readonly Group[]
}

/** The throttles of the public network (genesis/throttles.json), as far as they apply to scheduled transactions. */
const BUCKETS: readonly Bucket[] = [
  {
    burstMs: 15_000n,
    groups: [
      {
        milliOpsPerSec: 10_500_000n,
        operations: [
          'consensusSubmitMessage',
          'cryptoApproveAllowance',
          'cryptoCreateAccount',
          'cryptoTransfer',
          'cryptoUpdateAccount',
          'nodeCreate',
          'nodeDelete',
          'nodeUpdate',
          'registeredNodeCreate',
          'registeredNodeDelete',
          'registeredNodeUpdate',
        ],
      },
      { milliOpsPerSec: 13_000n, operations: ['fileUpdate'] },
      { milliOpsPerSec: 125_000n, operations: ['tokenMint'] },
      { milliOpsPerSec: 3_000_000n, operations: ['tokenBurn', 'tokenCreation', 'tokenUpdate'] },
    ],
  },
  { burstMs: 3_000n, groups: [{ milliOpsPerSec: 10_000n, operations: ['fileUpdate'] }] },
  {
    burstMs: 15_000n,
    groups: [
      { milliOpsPerSec: 2_000n, operations: ['cryptoCreateAccount', 'nodeCreate'] },
      { milliOpsPerSec: 100_000n, operations: ['tokenCreation'] },
    ],
  },
]

/** scheduling.schedulableCapacityFraction is 1:10. */
const CAPACITY_SPLIT = 10n
/** A common multiple of all rates above, so that the uses of a bucket are whole numbers. */
const UNITS = 273_000_000n
/**
 * Says whether one more transaction fits into a second that already has `scheduled` ones. Each second has a tenth of
 * what the network lets through in a burst (`ScheduleCreateHandler.upToDateThrottle`).
 */
export function hasCapacity(operation: BodyCase, scheduled: ReadonlyMap<BodyCase, number>): boolean {
  const after = new Map([...scheduled, [operation, (scheduled.get(operation) ?? 0) + 1]])
  return BUCKETS.filter(({ groups }) => groups.some(({ operations }) => operations.includes(operation))).every(
    (bucket) => used(bucket, after) <= (UNITS * bucket.burstMs) / CAPACITY_SPLIT,
  )
}

const MILLIS_SQUARED = 1_000_000n

/** The amount that the operations use of a bucket, in units of a millisecond. */
function used({ groups }: Bucket, counts: ReadonlyMap<BodyCase, number>): bigint {
  return groups.reduce((sum, { milliOpsPerSec, operations }) => {
    const count = operations.reduce((total, operation) => total + (counts.get(operation) ?? 0), 0)
    return sum + BigInt(count) * ((UNITS * MILLIS_SQUARED) / milliOpsPerSec)
  }, 0n)
}
