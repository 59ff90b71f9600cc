import { type ReactNode, useEffect, useState } from 'react'

/**
 * A disclosure that renders its content only while it is open.
 *
 * @param props.mustOpen Opens it when this becomes true, for example because a field in it is wrong
 */
export function Details(props: { summary: string; isOpenFirst?: boolean; mustOpen?: boolean; children: ReactNode }) {
  const { summary, isOpenFirst = false, mustOpen = false, children } = props
  const [isOpen, setOpen] = useState(isOpenFirst)
  useEffect(() => {
    if (mustOpen) setOpen(true)
  }, [mustOpen])
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? children : null}
    </details>
  )
}
