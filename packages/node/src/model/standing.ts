/** How far another node is trusted: an exponentially weighted mean of its answers. The functions are pure. */

export interface Standing {
  /** 0 to 100; undefined before the first probe. */
  score: number | undefined
  /** How many probes in a row have failed. */
  failures: number
  live: boolean
  /** The time of the last genuine answer, milliseconds; undefined before the first. */
  answeredAt: number | undefined
}

export const unknown: Standing = { score: undefined, failures: 0, live: false, answeredAt: undefined }

/** The weight of the newest probe in the mean. */
const WEIGHT = 0.2
/** The part of the score (of 100) that any answer earns; the rest is for agreeing with what this node sees. */
const FOR_ANSWERING = 60
/** A node is no longer live after this many failed probes in a row. A single one may be lost on the way. */
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
 * The part (0 to 1) of the members known to both nodes, without those in `but`, that both see as live or both see as
 * gone.
 */
export function agreementOf(ours: Record<string, boolean>, theirs: Record<string, boolean>, but: string[]): number {
  const common = Object.keys(ours).filter((id) => Object.hasOwn(theirs, id) && !but.includes(id))
  if (common.length === 0) return 1
  return common.filter((id) => ours[id] === theirs[id]).length / common.length
}
