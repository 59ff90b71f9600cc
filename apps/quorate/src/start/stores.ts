import { join } from 'node:path'
import { type Localnet, localnet } from '@quorate/localnet'
import { type DatabaseServer, lockDataDirectory, openDatabase } from '@quorate/platform'
import { devnet, type Opening } from './opening.ts'

/** Opens the database and, with the node, the embedded ledger. Both start at once, since neither needs the other. */
export async function openStores(opening: Opening): Promise<[DatabaseServer, Localnet | undefined]> {
  const { services, settings, env, step, logger, lifecycle } = opening
  const { DATA_DIR: dataDir, DATABASE_URL: url, CHAINS, HOST: host } = settings.shared
  const embedded = CHAINS.includes(devnet) && !env.HEDERA_DEVNET_NODES && services.includes('node')
  if (url && embedded) {
    const lock = lockDataDirectory(dataDir)
    lifecycle.onStop('data directory', () => lock.release())
  }
  const openServer = async () => {
    const server = await openDatabase({ url, dataDir, settings: settings.shared, logger })
    lifecycle.onStop('database', () => server.close())
    return server
  }
  const openNet = async () => {
    const { shared } = settings
    const net = await localnet({
      dataDir: join(dataDir, 'ledger'),
      host,
      thread: true,
      // The services keep data about accounts that a restored snapshot removes.
      givesIdsOnce: true,
      hasDevelopmentMethods: false,
      ports: {
        grpc: shared.LOCALNET_GRPC_PORT,
        mirrorGrpc: shared.LOCALNET_MIRROR_GRPC_PORT,
        mirrorRest: shared.LOCALNET_REST_PORT,
        mirrorRestJava: shared.LOCALNET_REST_JAVA_PORT,
        rpc: shared.LOCALNET_RPC_PORT,
      },
    })
    lifecycle.onStop('embedded ledger', () => net.close())
    return net
  }
  const label = url ? 'database: PostgreSQL' : 'database: embedded PostgreSQL'
  const both = await Promise.allSettled([
    step(label, openServer),
    embedded ? step('ledger: embedded Hedera network', openNet) : undefined,
  ])
  const [server, net] = both
  if (server.status === 'rejected') throw server.reason
  if (net.status === 'rejected') throw net.reason
  return [server.value, net.value]
}
