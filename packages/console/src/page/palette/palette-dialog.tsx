/** The command palette: opens any screen, wallet, DAO or address book account by its name or id. */
import { Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { useCalled } from '../address-book/use-called.ts'
import { everyDaoQuery, everyWalletQuery, MOST } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { caughtKeys } from './early-keys.ts'
import { fitting, KINDS, onLedger, type Target } from './targets.ts'

export function PaletteDialog(props: {
  screens: readonly { to: string; label: string }[]
  opened: boolean
  onClose: () => void
}) {
  const { screens, opened, onClose } = props
  const { palette: texts } = useTexts()
  const navigate = useNavigate()
  // A newly opened screen takes the focus. If none was opened, the focus returns to its previous place.
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size="lg"
      returnFocus={!isLeaving}
      onEnterTransitionEnd={() => setLeaving(false)}
      transitionProps={{ duration: 0 }}
    >
      <Search
        screens={screens}
        onTarget={({ to }) => {
          setLeaving(true)
          const [pathname, hash] = to.split('#')
          void navigate({ to: pathname ?? '/', ...(hash === undefined ? {} : { hash }) })
          onClose()
        }}
      />
    </Dialog>
  )
}

function Search(props: { screens: readonly { to: string; label: string }[]; onTarget: (target: Target) => void }) {
  const { screens, onTarget } = props
  const { palette: texts } = useTexts()
  const { targets, isCut } = useTargets(screens)
  const [{ typed, at }, setState] = useState({ typed: '', at: 0 })
  const { chain, config } = useSession()
  const hasExplorer = config.mirrors[chain] !== undefined
  const found = useMemo(
    () => [...fitting(targets, typed), ...(hasExplorer ? onLedger(typed, chain) : [])],
    [targets, typed, chain, hasExplorer],
  )
  const listId = useId()
  // Ends the key capture if the palette closes before its field has the focus.
  useEffect(() => () => void caughtKeys(), [])
  const idOf = (index: number): string => `${listId}-${index}`
  const current = found[at]
  const step = (by: number): void => {
    const next = found.length === 0 ? 0 : (at + by + found.length) % found.length
    setState({ typed, at: next })
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={texts.title}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={current ? idOf(at) : undefined}
        placeholder={texts.placeholder}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setState({ typed: event.currentTarget.value, at: 0 })}
        onFocus={() => {
          const early = caughtKeys()
          if (early !== '') setState((before) => ({ typed: before.typed + early, at: 0 }))
        }}
        onKeyDown={(event) => {
          const by = STEPS[event.key]
          if (by !== undefined) step(by)
          else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) onTarget(current)
          else return
          event.preventDefault()
        }}
      />
      <VisuallyHidden role="status">{texts.found(found.length)}</VisuallyHidden>
      <div role="listbox" id={listId} aria-label={texts.title} className="targets">
        {KINDS.map((kind) => (
          <Group key={kind} kind={kind}>
            {found.map((target, index) =>
              target.kind === kind ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and names the active option
                <div
                  key={target.to}
                  role="option"
                  id={idOf(index)}
                  aria-selected={index === at}
                  tabIndex={-1}
                  onClick={() => onTarget(target)}
                >
                  <bdi>{target.name}</bdi> {target.id === undefined ? null : <span className="id">{target.id}</span>}
                </div>
              ) : null,
            )}
          </Group>
        ))}
      </div>
      {found.length === 0 ? (
        <Text c="dimmed" p="sm">
          {texts.nothing}
        </Text>
      ) : null}
      {isCut ? (
        <Text size="sm" c="dimmed" p="sm">
          {texts.cut(MOST)}
        </Text>
      ) : null}
    </>
  )
}
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function Group({ kind, children }: { kind: Target['kind']; children: ReactNode[] }) {
  const { palette: texts } = useTexts()
  if (children.every((child) => child === null)) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
    <div role="group" aria-label={texts.kinds[kind]}>
      <Text size="sm" c="dimmed" px="sm" pt="sm" aria-hidden>
        {texts.kinds[kind]}
      </Text>
      {children}
    </div>
  )
}

/** Returns the targets, and whether some wallets or DAOs are left out because there are too many. */
function useTargets(screens: readonly { to: string; label: string }[]): { targets: Target[]; isCut: boolean } {
  const { chain, config } = useSession()
  const { multisig, governance } = config.services
  const me = useMe()
  const names = useMyNames()
  const called = useCalled()
  const wallets = useQuery({ ...everyWalletQuery(), enabled: multisig })
  const daos = useQuery({ ...everyDaoQuery(chain, me), enabled: governance })
  const isCut = [wallets, daos].some(({ data }) => data?.length === MOST)
  const targets = useMemo(() => {
    const owned = (wallets.data ?? []).map(({ wallet, name }) => ({
      kind: 'wallet' as const,
      id: wallet,
      to: `/wallets/${wallet}`,
      name: called(wallet, name) ?? '',
    }))
    return [
      ...screens.map(({ to, label }) => ({ kind: 'screen' as const, name: label, to })),
      ...owned,
      ...(daos.data ?? []).map(({ daoId, name }) => ({ kind: 'dao' as const, name: seen(name), to: `/daos/${daoId}` })),
      ...[...names]
        .filter(([account]) => !owned.some(({ id }) => id === account))
        .map(([account, name]) => ({ kind: 'account' as const, name, id: account, to: `/settings#${account}` })),
    ]
  }, [screens, wallets.data, daos.data, names, called])
  return { targets, isCut }
}
