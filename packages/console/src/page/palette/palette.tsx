/** Opens the command palette and the help page, which are loaded on first use. */
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../api/session.tsx'
import { catchKeys } from './early-keys.ts'
import { useHelpKey } from './keys.ts'
import type { ListedScreen } from './targets.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }))
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }))

export interface Palette {
  openPalette(): void
  openHelp(): void
  /** Rendered once, anywhere. */
  dialogs: ReactNode
}

export function usePalette(screens: readonly ListedScreen[]): Palette {
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
    palette.open()
  }
  const openHelp = () => {
    setUsed((before) => ({ ...before, help: true }))
    palette.close()
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
  const dialogs = (
    <Suspense>
      {used.palette && account !== null ? (
        <PaletteDialog screens={screens} opened={isPaletteOpen} onClose={palette.close} />
      ) : null}
      {used.help ? <HelpDialog opened={isHelpOpen} onClose={helpPage.close} /> : null}
    </Suspense>
  )
  return { openPalette, openHelp, dialogs }
}
