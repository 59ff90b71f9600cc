/** The frame of every screen: the navigation, the signed-in account, and the permanent warnings. */
import { Alert, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { useIsLive } from '../api/live.tsx'
import { useIsReached } from '../api/reached.ts'
import { useSession } from '../api/session.tsx'
import { PALETTE_KEYS } from '../palette/keys.ts'
import { usePalette } from '../palette/palette.tsx'
import { Face } from '../parts/faces/face.tsx'
import {
  FlaskIcon,
  HelpIcon,
  LeaveIcon,
  LedgerIcon,
  MoonIcon,
  MoreIcon,
  SearchIcon,
  SunIcon,
  UpDownIcon,
  WarningIcon,
} from '../parts/layout/icons.tsx'
import { TopPlace } from '../parts/layout/screen.tsx'
import { Loading } from '../parts/layout/states.tsx'
import { SIGN_IN } from '../parts/sign-in.ts'
import { useWaitingCount } from '../requests/waiting.ts'
import { durationText } from '../texts/duration.ts'
import { useLanguage } from '../texts/language.tsx'
import { Notifications } from './notifications.tsx'
import { PinnedWallets } from './pinned-wallets.tsx'
import { isPublic, type Place, placesOf, screensOf } from './places.tsx'

const ConnectScreen = lazy(async () => ({ default: (await import('../connect/connect-screen.tsx')).ConnectScreen }))

const AgainDialog = lazy(async () => ({ default: (await import('../connect/again-dialog.tsx')).AgainDialog }))

/** Requests belong to the home screen, and proposals to DAOs. */
const isAt = (to: string, path: string): boolean =>
  to === '/'
    ? path === '/' || path.startsWith('/requests')
    : path.startsWith(to) || (to === '/daos' && path.startsWith('/proposals'))

export function Shell() {
  const { texts } = useLanguage()
  const { account, isEnded, isDevelopment, config } = useSession()
  const { tools: hasTools = false } = config.development ?? {}
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isEntering = useRouterState({ select: ({ location }) => location.hash === SIGN_IN })
  const screens = useMemo(() => screensOf(texts, hasTools), [texts, hasTools])
  const { openPalette, openHelp, dialogs } = usePalette(screens)
  const [top, setTop] = useState<HTMLElement | null>(null)
  const names = useMyNames()
  const { app } = texts
  return (
    <>
      <a className="skip" href="#content">
        {app.skip}
      </a>
      {isDevelopment ? <Ribbon /> : null}
      <div className="frame" data-ribbon={isDevelopment}>
        <Side path={path} />
        <div className="main">
          <header className="top">
            <div className="top-place" ref={setTop} />
            {account === null ? null : (
              <button type="button" className="find" onClick={openPalette}>
                <SearchIcon />
                <span className="find-t">{app.find}</span>
                <span className="kbd only-desk" aria-hidden="true">
                  {PALETTE_KEYS.join(' ')}
                </span>
              </button>
            )}
            {account === null ? null : <Live />}
            {account === null ? null : <Notifications account={account} />}
            <button type="button" className="icon-b only-desk" onClick={openHelp} aria-label={texts.help.title}>
              <HelpIcon />
            </button>
            {account === null ? null : (
              <button type="button" className="icon-b only-phone" popoverTarget="account" aria-label={app.mine}>
                <Face id={account} name={names.get(account)} size={32} />
              </button>
            )}
          </header>
          <main id="content" className="page">
            <Unreached />
            <TopPlace value={top}>
              <Suspense fallback={<Loading />}>
                {account === null && (isEntering || !isPublic(path)) ? (
                  <ConnectScreen />
                ) : (
                  // A new account gets new state: it must not see what another account has typed.
                  <Fragment key={account}>
                    <Outlet />
                  </Fragment>
                )}
              </Suspense>
            </TopPlace>
            <Suspense>{isEnded ? <AgainDialog /> : null}</Suspense>
          </main>
        </div>
      </div>
      <Tabs path={path} openHelp={openHelp} />
      {account === null ? null : <AccountMenu account={account} />}
      {dialogs}
    </>
  )
}

/** Says that the ledger's keys are public, and how far its clock is ahead. */
function Ribbon() {
  const { app, development } = useLanguage().texts
  const { config } = useSession()
  const { tools = false, aheadMs = 0 } = config.development ?? {}
  return (
    <div className="ribbon" role="note">
      <FlaskIcon />
      <span>
        <b>{app.development}</b>
        <span className="only-desk"> · {app.developmentHint}</span>
        <span className="only-phone"> · {app.developmentShort}</span>
        {aheadMs > 0 ? ` · ${development.banner(durationText(aheadMs))}` : null}
      </span>
      {tools ? (
        <Link to="/development" className="only-desk">
          {app.developmentTools}
        </Link>
      ) : null}
    </div>
  )
}

function Side({ path }: { path: string }) {
  const { app } = useLanguage().texts
  const { account, chain, config } = useSession()
  const places = placesOf(config.development?.tools ?? false)
  const mine = useMyNames().get(account ?? '')
  const link = (place: Place) => <PlaceLink key={place.to} place={place} path={path} />
  return (
    <aside className="side">
      <Link to="/" className="brand">
        <img src="/icon.svg" alt="" width={28} height={28} />
        <span>Quorate</span>
        <span className="net">{chain.split(':').at(-1)}</span>
      </Link>
      <nav aria-label={app.menu}>{places.filter(({ group }) => group === 'main').map(link)}</nav>
      {account === null ? null : <PinnedWallets path={path} />}
      <div className="side-h">{app.tools}</div>
      <nav aria-label={app.tools}>{places.filter(({ group }) => group === 'tools').map(link)}</nav>
      <div className="side-b">
        {account === null ? (
          <div className="lang">
            <LanguageButton />
            <ThemeButton />
          </div>
        ) : (
          <button type="button" className="me" popoverTarget="account">
            <Face id={account} name={mine} size={34} />
            <span className="only-readers">{app.mine}: </span>
            <span className="who-t">
              <span className="who-n">{mine === undefined ? account : <bdi>{mine}</bdi>}</span>
              <span className="sub">{mine === undefined ? app.signedIn : account}</span>
            </span>
            <UpDownIcon />
          </button>
        )}
      </div>
    </aside>
  )
}

function PlaceLink({ place: { to, label, Icon }, path }: { place: Place; path: string }) {
  const { texts } = useLanguage()
  return (
    <Link
      to={to}
      className="nav-i"
      data-on={isAt(to, path)}
      aria-current={path === to ? 'page' : undefined}
      title={label(texts)}
    >
      <Icon />
      <span>{label(texts)}</span>
      {to === '/' ? <WaitingCount /> : null}
    </Link>
  )
}

/** How many signatures and votes wait for the account. */
function WaitingCount() {
  const { app } = useLanguage().texts
  const count = useWaitingCount()
  return count ? (
    <b className="count" role="img" aria-label={app.waiting(count)} title={String(count)}>
      {count > 99 ? '99+' : count}
    </b>
  ) : null
}

/** The navigation of a phone: four places, and a sheet with the others. */
function Tabs({ path, openHelp }: { path: string; openHelp: () => void }) {
  const { texts } = useLanguage()
  const { account, config } = useSession()
  const places = placesOf(config.development?.tools ?? false)
  const others = places.filter(({ group }) => group === 'tools')
  return (
    <>
      <nav className="tabbar" aria-label={texts.app.menu}>
        {places
          .filter(({ group }) => group === 'main')
          .map(({ to, label, Icon }) => (
            <Link key={to} to={to} data-on={isAt(to, path)} aria-current={path === to ? 'page' : undefined}>
              <span className="tab-i">
                <Icon />
                {to === '/' ? <WaitingCount /> : null}
              </span>
              {label(texts)}
            </Link>
          ))}
        <button type="button" popoverTarget="more" data-on={others.some(({ to }) => isAt(to, path))}>
          <span className="tab-i">
            <MoreIcon />
          </span>
          {texts.app.others}
        </button>
      </nav>
      <Menu id="more" label={texts.app.others}>
        {others.map((place) => (
          <PlaceLink key={place.to} place={place} path={path} />
        ))}
        <button type="button" className="nav-i" onClick={openHelp}>
          <HelpIcon />
          <span>{texts.help.title}</span>
        </button>
        {account === null ? (
          <>
            <LanguageButton />
            <ThemeButton isLong />
          </>
        ) : null}
      </Menu>
    </>
  )
}

function AccountMenu({ account }: { account: string }) {
  const { texts } = useLanguage()
  const { leave, config } = useSession()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const places = placesOf(config.development?.tools ?? false).filter(({ group }) => group === 'account')
  return (
    <Menu id="account" label={texts.app.mine}>
      <Link
        to="/explorer/accounts/$id"
        params={{ id: account }}
        className="nav-i"
        aria-label={texts.app.signedInAs(account)}
      >
        <LedgerIcon />
        <span>{account}</span>
      </Link>
      {places.map((place) => (
        <PlaceLink key={place.to} place={place} path={path} />
      ))}
      <LanguageButton />
      <ThemeButton isLong />
      <button type="button" className="nav-i" onClick={() => void leave()}>
        <LeaveIcon />
        <span>{texts.app.signOut}</span>
      </button>
    </Menu>
  )
}

/** A list of links and buttons that a button with this `popoverTarget` opens. Each of them closes it. */
function Menu({ id, label, children }: { id: string; label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the clicks are those of the buttons and links inside
    // biome-ignore lint/a11y/noStaticElementInteractions: it only closes after them
    <div id={id} popover="auto" className="menu" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
      <nav aria-label={label}>{children}</nav>
    </div>
  )
}

function LanguageButton() {
  const { texts, language, change } = useLanguage()
  const other = language === 'en' ? 'de' : 'en'
  return (
    <button type="button" className="nav-i" onClick={() => change(other)} lang={other}>
      <span className="abc" aria-hidden="true">
        {other}
      </span>
      <span>{texts.app.changeLanguage}</span>
    </button>
  )
}

function ThemeButton({ isLong = false }: { isLong?: boolean }) {
  const { app } = useLanguage().texts
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const label = isDark ? app.light : app.dark
  return (
    <button
      type="button"
      className="nav-i"
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      {...(isLong ? {} : { 'aria-label': label, title: label })}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
      {isLong ? <span>{label}</span> : null}
    </button>
  )
}

/** Shows that the console does not answer. Reloads everything once it does. */
function Unreached() {
  const { app } = useLanguage().texts
  const isReached = useIsReached()
  const queries = useQueryClient()
  useEffect(() => {
    if (isReached) return undefined
    return () => void queries.invalidateQueries()
  }, [isReached, queries])
  return isReached ? null : (
    <Alert color="orange" icon={<WarningIcon />} mb="md" role="status">
      {app.unreached}
    </Alert>
  )
}

function Live() {
  const { app } = useLanguage().texts
  const isLive = useIsLive()
  return (
    <span className="live" role="status" title={isLive ? app.liveHint : app.notLiveHint} data-live={isLive}>
      <i />
      <span>{isLive ? app.live : app.notLive}</span>
    </span>
  )
}
