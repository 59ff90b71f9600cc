import type { ReactNode } from 'react'
import { useMyNames } from '../../address-book/use-book.ts'
import { useCalled } from '../../address-book/use-called.ts'
import { useSession } from '../../api/session.tsx'
import { useTexts } from '../../texts/language.tsx'
import { BookMark, Resembles } from '../values.tsx'
import { AccountFace } from './account-face.tsx'

/**
 * An account: its identicon, its name, and its id below. Without a name, its id takes the place of the name.
 *
 * @param props.name The name that other people gave it
 * @param props.below Replaces the id below the name, for example with a link
 */
export function Who(props: {
  id: string
  name?: string | undefined
  kind?: 'person' | 'wallet'
  size?: number
  below?: ReactNode
}) {
  const { id, name, kind = 'person', size = 34, below } = props
  const { account: me } = useSession()
  const { app } = useTexts()
  const called = useCalled()(id, name)
  const isMine = useMyNames().has(id)
  const isNamed = called !== undefined && called !== id
  return (
    <span className="who">
      <AccountFace id={id} name={called} kind={kind} size={size} />
      <span className="who-t">
        <span className="who-n">
          {isNamed ? <bdi>{called}</bdi> : below === undefined ? <span className="id">{id}</span> : below}
          {isMine ? <BookMark /> : null}
          {id === me ? <span className="you">{app.you}</span> : null}
        </span>
        {isNamed ? <span className="sub id">{below ?? id}</span> : null}
        <Resembles id={id} />
      </span>
    </span>
  )
}
