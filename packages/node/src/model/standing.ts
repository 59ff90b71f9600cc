/** How much another node is trusted: an exponentially weighted mean of its answers. The functions are pure. */

export interface Standing {
  /** 0 to 100; undefined before the first probe. */
  score: number | undefined
  /** How many probes in a row have failed. */
  failures: number
  live: boolean
  /** When the last genuine answer came, in milliseconds; undefined before the first one. */
  answeredAt: number | undefined
}

export const unknown: Standing = { score: undefined, failures: 0, live: false, answeredAt: undefined }

/** The weight of the newest probe in the mean. */
const WEIGHT = 0.2
/** How much of the score (of 100) any answer earns; agreement with what this node sees earns the rest. */
const FOR_ANSWERING = 60
/** How many failed probes in a row end `live`. A single probe may get lost on the way. */
const GONE_AFTER = 2

/** The standing after a probe at `at` (milliseconds). `agreement` is 0 to 1, or undefined without a genuine answer. */
export function afterProbe(before: Standing, agreement: number | undefined, at: number): Standing {
  const sample = agreement === undefined ? 0 : FOR_ANSWERING + (100 - FOR_ANSWERING) * agreement
  const score = before.score === undefined ? sample : before.score + WEIGHT * (sample - before.score)
  const failures = agreement === undefined ? before.failures + 1 : 0
  const live = failures === 0 || (before.live && failures < GONE_AFTER)
  return { score, failures, live, answeredAt: agreement === undefined ? before.answeredAt : at }
}

/**
 * The share (0 to 1) of members on which both nodes agree that they are live or gone. Counts members that both know,
 * without those in `but`.
 */
export function agreementOf(ours: Record<string, boolean>, theirs: Record<string, boolean>, but: string[]): number {
  const common = Object.keys(ours).filter((id) => Object.hasOwn(theirs, id) && !but.includes(id))
  if (common.length === 0) return 1
  return common.filter((id) => ours[id] === theirs[id]).length / common.length
}
