import { localnet } from '../src/index.ts'

/**
 * A network for the benchmark, in a separate process. With `--expose-gc` it reports resident memory without garbage.
 */
const network = await localnet({ ports: {}, dataDir: process.argv[2] })
process.send?.({ grpc: network.grpc, mirrorRest: network.mirrorRest })
process.on('message', () => {
  const collect: unknown = Reflect.get(globalThis, 'gc')
  if (typeof collect === 'function') collect()
  process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit(0))
