import { type ReactNode, useState } from 'react'

/** A disclosure that renders its content only while it is open. */
export function Details({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? children : null}
    </details>
  )
}
