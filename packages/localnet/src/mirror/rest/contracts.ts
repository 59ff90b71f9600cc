/** Lists of contracts and of their results: empty, as the ledger runs no contracts. */
import type { MirrorRoute } from './route.ts'

const PAGE = ['limit', 'order', 'timestamp']

/** A list under the name `member` that has no entries. */
const emptyList = (path: string, member: string, parameters: readonly string[]): MirrorRoute => ({
  path,
  parameters,
  answer({ query }) {
    query.limit()
    query.order('desc')
    query.timestamps()
    return { [member]: [], links: { next: null } }
  },
})

/** GET /contracts */
export const contracts = emptyList('/contracts', 'contracts', ['contract.id', 'limit', 'order'])

/** GET /contracts/results */
export const contractResults = emptyList('/contracts/results', 'results', [
  ...['block.hash', 'block.number', 'from', 'hbar', 'internal', 'transaction.index'],
  ...PAGE,
])

/** GET /contracts/results/logs */
export const contractLogs = emptyList('/contracts/results/logs', 'logs', [
  ...['index', 'topic0', 'topic1', 'topic2', 'topic3', 'transaction.hash'],
  ...PAGE,
])
