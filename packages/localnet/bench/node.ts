import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A network in a separate process. */
export interface BenchNode {
  readonly grpc: string
  readonly mirrorRest: string
  /** From the start of its process on. */
  readonly readySeconds: number
  /** Processor time so far in microseconds, and resident bytes. */
  usage(): Promise<{ cpu: number; rss: number }>
  stop(): Promise<void>
}

interface Told {
  readonly cpu: NodeJS.CpuUsage
  readonly rss: number
}

export async function startNode(dataDir: string, args: readonly string[] = []): Promise<BenchNode> {
  const began = performance.now()
  const child = fork(new URL('./serve.ts', import.meta.url), [dataDir], { execArgv: [...args] })
  const [addresses] = (await once(child, 'message')) as [{ grpc: string; mirrorRest: string }]
  return {
    ...addresses,
    readySeconds: (performance.now() - began) / 1000,
    usage: async () => {
      child.send('usage')
      const [{ cpu, rss }] = (await once(child, 'message')) as [Told]
      return { cpu: cpu.user + cpu.system, rss }
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
