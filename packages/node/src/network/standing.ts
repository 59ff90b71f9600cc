/** How far another node is trusted: an exponentially weighted mean of how it answered. Pure. */

export interface Standing {
  /** 0 to 100; undefined before the first probe. */
  score: number | undefined
  /** Probes that failed since the last that did not. */
  failures: number
  live: boolean
  /** Milliseconds, of the last probe. */
  at: number | undefined
}

export const unknown: Standing = { score: undefined, failures: 0, live: false, at: undefined }

/** What the newest probe counts. */
const WEIGHT = 0.2
/** Of a node that answers; the rest is for agreeing with what we see. */
const FOR_ANSWERING = 60
/** So many probes fail before a node counts as gone: one may be lost on its way. */
const GONE_AFTER = 2

/** `agreement` from 0 to 1, of a genuine answer; undefined where there was none. */
export function afterProbe(before: Standing, agreement: number | undefined, at: number): Standing {
  const sample = agreement === undefined ? 0 : FOR_ANSWERING + (100 - FOR_ANSWERING) * agreement
  const score = before.score === undefined ? sample : before.score + WEIGHT * (sample - before.score)
  const failures = agreement === undefined ? before.failures + 1 : 0
  return { score, failures, live: failures === 0 || (before.live && failures < GONE_AFTER), at }
}

/** The part of the members that both know of whom both say the same. */
export function agreementOf(ours: Record<string, boolean>, theirs: Record<string, boolean>, but: string[]): number {
  const common = Object.keys(ours).filter((id) => Object.hasOwn(theirs, id) && !but.includes(id))
  if (common.length === 0) return 1
  return common.filter((id) => ours[id] === theirs[id]).length / common.length
}
