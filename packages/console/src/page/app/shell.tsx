/** The frame of every screen: the navigation, the signed-in account, and the permanent warnings. */
import {
  ActionIcon,
  Alert,
  Anchor,
  AppShell,
  Badge,
  Box,
  Burger,
  Button,
  Group,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useEffect, useMemo } from 'react'
import { useIsLive } from '../api/live.tsx'
import { inboxPagesQuery } from '../api/queries.ts'
import { useIsReached } from '../api/reached.ts'
import { useSession } from '../api/session.tsx'
import { Palette } from '../palette/palette.tsx'
import { MoonIcon, OutIcon, SunIcon, WarningIcon } from '../parts/icons.tsx'
import { CountBadge } from '../parts/more.tsx'
import { Loading } from '../parts/states.tsx'
import { durationText } from '../texts/duration.ts'
import { useLanguage } from '../texts/language.tsx'
import { isPublic, placesOf, screensOf } from './places.tsx'

const ConnectScreen = lazy(async () => ({ default: (await import('../connect/connect-screen.tsx')).ConnectScreen }))

const AgainDialog = lazy(async () => ({ default: (await import('../connect/again-dialog.tsx')).AgainDialog }))

/** Requests belong to the inbox, and proposals to DAOs. */
const isAt = (to: string, path: string): boolean =>
  to === '/'
    ? path === '/' || path.startsWith('/requests')
    : path.startsWith(to) || (to === '/daos' && path.startsWith('/proposals'))

export function Shell() {
  const { texts, language, change } = useLanguage()
  const { account, isEnded, leave, isDevelopment, config } = useSession()
  const { tools: hasTools = false, aheadMs = 0 } = config.development ?? {}
  const [isOpen, menu] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { setColorScheme } = useMantineColorScheme()
  const screens = useMemo(() => screensOf(texts, hasTools), [texts, hasTools])
  const other = language === 'en' ? 'de' : 'en'
  const isDark = useComputedColorScheme('light') === 'dark'
  // On a phone, a navigation closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes
  useEffect(() => menu.close(), [path])
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip" href="#content">
        {texts.app.skip}
      </a>
      <AppShell.Header px={{ base: 'xs', xs: 'md' }}>
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              aria-label={texts.app.menu}
              aria-expanded={isOpen}
              size={28}
            />
            <Link to="/" className="row-link" aria-label="Quorate">
              <Group gap={8} wrap="nowrap">
                <img src="/icon.svg" alt="" width={28} height={28} />
                <Text fw={700} size="lg" visibleFrom="xs">
                  Quorate
                </Text>
              </Group>
            </Link>
          </Group>
          <Group gap={2} wrap="nowrap">
            {account === null ? null : <LiveBadge />}
            <Button variant="subtle" color="gray" px="xs" onClick={() => change(other)} lang={other}>
              <Box component="span" visibleFrom="xs">
                {texts.app.changeLanguage}
              </Box>
              <Box component="span" hiddenFrom="xs">
                {other.toUpperCase()}
                <VisuallyHidden> {texts.app.changeLanguage}</VisuallyHidden>
              </Box>
            </Button>
            <ActionIcon
              onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
              aria-label={isDark ? texts.app.light : texts.app.dark}
            >
              {isDark ? <SunIcon /> : <MoonIcon />}
            </ActionIcon>
            {account === null ? null : (
              <>
                <Anchor
                  component={Link}
                  to={`/explorer/accounts/${account}`}
                  size="sm"
                  className="id"
                  visibleFrom="xs"
                  px={4}
                  py="xs"
                  c="inherit"
                  aria-label={texts.app.signedInAs(account)}
                >
                  {account}
                </Anchor>
                <ActionIcon onClick={() => void leave()} aria-label={texts.app.signOut}>
                  <OutIcon />
                </ActionIcon>
              </>
            )}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={texts.app.menu}>
        {placesOf(hasTools).map(({ to, label, Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label(texts)}
            leftSection={<Icon />}
            rightSection={to === '/' && account !== null ? <InboxCount /> : null}
            active={isAt(to, path)}
            aria-current={path === to ? 'page' : undefined}
            mih={44}
            styles={{ root: { borderRadius: 'var(--mantine-radius-md)' } }}
          />
        ))}
        <div style={{ marginTop: 'auto' }}>
          <Palette screens={screens} onOpen={menu.close} />
        </div>
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Unreached />
        {isDevelopment ? (
          <Alert color="red" icon={<WarningIcon />} mb="lg" py="xs" maw="var(--measure)" mx="auto">
            {texts.app.development}
            {aheadMs > 0 ? ` ${texts.development.banner(durationText(aheadMs))}` : null}
          </Alert>
        ) : null}
        <Suspense fallback={<Loading />}>
          {account === null && !isPublic(path) ? (
            <ConnectScreen />
          ) : (
            // A new account gets new state: it must not see what another account has typed.
            <Fragment key={account}>
              <Outlet />
            </Fragment>
          )}
        </Suspense>
        <Suspense>{isEnded ? <AgainDialog /> : null}</Suspense>
      </AppShell.Main>
    </AppShell>
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

function LiveBadge() {
  const { app } = useLanguage().texts
  const isLive = useIsLive()
  return (
    <Badge
      variant="dot"
      color={isLive ? 'green' : 'orange'}
      title={isLive ? app.liveHint : app.notLiveHint}
      role="status"
      tt="none"
      size="lg"
      style={{ flexShrink: 0 }}
      data-live={isLive}
      {...(isLive ? { visibleFrom: 'sm' as const } : {})}
    >
      {isLive ? app.live : app.notLive}
    </Badge>
  )
}

function InboxCount() {
  // Counts only known wallets: strangers could make the other number as large as they like.
  const { data } = useInfiniteQuery(inboxPagesQuery('known'))
  return <CountBadge count={data?.pages[0]?.total} />
}
