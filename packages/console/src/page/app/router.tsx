/** The routes. Each screen has its own file, which is loaded when the screen is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreenTexts } from '../texts/language.tsx'
import { Broken, NotFound } from './fallbacks.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Broken })
const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

/** A screen, which is shown once its file and its texts are loaded. */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(async () => (await Promise.all([load(), loadScreenTexts()]))[0], name)

const home = createRoute({
  ...at('/'),
  component: screen(() => import('../home/home-screen.tsx'), 'HomeScreen'),
})
const wallets = createRoute({
  ...at('/wallets'),
  component: screen(() => import('../wallets/wallets-screen.tsx'), 'WalletsScreen'),
})
const newWallet = createRoute({
  ...at('/wallets/new'),
  component: screen(() => import('../wallets/creation/new-wallet-screen.tsx'), 'NewWalletScreen'),
})
const adopt = createRoute({
  ...at('/wallets/adopt'),
  component: screen(() => import('../wallets/creation/adopt-screen.tsx'), 'AdoptScreen'),
})
const wallet = createRoute({
  ...at('/wallets/$walletId'),
  component: screen(() => import('../wallets/wallet-screen.tsx'), 'WalletScreen'),
})
const ask = createRoute({
  ...at('/wallets/$walletId/ask'),
  component: screen(() => import('../wallets/asking/ask-screen.tsx'), 'AskScreen'),
})
const pay = createRoute({
  ...at('/wallets/$walletId/pay'),
  component: screen(() => import('../wallets/paying/pay-screen.tsx'), 'PayScreen'),
})
const other = createRoute({
  ...at('/wallets/$walletId/other'),
  component: screen(() => import('../wallets/asking/other-screen.tsx'), 'OtherScreen'),
})
const statement = createRoute({
  ...at('/wallets/$walletId/statement'),
  component: screen(() => import('../wallets/history/statement-screen.tsx'), 'StatementScreen'),
})
const group = createRoute({
  ...at('/wallets/$walletId/groups/$groupId'),
  component: screen(() => import('../requests/groups/group-screen.tsx'), 'GroupScreen'),
})
const request = createRoute({
  ...at('/requests/$jobId'),
  component: screen(() => import('../requests/request-screen.tsx'), 'RequestScreen'),
})

const daos = createRoute({
  ...at('/daos'),
  component: screen(() => import('../daos/daos-screen.tsx'), 'DaosScreen'),
})
const newDao = createRoute({
  ...at('/daos/new'),
  component: screen(() => import('../daos/new-dao-screen.tsx'), 'NewDaoScreen'),
})
const dao = createRoute({
  ...at('/daos/$daoId'),
  component: screen(() => import('../daos/dao-screen.tsx'), 'DaoScreen'),
})
const propose = createRoute({
  ...at('/daos/$daoId/propose'),
  component: screen(() => import('../daos/propose-screen.tsx'), 'ProposeScreen'),
})
const draft = createRoute({
  ...at('/drafts/$draftId'),
  component: screen(() => import('../drafts/draft-screen.tsx'), 'DraftScreen'),
})
const changeDraft = createRoute({
  ...at('/drafts/$draftId/change'),
  component: screen(() => import('../daos/propose-screen.tsx'), 'ChangeDraftScreen'),
})
const proposal = createRoute({
  ...at('/proposals/$proposalId'),
  component: screen(() => import('../votes/proposal-screen.tsx'), 'ProposalScreen'),
})

const explorer = createRoute({
  ...at('/explorer'),
  component: screen(() => import('../explorer/explorer-screen.tsx'), 'ExplorerScreen'),
})
const accountOfLedger = createRoute({
  ...at('/explorer/accounts/$id'),
  component: screen(() => import('../explorer/account-screen.tsx'), 'AccountScreen'),
})
const token = createRoute({
  ...at('/explorer/tokens/$id'),
  component: screen(() => import('../explorer/token-screen.tsx'), 'TokenScreen'),
})
const nft = createRoute({
  ...at('/explorer/tokens/$id/$serial'),
  component: screen(() => import('../explorer/nft-screen.tsx'), 'NftScreen'),
})
const topic = createRoute({
  ...at('/explorer/topics/$id'),
  component: screen(() => import('../explorer/topic-screen.tsx'), 'TopicScreen'),
})
const transaction = createRoute({
  ...at('/explorer/transactions/$id'),
  component: screen(() => import('../explorer/transactions/transaction-screen.tsx'), 'TransactionScreen'),
})
const schedule = createRoute({
  ...at('/explorer/schedules/$id'),
  component: screen(() => import('../explorer/schedule-screen.tsx'), 'ScheduleScreen'),
})
const block = createRoute({
  ...at('/explorer/blocks/$number'),
  component: screen(() => import('../explorer/block-screen.tsx'), 'BlockScreen'),
})
const find = createRoute({
  ...at('/explorer/find/$text'),
  component: screen(() => import('../explorer/search/find-screen.tsx'), 'FindScreen'),
})
const content = createRoute({
  ...at('/content'),
  component: screen(() => import('../content/content-screen.tsx'), 'ContentScreen'),
})
const pin = createRoute({
  ...at('/content/$cid'),
  component: screen(() => import('../content/pins/pin-screen.tsx'), 'PinScreen'),
})
const status = createRoute({
  ...at('/status'),
  component: screen(() => import('../health/status-screen.tsx'), 'StatusScreen'),
})
const validators = createRoute({
  ...at('/validators'),
  component: screen(() => import('../validators/validators-screen.tsx'), 'ValidatorsScreen'),
})
const newValidator = createRoute({
  ...at('/validators/new'),
  component: screen(() => import('../validators/new-validator-screen.tsx'), 'NewValidatorScreen'),
})
const binding = createRoute({
  ...at('/validators/$entityId'),
  component: screen(() => import('../validators/binding-screen.tsx'), 'BindingScreen'),
})
const validator = createRoute({
  ...at('/validators/$kind/$timestamp'),
  component: screen(() => import('../validators/validator-screen.tsx'), 'ValidatorScreen'),
})

const settings = createRoute({
  ...at('/settings'),
  component: screen(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
})
const docs = createRoute({
  ...at('/docs'),
  component: screen(() => import('../docs/docs-screen.tsx'), 'DocsScreen'),
})
const docsPage = createRoute({
  ...at('/docs/$'),
  component: screen(() => import('../docs/docs-screen.tsx'), 'DocsScreen'),
})
const development = createRoute({
  ...at('/development'),
  component: screen(() => import('../development/development-screen.tsx'), 'DevelopmentScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    wallets,
    newWallet,
    adopt,
    wallet,
    ask,
    statement,
    pay,
    group,
    other,
    request,
    daos,
    newDao,
    dao,
    propose,
    draft,
    changeDraft,
    proposal,
    explorer,
    find,
    accountOfLedger,
    token,
    nft,
    topic,
    transaction,
    schedule,
    block,
    content,
    pin,
    status,
    validators,
    newValidator,
    binding,
    validator,
    settings,
    docs,
    docsPage,
    development,
  ]),
  scrollRestoration: true,
  defaultPreload: 'intent',
  // Replaces only the screen that failed: the navigation stays.
  defaultErrorComponent: Broken,
})

/** Preloads all screens, because they cannot be loaded without a network. */
export async function loadScreens(): Promise<void> {
  for (const { options } of Object.values(router.routesById)) {
    const { component } = options as { component?: { preload?: () => Promise<unknown> } }
    // A screen that cannot be loaded now is loaded when it is opened.
    await component?.preload?.().catch(() => undefined)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
