/** The command palette: opens any screen, wallet, DAO or address book account by its name or id, and begins requests. */
import { Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { MOST } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { caughtKeys } from './early-keys.ts'
import { fitting, fittingActions, KINDS, type ListedScreen, onLedger, type Target, tokensNamed } from './targets.ts'
import { useTargets } from './use-targets.ts'

export function PaletteDialog(props: { screens: readonly ListedScreen[]; opened: boolean; onClose: () => void }) {
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

function Search(props: { screens: readonly ListedScreen[]; onTarget: (target: Target) => void }) {
  const { screens, onTarget } = props
  const { texts: all, language } = useLanguage()
  const { palette: texts } = all
  const { targets, isCut } = useTargets(screens)
  const [{ typed, at }, setState] = useState({ typed: '', at: 0 })
  const { chain, config } = useSession()
  const hasExplorer = config.mirrors[chain] !== undefined
  const found = useMemo(() => {
    const known = [
      ...fitting(targets, typed),
      ...fittingActions(targets, typed, { actions: texts.actions, words: texts.words, language }),
      ...(hasExplorer ? onLedger(typed, chain) : []),
    ]
    return known.length > 0 || !hasExplorer ? known : tokensNamed(typed, texts.tokens)
  }, [targets, typed, chain, hasExplorer, texts, language])
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
