/** The navigation: a room of the page adds its line here, and its screens to the routes. */
import { FileIcon, InboxIcon, LedgerIcon, PulseIcon, SettingsIcon, VoteIcon, WalletIcon } from '../parts/icons.tsx'
import type { Texts } from '../texts/en.ts'

export interface Place {
  to: '/' | '/wallets' | '/daos' | '/explorer' | '/content' | '/status' | '/settings'
  label: (texts: Texts) => string
  Icon: () => React.ReactNode
}

export const places: readonly Place[] = [
  { to: '/', label: ({ app }) => app.inbox, Icon: InboxIcon },
  { to: '/wallets', label: ({ app }) => app.wallets, Icon: WalletIcon },
  { to: '/daos', label: ({ app }) => app.daos, Icon: VoteIcon },
  { to: '/explorer', label: ({ app }) => app.explorer, Icon: LedgerIcon },
  { to: '/content', label: ({ app }) => app.content, Icon: FileIcon },
  { to: '/status', label: ({ app }) => app.status, Icon: PulseIcon },
  { to: '/settings', label: ({ app }) => app.settings, Icon: SettingsIcon },
]

/** What anybody may look at: it needs no session. */
export const isPublic = (path: string): boolean =>
  path === '/status' || path === '/explorer' || path.startsWith('/explorer/')

/** Where the command palette leads, beside the wallets and DAOs themselves. */
export const screensOf = (texts: Texts): { to: string; label: string }[] => [
  ...places.map(({ to, label }) => ({ to, label: label(texts) })),
  { to: '/wallets/new', label: texts.create.title },
  { to: '/daos/new', label: texts.newDao.title },
]
