/** Opens the command palette and the help page, which are loaded on first use. */
import { Kbd, NavLink } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../api/session.tsx'
import { HelpIcon, SearchIcon } from '../parts/icons.tsx'
import { useTexts } from '../texts/language.tsx'
import { catchKeys } from './early-keys.ts'
import { PALETTE_KEYS, useHelpKey } from './keys.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }))
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }))

/** The links below the navigation. @param onOpen Closes the phone menu that contains them */
export function Palette({
  screens,
  onOpen,
}: {
  screens: readonly { to: string; label: string }[]
  onOpen: () => void
}) {
  const { palette: texts, help } = useTexts()
  const { account } = useSession()
  const [isPaletteOpen, palette] = useDisclosure()
  const [isHelpOpen, helpPage] = useDisclosure()
  const [used, setUsed] = useState({ palette: false, help: false })
  const hasHelpKey = useHelpKey()
  const openPalette = () => {
    if (account === null) return
    catchKeys()
    setUsed((before) => ({ ...before, palette: true }))
    helpPage.close()
    onOpen()
    palette.open()
  }
  const openHelp = () => {
    setUsed((before) => ({ ...before, help: true }))
    palette.close()
    onOpen()
    helpPage.open()
  }
  // The shortcut also works inside input fields.
  useHotkeys([['mod+K', openPalette]], [])
  useHotkeys(
    hasHelpKey
      ? [
          ['?', openHelp],
          ['shift+?', openHelp],
        ]
      : [],
  )
  return (
    <>
      {account === null ? null : (
        <NavLink
          component="button"
          label={texts.title}
          leftSection={<SearchIcon />}
          rightSection={<Kbd visibleFrom="sm">{PALETTE_KEYS.join(' ')}</Kbd>}
          onClick={openPalette}
          mih={44}
          styles={{ root: { borderRadius: 'var(--mantine-radius-md)' } }}
        />
      )}
      <NavLink
        component="button"
        label={help.title}
        leftSection={<HelpIcon />}
        rightSection={hasHelpKey ? <Kbd visibleFrom="sm">?</Kbd> : null}
        onClick={openHelp}
        mih={44}
        styles={{ root: { borderRadius: 'var(--mantine-radius-md)' } }}
      />
      <Suspense>
        {used.palette && account !== null ? (
          <PaletteDialog screens={screens} opened={isPaletteOpen} onClose={palette.close} />
        ) : null}
        {used.help ? <HelpDialog opened={isHelpOpen} onClose={helpPage.close} /> : null}
      </Suspense>
    </>
  )
}
