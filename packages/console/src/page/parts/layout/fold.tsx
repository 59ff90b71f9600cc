import { type ReactNode, useState } from 'react'
import { DownIcon } from './icons.tsx'

/** A disclosure whose title line also shows the most wanted value. Renders its content only while it is open. */
export function Fold(props: { icon?: ReactNode; title: string; hint?: ReactNode; children: ReactNode }) {
  const { icon, title, hint, children } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {icon}
        <span className="fold-t">{title}</span>
        {hint ? <span className="fold-h">{hint}</span> : null}
        <span className="chevron">
          <DownIcon />
        </span>
      </summary>
      {isOpen ? <div className="fold-b">{children}</div> : null}
    </details>
  )
}
