import type { CSSProperties } from 'react'
import { useSession } from '../../api/session.tsx'
import { cornerOf, hueOf, initialsOf, sealOf, seedOf } from './seal.ts'

/**
 * The identicon of an account, wallet, DAO or token. It is decoration: the name or the id is next to it.
 *
 * @param props.name A name that has passed the checks for names of other people. A person with a name shows initials
 * @param props.text A token's symbol, for its coin
 */
export function Face(props: {
  id: string
  name?: string | undefined
  kind?: 'person' | 'wallet' | 'dao' | 'token'
  text?: string | undefined
  size?: number
}) {
  const { id, name, kind = 'person', text, size = 34 } = props
  const { chain } = useSession()
  const seed = seedOf(`${chain}/${id}`)
  const letters = kind === 'token' ? text?.slice(0, 4) : kind === 'person' && name ? initialsOf(name) : undefined
  const hue = hueOf(seed)
  if (letters)
    return (
      <span
        className={`face ${kind}`}
        style={{ '--s': `${size}px`, '--h': hue, '--c': cornerOf(seed) } as CSSProperties}
        data-letters={letters}
        aria-hidden="true"
      />
    )
  const { second, tiles } = sealOf(seed)
  return (
    <span
      className={`face ${kind} seal`}
      style={{ '--s': `${size}px`, '--h': hue, '--h2': second } as CSSProperties}
      aria-hidden="true"
    >
      <svg viewBox="0 0 40 40" aria-hidden="true">
        {tiles.map(({ tone, path }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tiles have fixed places
          <path key={index} className={`tone-${tone}`} d={path} />
        ))}
      </svg>
    </span>
  )
}

/** A grey tile with an icon, for things without an account: a node, a topic, the rest of a list. */
export function Thing({ children, size = 34 }: { children: React.ReactNode; size?: number }) {
  return (
    <span className="face thing" style={{ '--s': `${size}px` } as CSSProperties} aria-hidden="true">
      {children}
    </span>
  )
}

/** The identicons of several accounts, overlapping. Beyond `most`, only their number is shown. */
export function Faces(props: {
  of: readonly { id: string; name?: string | undefined }[]
  most?: number
  size?: number
}) {
  const { of, most = 4, size = 24 } = props
  const rest = of.length - most
  return (
    <span className="faces" aria-hidden="true">
      {of.slice(0, most).map(({ id, name }) => (
        <Face key={id} id={id} name={name} size={size} />
      ))}
      {rest > 0 ? (
        <span className="face person rest" style={{ '--s': `${size}px` } as CSSProperties}>
          +{rest}
        </span>
      ) : null}
    </span>
  )
}
