import type { CSSProperties } from 'react'
import { useTexts } from '../../texts/language.tsx'

/** Returns a point on the circle, rounded. Angles are parts of a whole turn, from the top. */
const at = (turn: number): string => {
  const angle = 2 * Math.PI * turn - Math.PI / 2
  return `${(18 + 15 * Math.cos(angle)).toFixed(2)} ${(18 + 15 * Math.sin(angle)).toFixed(2)}`
}
const MOST_SEGMENTS = 12
/** The gap between two segments, as a part of the whole turn. */
const GAP = 0.062

/**
 * The signatures that a request has and needs, a segment for each. It closes as the Q of Quorate.
 *
 * @param props.state `rule` shows a wallet's rule, not a request; `picture` counts nothing
 */
export function Ring(props: {
  signed: number
  needed: number
  state?: 'open' | 'scheduled' | 'rejected' | 'rule' | 'picture'
  size?: number
}) {
  const { signed, needed, state = 'open', size = 46 } = props
  const { request } = useTexts()
  const isClosed = signed >= needed && state !== 'rule'
  const name = state === 'rule' ? request.of(signed, needed) : request.signedOf(signed, needed)
  const segments = Math.max(1, Math.min(needed, MOST_SEGMENTS))
  return (
    <span
      className="ring"
      data-state={state}
      style={{ '--s': `${size}px` } as CSSProperties}
      {...(state === 'picture' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <svg viewBox="1 1 34 34" strokeWidth={size > 60 ? 3.4 : 3.8} aria-hidden="true">
        {isClosed || needed > MOST_SEGMENTS ? (
          <>
            <circle className="track" cx="18" cy="18" r="15" />
            <circle
              className="have"
              cx="18"
              cy="18"
              r="15"
              pathLength="100"
              strokeDasharray={`${(100 * Math.min(signed, needed)) / Math.max(1, needed)} 100`}
              transform="rotate(-90 18 18)"
            />
          </>
        ) : (
          Array.from({ length: segments }, (_, index) => {
            const gap = segments === 1 ? GAP / 2 : Math.min(GAP, 0.4 / segments)
            const [from, to] = [index / segments + gap / 2, (index + 1) / segments - gap / 2]
            return (
              <path
                // biome-ignore lint/suspicious/noArrayIndexKey: the segments have fixed places
                key={index}
                className={index < signed ? 'have' : 'track'}
                d={`M${at(from)}A15 15 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}`}
              />
            )
          })
        )}
        {isClosed && state !== 'rejected' ? <path className="have tail" d="M25.5 25.5 33 33" /> : null}
      </svg>
      {size < 34 || state === 'picture' ? null : (
        <b aria-hidden="true">
          {signed}/{needed}
        </b>
      )}
    </span>
  )
}
