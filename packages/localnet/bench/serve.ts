import { localnet } from '../src/index.ts'

/** A network for the benchmark, in a process of its own. */
const network = await localnet({ ports: {}, dataDir: process.argv[2] })
process.send?.({ grpc: network.grpc, mirrorRest: network.mirrorRest })
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit(0))
