/** The navigation. A new area of the page adds its entry here and its screens to the routes. */

import type { ListedScreen } from '../palette/targets.ts'
import {
  BookIcon,
  FileIcon,
  FlaskIcon,
  HomeIcon,
  LedgerIcon,
  PulseIcon,
  SettingsIcon,
  ValidatorIcon,
  VoteIcon,
  WalletIcon,
} from '../parts/layout/icons.tsx'
import type { Texts } from '../texts/en.ts'

export interface Place {
  to:
    | '/'
    | '/wallets'
    | '/daos'
    | '/explorer'
    | '/validators'
    | '/content'
    | '/status'
    | '/settings'
    | '/docs'
    | '/development'
  label: (texts: Texts) => string
  Icon: () => React.ReactNode
  /** `main`: the top of the navigation, and a phone's bottom bar. `tools`: below it. `account`: the account menu. */
  group: 'main' | 'tools' | 'account'
  /** Shown only if this browser may change the embedded ledger. */
  isDevelopment?: true
}

const places: readonly Place[] = [
  { to: '/', group: 'main', label: ({ app }) => app.home, Icon: HomeIcon },
  { to: '/wallets', group: 'main', label: ({ app }) => app.wallets, Icon: WalletIcon },
  { to: '/daos', group: 'main', label: ({ app }) => app.daos, Icon: VoteIcon },
  { to: '/explorer', group: 'main', label: ({ app }) => app.explorer, Icon: LedgerIcon },
  { to: '/content', group: 'tools', label: ({ app }) => app.content, Icon: FileIcon },
  { to: '/validators', group: 'tools', label: ({ app }) => app.validators, Icon: ValidatorIcon },
  { to: '/status', group: 'tools', label: ({ app }) => app.status, Icon: PulseIcon },
  { to: '/docs', group: 'tools', label: ({ docs }) => docs.title, Icon: BookIcon },
  { to: '/settings', group: 'account', label: ({ app }) => app.settings, Icon: SettingsIcon },
  {
    to: '/development',
    group: 'tools',
    label: (texts) => texts.development.title,
    Icon: FlaskIcon,
    isDevelopment: true,
  },
]

export const placesOf = (hasTools: boolean): readonly Place[] =>
  places.filter(({ isDevelopment }) => hasTools || !isDevelopment)

/** Whether the path needs no session. */
export const isPublic = (path: string): boolean =>
  ['/status', '/development', '/explorer', '/daos', '/docs'].includes(path) ||
  path.startsWith('/explorer/') ||
  path.startsWith('/docs/') ||
  /^\/(daos|drafts|proposals)\/[\da-f-]{36}$/.test(path)

/** The screens that the command palette lists in addition to wallets and DAOs. */
export function screensOf(texts: Texts, hasTools: boolean): ListedScreen[] {
  const screens = [
    ...placesOf(hasTools).map(({ to, label }) => ({ to, label: label(texts) })),
    { to: '/wallets/new', label: texts.create.title },
    { to: '/wallets/adopt', label: texts.adopt.title },
    { to: '/daos/new', label: texts.newDao.title },
    { to: '/validators/new', label: texts.validators.newTitle },
  ] as const
  return screens.map((screen) => ({ ...screen, words: texts.palette.screenWords[screen.to] }))
}
