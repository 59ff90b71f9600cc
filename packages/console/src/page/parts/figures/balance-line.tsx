import type { CSSProperties } from 'react'
import { pathOf, type Step } from './balance-line.ts'

/** Decoration: the first and the last value are shown next to it as text. @param props.to The end, in milliseconds */
export function BalanceLine({ steps, to, height = 96 }: { steps: readonly Step[]; to: number; height?: number }) {
  const { line, area, x, y } = pathOf(steps, to)
  return (
    <div className="line-w" aria-hidden="true">
      <svg viewBox="0 0 600 100" preserveAspectRatio="none" style={{ height }} aria-hidden="true">
        <path className="area" d={area} />
        <path className="line" d={line} vectorEffect="non-scaling-stroke" />
      </svg>
      <i className="end" style={{ '--x': `${x}%`, '--y': `${(y * height) / 100}px` } as CSSProperties} />
    </div>
  )
}
