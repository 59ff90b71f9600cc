/** Opens everything that a start needs, in order; a stop closes it in reverse order. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pageFolder } from '@quorate/console'
import type { Localnet } from '@quorate/localnet'
import { readSchedulePayers } from '@quorate/multisig'
import {
  ConfigError,
  createLifecycle,
  createLogger,
  type DatabaseServer,
  keepPrivate,
  type Lifecycle,
} from '@quorate/platform'
import { RESTORING } from './backup/folder.ts'
import { openHealth } from './health.ts'
import { type ServiceName, settingsFor } from './settings.ts'
import { type Addresses, createHost } from './start/host.ts'
import type { Opening, Step } from './start/opening.ts'
import { openGovernance, openMultisig, openNode, openPage, type Parts } from './start/services.ts'
import { openShared } from './start/shared.ts'

export interface Running {
  addresses: Addresses
  localnet?: Localnet
  database: DatabaseServer['kind']
  lifecycle: Lifecycle
}

export async function startPlatform(
  services: readonly ServiceName[],
  { env, step, pairAnew = false }: { env: NodeJS.ProcessEnv; step: Step; pairAnew?: boolean },
): Promise<Running> {
  const settings = settingsFor(services, env)
  const logger = createLogger({ level: settings.shared.LOG_LEVEL })
  refuseUnfinishedRestore(settings.shared.DATA_DIR)
  keepPrivate(settings.shared.DATA_DIR, logger)
  const lifecycle = createLifecycle({ logger })
  try {
    return await open({ services, settings, env, step, pairAnew, logger, lifecycle })
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

async function open(opening: Opening): Promise<Running> {
  const { services, settings, env, step, logger, lifecycle } = opening
  const payers = services.includes('multisig')
    ? readSchedulePayers(settings.shared.CHAINS, env, settings.multisig)
    : new Map<string, never>()
  // Begun early, because building the page takes as long as the rest of the start.
  const page = services.includes('console') ? step('console: page', pageFolder) : undefined
  page?.catch(() => {})
  const shared = await openShared(opening)
  const { server, net, networks, jobs, tokens, events, clock } = shared
  const host = createHost(opening, shared)
  const { addresses } = host
  const health = await openHealth({
    settings: settings.shared,
    server,
    networks,
    addresses,
    services,
    missing: tokens.missing,
    events,
    clock,
    logger,
    lifecycle,
  })
  const parts: Parts = { opening, shared, host, health }
  const ofNode = tokens.issued && (await openNode(parts, tokens.issued))
  if (services.includes('multisig')) await openMultisig(parts, { messenger: ofNode?.messenger, payers })
  if (services.includes('governance')) await openGovernance(parts, ofNode?.messenger)
  if (page) await openPage(parts, await page)
  await step('jobs', () => jobs.start())
  lifecycle.onStop('jobs', () => jobs.stop())
  await ofNode?.begin()
  host.closeAtStop()
  await step(`services: ${services.join(', ')}`, host.listen)
  return { addresses, ...(net ? { localnet: net } : {}), database: server.kind, lifecycle }
}

function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING)))
    throw new ConfigError(`A restore into ${dataDir} was not finished: run quorate restore --replace once more`)
}
