import type { CSSProperties } from 'react'

export interface Share {
  kind: 'yes' | 'no' | 'abstain'
  /** In percent of the whole bar. */
  percent: number
}

/**
 * Shows shares as widths. Yes is solid, No hatched, Abstain pale, so that the bar is readable without colour. The
 * numbers are next to it.
 *
 * @param props.mark The position of the threshold or the quorum, in percent
 */
export function VoteBar(props: {
  label: string
  shares: readonly Share[]
  mark?: { percent: number; text: string } | undefined
  isDone?: boolean
}) {
  const { label, shares, mark, isDone = false } = props
  return (
    <div className="vb" role="img" aria-label={label} data-state={isDone ? 'done' : undefined}>
      <div className="vb-bar">
        {shares.map(({ kind, percent }) =>
          percent > 0 ? <i key={kind} className={kind} style={{ width: `${percent}%` }} /> : null,
        )}
      </div>
      {mark ? (
        <span
          className="vb-mark"
          style={{ left: `${mark.percent}%` } as CSSProperties}
          data-side={sideOf(mark.percent)}
        >
          <em>{mark.text}</em>
        </span>
      ) : null}
    </div>
  )
}

/** Near an end of the bar, the text is on the other side of the mark. */
const sideOf = (percent: number): string => (percent > 85 ? 'end' : percent < 15 ? 'start' : 'middle')
