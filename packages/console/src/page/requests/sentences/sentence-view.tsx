import { Fragment } from 'react'
import { useMyNames } from '../../address-book/use-book.ts'
import { useCalled } from '../../address-book/use-called.ts'
import { AccountFace } from '../../parts/faces/account-face.tsx'
import type { Part } from './sentence.ts'

/**
 * A sentence of parts: names and amounts are bold. Names that other people gave are shown with their ids.
 *
 * @param props.hasFaces Whether each name is shown with its identicon
 */
export function Sentence({ parts, hasFaces = false }: { parts: readonly Part[]; hasFaces?: boolean }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order
    <Fragment key={index}>
      {'words' in part ? (
        part.words
      ) : 'bold' in part ? (
        <Bold text={part.bold} id={part.id} />
      ) : (
        <Named part={part} hasFace={hasFaces} />
      )}
    </Fragment>
  ))
}

const Bold = ({ text, id }: { text: string; id: string | undefined }) => (
  <>
    <b>
      <bdi>{text}</bdi>
    </b>
    {id === undefined ? null : <span className="id fine"> {id}</span>}
  </>
)

function Named({ part, hasFace }: { part: Extract<Part, { account: string }>; hasFace: boolean }) {
  const { account, name, kind } = part
  const called = useCalled()(account, name)
  const isMine = useMyNames().has(account)
  return (
    <>
      {hasFace ? <AccountFace id={account} name={called} kind={kind} /> : null}
      <b>
        <bdi>{called ?? account}</bdi>
      </b>
      {called !== undefined && !isMine && kind === 'person' ? <span className="id fine"> {account}</span> : null}
    </>
  )
}
