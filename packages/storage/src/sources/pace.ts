/** The least pace at which content has to come from elsewhere. */
import { type Clock, createPace } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { contentTimeout } from '../errors.ts'
import { cidText } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'

/**
 * The bytes that a smaller block counts for: eight blocks within `IPFS_TIMEOUT` are fast enough, however small they
 * are.
 */
const PACED_BLOCK = limits.pinPace.value / 8

export interface PaceOptions {
  settings: { IPFS_TIMEOUT: number }
  clock: Clock
}

/**
 * What a walk calls after each block, with the bytes so far.
 *
 * @param before What has come in earlier turns, and how long these took.
 * @throws 504 `CONTENT_TIMEOUT` where the blocks together come too slowly or take too long, even if each comes within
 *     its own time: others wait for the place. The time that `onBytes` takes does not count for the pace
 */
export function atPace(
  cid: CID,
  { bytes, tookMs }: { bytes: number; tookMs: number },
  { settings: { IPFS_TIMEOUT: timeoutMs }, clock }: PaceOptions,
  onBytes: (total: number) => Promise<boolean>,
): (total: number) => Promise<boolean> {
  const pace = createPace(limits.pinPace.value, timeoutMs)
  const { value: mostMs } = limits.pinTime
  const until = clock.now() + mostMs - tookMs
  let before = bytes
  let since = performance.now()
  return async (total) => {
    if (clock.now() > until)
      throw contentTimeout(
        `${cidText(cid)} is not fetched within ${mostMs / 1000} seconds, ${total} bytes so far: pin parts of it, or pin it again when it comes faster`,
      )
    pace.waited(performance.now() - since)
    pace.passed(Math.max(total - before, PACED_BLOCK))
    if (pace.left() === 0) throw contentTimeout(`${cidText(cid)} comes too slowly: ${total} bytes so far`)
    before = total
    const isToGoOn = await onBytes(total)
    since = performance.now()
    return isToGoOn
  }
}
