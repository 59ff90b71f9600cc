/** Everything that only reads: the mirror's answers and the ledger's. */
import type { Network } from '@quorate/ledger'
import { type Clock, createCache, type Http, type Logger } from '@quorate/platform'
import { createMirrorClient } from './mirror/client.ts'
import { mirrorRoutes } from './routes/mirrors.ts'

export interface ReadsOptions {
  http: Http
  /** The first is the default. */
  networks: readonly Network[]
  mirrorTimeoutMs?: number | undefined
  clock: Clock
}

export async function reads({ http, networks, mirrorTimeoutMs, clock }: ReadsOptions): Promise<void> {
  const logger = http.log as unknown as Logger
  const cache = await createCache({ clock, logger, max: 5_000 })
  const mirrors = new Map(
    networks.map(({ chain, mirrorUrl }) => {
      const timeout = mirrorTimeoutMs === undefined ? {} : { timeoutMs: mirrorTimeoutMs }
      return [chain, createMirrorClient({ url: mirrorUrl, ...timeout })] as const
    }),
  )
  mirrorRoutes(http, { mirrors, cache })
  http.addHook('onClose', async () => {
    for (const mirror of mirrors.values()) mirror.close()
    await cache.close()
  })
}
