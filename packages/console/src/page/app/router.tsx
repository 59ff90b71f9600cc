/** The routes. Each screen has its own file, which is loaded when the screen is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Broken, NotFound } from './fallbacks.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Broken })
const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const home = createRoute({
  ...at('/'),
  component: lazyRouteComponent(() => import('../home/home-screen.tsx'), 'HomeScreen'),
})
const wallets = createRoute({
  ...at('/wallets'),
  component: lazyRouteComponent(() => import('../wallets/wallets-screen.tsx'), 'WalletsScreen'),
})
const newWallet = createRoute({
  ...at('/wallets/new'),
  component: lazyRouteComponent(() => import('../wallets/new-wallet-screen.tsx'), 'NewWalletScreen'),
})
const adopt = createRoute({
  ...at('/wallets/adopt'),
  component: lazyRouteComponent(() => import('../wallets/adopt-screen.tsx'), 'AdoptScreen'),
})
const wallet = createRoute({
  ...at('/wallets/$walletId'),
  component: lazyRouteComponent(() => import('../wallets/wallet-screen.tsx'), 'WalletScreen'),
})
const ask = createRoute({
  ...at('/wallets/$walletId/ask'),
  component: lazyRouteComponent(() => import('../wallets/ask-screen.tsx'), 'AskScreen'),
})
const pay = createRoute({
  ...at('/wallets/$walletId/pay'),
  component: lazyRouteComponent(() => import('../wallets/pay-screen.tsx'), 'PayScreen'),
})
const statement = createRoute({
  ...at('/wallets/$walletId/statement'),
  component: lazyRouteComponent(() => import('../wallets/statement-screen.tsx'), 'StatementScreen'),
})
const request = createRoute({
  ...at('/requests/$jobId'),
  component: lazyRouteComponent(() => import('../requests/request-screen.tsx'), 'RequestScreen'),
})

const daos = createRoute({
  ...at('/daos'),
  component: lazyRouteComponent(() => import('../daos/daos-screen.tsx'), 'DaosScreen'),
})
const newDao = createRoute({
  ...at('/daos/new'),
  component: lazyRouteComponent(() => import('../daos/new-dao-screen.tsx'), 'NewDaoScreen'),
})
const dao = createRoute({
  ...at('/daos/$daoId'),
  component: lazyRouteComponent(() => import('../daos/dao-screen.tsx'), 'DaoScreen'),
})
const propose = createRoute({
  ...at('/daos/$daoId/propose'),
  component: lazyRouteComponent(() => import('../daos/propose-screen.tsx'), 'ProposeScreen'),
})
const proposal = createRoute({
  ...at('/proposals/$proposalId'),
  component: lazyRouteComponent(() => import('../votes/proposal-screen.tsx'), 'ProposalScreen'),
})

const explorer = createRoute({
  ...at('/explorer'),
  component: lazyRouteComponent(() => import('../explorer/explorer-screen.tsx'), 'ExplorerScreen'),
})
const accountOfLedger = createRoute({
  ...at('/explorer/accounts/$id'),
  component: lazyRouteComponent(() => import('../explorer/account-screen.tsx'), 'AccountScreen'),
})
const token = createRoute({
  ...at('/explorer/tokens/$id'),
  component: lazyRouteComponent(() => import('../explorer/token-screen.tsx'), 'TokenScreen'),
})
const nft = createRoute({
  ...at('/explorer/tokens/$id/$serial'),
  component: lazyRouteComponent(() => import('../explorer/nft-screen.tsx'), 'NftScreen'),
})
const topic = createRoute({
  ...at('/explorer/topics/$id'),
  component: lazyRouteComponent(() => import('../explorer/topic-screen.tsx'), 'TopicScreen'),
})
const transaction = createRoute({
  ...at('/explorer/transactions/$id'),
  component: lazyRouteComponent(() => import('../explorer/transaction-screen.tsx'), 'TransactionScreen'),
})
const schedule = createRoute({
  ...at('/explorer/schedules/$id'),
  component: lazyRouteComponent(() => import('../explorer/schedule-screen.tsx'), 'ScheduleScreen'),
})
const block = createRoute({
  ...at('/explorer/blocks/$number'),
  component: lazyRouteComponent(() => import('../explorer/block-screen.tsx'), 'BlockScreen'),
})
const find = createRoute({
  ...at('/explorer/find/$text'),
  component: lazyRouteComponent(() => import('../explorer/find-screen.tsx'), 'FindScreen'),
})
const content = createRoute({
  ...at('/content'),
  component: lazyRouteComponent(() => import('../content/content-screen.tsx'), 'ContentScreen'),
})
const pin = createRoute({
  ...at('/content/$cid'),
  component: lazyRouteComponent(() => import('../content/pin-screen.tsx'), 'PinScreen'),
})
const status = createRoute({
  ...at('/status'),
  component: lazyRouteComponent(() => import('../health/status-screen.tsx'), 'StatusScreen'),
})
const validators = createRoute({
  ...at('/validators'),
  component: lazyRouteComponent(() => import('../validators/validators-screen.tsx'), 'ValidatorsScreen'),
})
const newValidator = createRoute({
  ...at('/validators/new'),
  component: lazyRouteComponent(() => import('../validators/new-validator-screen.tsx'), 'NewValidatorScreen'),
})
const binding = createRoute({
  ...at('/validators/$entityId'),
  component: lazyRouteComponent(() => import('../validators/binding-screen.tsx'), 'BindingScreen'),
})
const validator = createRoute({
  ...at('/validators/$kind/$timestamp'),
  component: lazyRouteComponent(() => import('../validators/validator-screen.tsx'), 'ValidatorScreen'),
})

const settings = createRoute({
  ...at('/settings'),
  component: lazyRouteComponent(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
})
const docs = createRoute({
  ...at('/docs'),
  component: lazyRouteComponent(() => import('../docs/docs-screen.tsx'), 'DocsScreen'),
})
const docsPage = createRoute({
  ...at('/docs/$'),
  component: lazyRouteComponent(() => import('../docs/docs-screen.tsx'), 'DocsScreen'),
})
const development = createRoute({
  ...at('/development'),
  component: lazyRouteComponent(() => import('../development/development-screen.tsx'), 'DevelopmentScreen'),
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
    request,
    daos,
    newDao,
    dao,
    propose,
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
