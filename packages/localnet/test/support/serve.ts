import { localnet } from '../../src/index.ts'

/** A network in a separate process, for tests that kill it. */
const network = await localnet({ ports: {}, dataDir: process.argv[2] })
process.send?.({ grpc: network.grpc, mirrorRest: network.mirrorRest })
process.on('disconnect', () => process.exit(0))
