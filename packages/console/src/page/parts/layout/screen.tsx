import { Link } from '@tanstack/react-router'
import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../texts/language.tsx'
import { LeftIcon, RightIcon } from './icons.tsx'

/** The element in the top bar that shows the present place; null until it is rendered. */
export const TopPlace = createContext<HTMLElement | null>(null)

/** A screen above this one. On a phone, the back button leads to the last one. */
export interface Crumb {
  to: string
  /** Names of other people have passed their checks. */
  label: string
}

/** The frame of a screen. Its heading takes the focus after a navigation, for keyboards and screen readers. */
export function Screen(props: {
  title: string
  /** Shown as the heading instead of the title, for example with faces. */
  heading?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** Shown next to the heading. */
  face?: ReactNode
  /** Shown above everything else, over both columns. */
  top?: ReactNode
  /** Shown above the heading. */
  before?: ReactNode
  crumbs?: readonly Crumb[]
  /** The last part of the breadcrumbs, if the title is long. */
  short?: string
  /** A column next to the heading and the children. */
  rail?: ReactNode
  railLabel?: string
  /** Below the children. In the document it comes after the rail. */
  rest?: ReactNode
  /** Forms and texts are narrow; data has the whole width. */
  isWide?: boolean
  children: ReactNode
}) {
  const {
    title,
    heading,
    lead,
    actions,
    face,
    top,
    before,
    crumbs = [],
    short = title,
    isWide = false,
    children,
  } = props
  const { rail, railLabel = '', rest } = props
  const h1 = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Quorate`
    h1.current?.focus({ preventScroll: true })
  }, [title])
  // If the rail appears later, once its data is loaded, the heading is mounted again and would lose the focus.
  const hasRail = Boolean(rail)
  useEffect(() => {
    if (hasRail && document.activeElement === document.body) h1.current?.focus({ preventScroll: true })
  }, [hasRail])
  const head = (
    <div className="head">
      {face}
      <div className="head-t">
        <h1 ref={h1} tabIndex={-1} {...(heading === undefined ? {} : { className: 'truth' })}>
          {heading ?? title}
        </h1>
        {lead ? <div className="lead">{lead}</div> : null}
      </div>
      {actions ? <div className="acts">{actions}</div> : null}
    </div>
  )
  return (
    <div className="screen" data-wide={isWide}>
      <Top title={short} crumbs={crumbs} />
      {top}
      {rail ? (
        <Columns railLabel={railLabel} rail={rail} rest={rest}>
          <div className="stack-s">
            {before}
            {head}
          </div>
          {children}
        </Columns>
      ) : (
        <>
          {before}
          {head}
          {children}
        </>
      )}
    </div>
  )
}

/** The breadcrumbs of this screen; on a phone, the way back. */
function Top({ title, crumbs }: { title: string; crumbs: readonly Crumb[] }) {
  const { app } = useTexts()
  const place = useContext(TopPlace)
  const above = crumbs.at(-1)
  if (place === null) return null
  return createPortal(
    <>
      {above ? (
        <Link to={above.to} className="icon-b back only-phone" aria-label={`${app.back}: ${above.label}`}>
          <LeftIcon />
        </Link>
      ) : (
        <Link to="/" className="icon-b back only-phone" aria-label="Quorate">
          <img src="/icon.svg" alt="" width={28} height={28} />
        </Link>
      )}
      <span className="top-t only-phone" aria-hidden="true">
        <bdi>{above?.label ?? 'Quorate'}</bdi>
      </span>
      {above ? (
        <nav className="crumbs only-desk" aria-label={app.where}>
          {crumbs.map(({ to, label }) => (
            <Fragment key={to}>
              <Link to={to}>
                <bdi>{label}</bdi>
              </Link>
              <RightIcon />
            </Fragment>
          ))}
          <span aria-current="page">
            <bdi>{title}</bdi>
          </span>
        </nav>
      ) : null}
    </>,
    place,
  )
}

/** A section with a heading. `end` is a link or button at the end of the heading line. */
export function Section(props: {
  title: string
  count?: number | undefined
  hint?: string
  end?: ReactNode
  children: ReactNode
}) {
  const { title, count, hint, end, children } = props
  return (
    <section>
      <div className="sec">
        <h2>{title}</h2>
        {count ? <span className="n">{count}</span> : null}
        {hint ? <span className="fine">{hint}</span> : null}
        {end ? <span className="more">{end}</span> : null}
      </div>
      {children}
    </section>
  )
}

/**
 * Two columns: the main content and details on the left, the rail on the right. In the document the rail comes second,
 * so a phone and a screen reader get it in that order.
 */
export function Columns({
  children,
  rail,
  railLabel,
  rest,
}: {
  children: ReactNode
  rail: ReactNode
  railLabel: string
  rest?: ReactNode
}) {
  return (
    <div className="cols">
      <div className="stack-v a">{children}</div>
      <aside className="rail" aria-label={railLabel}>
        {rail}
      </aside>
      {rest ? <div className="stack-v b">{rest}</div> : null}
    </div>
  )
}
