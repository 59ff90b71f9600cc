/** What the command asks of the ledger itself: a mirror, whose answers about keys are believed. */
import { openLedger, readNetwork } from '@quorate/ledger'
import type { LedgerReads } from '@quorate/verify'
import type { TopicReads } from '@quorate/verify/recount'
import { local } from './connect.ts'

const REST = 5551
const GRPC = 50211

export interface LedgerOptions {
  chain: string
  mirrorUrl?: string | undefined
}

interface Ledger extends LedgerReads, Pick<TopicReads, 'topicMessages'> {}

/** Does something with the chain's ledger, and closes it. */
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
      key: async (id) => (await ledger.mirror.account(id))?.key ?? null,
      schedule: (id) => ledger.mirror.schedule(id),
      topicMessages: ledger.mirror.topicMessages,
      token: (id) => ledger.mirror.token(id),
    })
  } finally {
    ledger.close()
  }
}
