import type { ReactNode } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { CheckIcon, ClockIcon, CrossIcon, WarningIcon } from './icons.tsx'

/** The four states that have a colour. Everything else is ink on paper. */
export type State = 'wait' | 'done' | 'refused' | 'sched'

/** A state in a word, with an icon or a dot. */
export function Chip(props: { state?: State | undefined; icon?: ReactNode; children: ReactNode; testId?: string }) {
  const { state, icon, children, testId } = props
  return (
    <span className="chip" data-state={state} data-testid={testId}>
      {icon ?? <i className="dot" />}
      {children}
    </span>
  )
}

const LOOKS = {
  open: ['wait', undefined],
  ready: ['done', <CheckIcon key="icon" />],
  progress: ['sched', <ClockIcon key="icon" />],
  timed: ['sched', <ClockIcon key="icon" />],
  done: ['done', <CheckIcon key="icon" />],
  rejected: ['refused', <CrossIcon key="icon" />],
  withdrawn: [undefined, undefined],
  replaced: [undefined, undefined],
  expired: [undefined, undefined],
  failed: ['refused', <WarningIcon key="icon" />],
} as const
export type StatusName = keyof typeof LOOKS

/** The state of a request. */
export function StatusBadge({ status }: { status: StatusName }) {
  const { request } = useTexts()
  const [state, icon] = LOOKS[status]
  return (
    <Chip state={state} icon={icon}>
      {request.status[status]}
    </Chip>
  )
}
