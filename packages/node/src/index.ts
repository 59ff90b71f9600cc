/** The node API: sessions, ledger writes and reads, validators, the network of nodes. README.md lists the folders. */
import { type Messenger, needPublicUrl } from '@quorate/platform'
import { networkOfNodes } from './network/index.ts'
import type { NodeDeps } from './node-deps.ts'
import { applicationRoutes } from './routes/applications.ts'
import { ballotKeyRoutes } from './routes/ballot-keys.ts'
import { bindingRoutes } from './routes/bindings.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { deliveryRoutes } from './routes/delivery.ts'
import { dkgRoutes } from './routes/dkg.ts'
import { emailRoutes } from './routes/email.ts'
import { entityRoutes } from './routes/entities.ts'
import { keyRoutes } from './routes/keys.ts'
import { messageRoutes } from './routes/messages.ts'
import { mirrorRoutes } from './routes/mirrors.ts'
import { profileRoutes } from './routes/profile.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { smartNodeRoutes } from './routes/smart-node.ts'
import { snapshotRoutes } from './routes/snapshots.ts'
import { submitRoutes } from './routes/submit.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { twoFactorRoutes } from './routes/two-factor.ts'
import { validatorRoutes } from './routes/validators.ts'
import { walletLoginRoutes } from './routes/wallet-logins.ts'
import { walletSignatureRoutes } from './routes/wallet-signatures.ts'
import { writeRoutes } from './routes/writes.ts'
import { createService, type Service } from './service.ts'

export { networkKeySettings, readNetworkKeys } from './keys/network-keys.ts'
export { limits } from './limits.ts'
export type { NodeEvents } from './network/monitor.ts'
export { endLoginsAtStart } from './sessions/after-restore.ts'
export { followSharedRevocations } from './sessions/shared-revocations.ts'
export { openTokens, type Tokens, type TokensOptions } from './sessions/tokens.ts'
export type { SessionEvents } from './sessions/wallet-revocations.ts'
export { type Settings, settings } from './settings.ts'
export type { SharedKeyEvents } from './shared-key/shared-key.ts'
export type { Content } from './snapshots/snapshots.ts'
export { schema } from './store/open-tables.ts'

const routes = [
  sessionRoutes,
  walletLoginRoutes,
  profileRoutes,
  emailRoutes,
  deliveryRoutes,
  twoFactorRoutes,
  applicationRoutes,
  keyRoutes,
  writeRoutes,
  submitRoutes,
  validatorRoutes,
  bindingRoutes,
  ballotKeyRoutes,
  decisionRoutes,
  walletSignatureRoutes,
  mirrorRoutes,
  transactionRoutes,
  entityRoutes,
  messageRoutes,
  snapshotRoutes,
]

/**
 * Adds the service's routes to `http` and its jobs to `jobs`. Returns the part that writes to accounts.
 *
 * @throws ConfigError for a chain without an operator
 */
export async function node(deps: NodeDeps): Promise<{ messenger: Messenger }> {
  needPublicUrl(deps.settings)
  const service = await createService(deps)
  const { http, chains, messenger, ledger, sharedKey } = service
  for (const add of routes) add(http, service)
  const { operator, chain, mirror } = ledger
  const monitor = networkOfNodes({ ...service, operator, chain, mirror, keyHeld: sharedKey.held })
  dkgRoutes(http, { ...service, self: operator.accountId, standing: monitor.standing })
  smartNodeRoutes(http, { ...service, operator, mirror: chains.get(chain)?.mirror, monitor })
  makeTopics(service)
  return { messenger }
}

/**
 * Finds or creates each chain's node topic at startup and reads it. If the ledger is unreachable then, the first record
 * or signature does it.
 */
function makeTopics({ http, ledgers, replay }: Service): void {
  let making: Promise<unknown> = Promise.resolve()
  http.addHook('onListen', async () => {
    making = Promise.all(
      [...ledgers.values()].map((ledger) =>
        replay(ledger).catch((error) =>
          http.log.warn({ err: error }, `the node's topic on ${ledger.chain} is not read yet`),
        ),
      ),
    )
  })
  http.addHook('onClose', () => making.then(() => {}))
}
