/** The command's own reads of the ledger, from a mirror whose answers about keys are trusted. */
import { openLedger, readNetwork } from '@quorate/ledger'
import { parseJson } from '@quorate/platform'
import type { CallLedger, LedgerReads } from '@quorate/verify'
import type { TopicReads } from '@quorate/verify/recount'
import { local } from './connect.ts'

const REST = 5551
const CONSOLE = 3005
const GRPC = 50211

export interface LedgerOptions {
  chain: string
  mirrorUrl?: string | undefined
}

interface Ledger extends LedgerReads, CallLedger, Pick<TopicReads, 'topicMessages'> {
  /** The ledger's time in milliseconds. */
  now: number
}

/** Does `work` with the chain's ledger, and closes it. */
export async function withLedger<T>(
  { chain, mirrorUrl }: LedgerOptions,
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const embedded =
    chain === 'hedera:devnet' && !process.env.HEDERA_DEVNET_NODES
      ? {
          grpc: local('LOCALNET_GRPC_PORT', GRPC).replace(/^http:\/\//, ''),
          mirrorUrl: local('LOCALNET_REST_PORT', REST),
        }
      : undefined
  const network = readNetwork(chain, process.env, embedded)
  const ledger = openLedger({ ...network, ...(mirrorUrl === undefined ? {} : { mirrorUrl }) })
  try {
    return await work({
      now: Date.now() + (embedded ? await developmentAheadMs() : 0),
      key: async (id) => (await ledger.mirror.account(id))?.key ?? null,
      keyAt: ledger.mirror.keyAt,
      schedule: (id) => ledger.mirror.schedule(id),
      topic: (id) => ledger.mirror.topic(id),
      topicMessages: ledger.mirror.topicMessages,
      async token(id) {
        const [shown, details] = await Promise.all([ledger.mirror.token(id), ledger.mirror.tokenDetails(id)])
        return shown && details && { ...details, symbol: shown.symbol, decimals: shown.decimals }
      },
    })
  } finally {
    ledger.close()
  }
}

/**
 * How far development has moved the clock of the embedded ledger ahead of this machine's, in milliseconds; 0 if the
 * console does not say. Used only for the embedded ledger, since its keys are public.
 */
async function developmentAheadMs(): Promise<number> {
  try {
    const response = await fetch(`${local('CONSOLE_HTTP_PORT', CONSOLE)}/config.json`, {
      signal: AbortSignal.timeout(2_000),
    })
    const { development } = parseJson(await response.text()) as { development?: { aheadMs?: unknown } | null }
    const ms = development?.aheadMs
    return typeof ms === 'number' && Number.isFinite(ms) ? ms : 0
  } catch {
    return 0
  }
}
