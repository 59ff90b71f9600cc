/** Thresholds and quorums as people type and read them: `60`, or `2/3`. */

export const isFraction = (share: string): boolean => share.includes('/')

/** A rule's share (threshold, quorum, objections): the exact fraction, or else the percentage. */
export const shareText = (percent: number, fraction: string | null | undefined): string => fraction ?? `${percent}%`
