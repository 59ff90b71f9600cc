/** The resources that all services of a process share. */
import { join } from 'node:path'
import { type Network, openLedger, readNetwork } from '@quorate/ledger'
import type { Localnet } from '@quorate/localnet'
import type { NodeEvents, SessionEvents, SharedKeyEvents } from '@quorate/node'
import { type Clock, createCache, createEvents, openFirstAnswers, openJobs, systemClock } from '@quorate/platform'
import { openControl } from '../backup/control.ts'
import { copyStores } from '../backup/copies.ts'
import { COPIES } from '../backup/folder.ts'
import { keepPaired } from '../backup/pairing.ts'
import { openDevelopmentClock } from '../development-ledger.ts'
import { devnet, type Opening } from './opening.ts'
import { openStores } from './stores.ts'
import { openVerifier } from './verifier.ts'

export type Shared = Awaited<ReturnType<typeof openShared>>

export async function openShared(opening: Opening) {
  const { logger, lifecycle } = opening
  const { shared } = opening.settings
  const [server, net] = await openStores(opening)
  if (net) {
    const unpair = await keepPaired({ server, net, anew: opening.pairAnew, logger })
    lifecycle.onStop('pairing of database and ledger', unpair)
  }
  if (server.copyTo) {
    const copies = join(shared.DATA_DIR, COPIES, 'files')
    const control = await openControl(shared.DATA_DIR, () => copyStores(server, net, copies))
    lifecycle.onStop('entrance for backups', () => control.close())
  }
  /** The clock of the embedded ledger, which developers may move. */
  const moved = net && (await openDevelopmentClock(shared.DATA_DIR, net))
  const clock = moved ?? systemClock
  const networks = networksOf(opening, net)
  const ledgers = openLedgers(opening, networks, clock)
  const jobs = openJobs({
    server,
    settings: { attempts: shared.QUEUE_ATTEMPTS, backoffDelayMs: shared.QUEUE_BACKOFF_DELAY },
    clock,
    logger,
  })
  const idempotencyStore = await openFirstAnswers(server, clock)
  const cache = await createCache({ redisUrl: shared.REDIS_URL, clock, logger })
  lifecycle.onStop('cache', () => cache.close())
  const tokens = await openVerifier(opening, { server, clock })
  // One instance for the whole process: without a carrier, two instances would not receive each other's events.
  const events = await createEvents<NodeEvents & SessionEvents & SharedKeyEvents>({
    redisUrl: shared.REDIS_URL,
    server,
    logger,
  })
  lifecycle.onStop('events', () => events.close())
  return { server, net, moved, clock, networks, ledgers, jobs, idempotencyStore, cache, tokens, events }
}

function networksOf({ settings, env }: Opening, net: Localnet | undefined): Network[] {
  const operator = net?.accounts[0]
  const embedded = net && {
    grpc: net.grpc,
    mirrorUrl: net.mirrorRest,
    ...(operator ? { operator: { id: operator.id, key: operator.privateKey } } : {}),
  }
  return settings.shared.CHAINS.map((chain) => readNetwork(chain, env, chain === devnet ? embedded : undefined))
}

function openLedgers({ lifecycle }: Opening, networks: Network[], clock: Clock) {
  return new Map(
    networks.map((network) => {
      const ledger = openLedger({ ...network, clock })
      lifecycle.onStop(`ledger ${network.chain}`, () => ledger.close())
      return [network.chain, ledger] as const
    }),
  )
}
