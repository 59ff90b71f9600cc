/** The transactions of an account in a period. */
import type { Static, TSchema } from 'typebox'
import { unavailable } from '../../error.ts'
import { nanos, nanosText } from '../../values/timestamp-text.ts'
import type { MirrorGet } from '../reading/mirror-get.ts'
import { nextPath } from '../reading/next-link.ts'

interface Page {
  transactions: { consensus_timestamp: string }[]
  links?: { next?: string | null }
}

export interface AccountTransactions<S extends TSchema> {
  account: string
  /** Nanoseconds: later transactions only. */
  after: bigint
  /** Nanoseconds: transactions up to and including this time. */
  until: bigint
  answer: S
  /** Called before each page is read. It may throw to end the reading. */
  beforePage(): void
}

/**
 * The transactions in pages of up to 100, oldest first.
 *
 * @throws 503 MIRROR_UNAVAILABLE if the mirror shows transactions outside the period, or not oldest first
 */
export async function* accountTransactions<S extends TSchema>(
  mirror: MirrorGet,
  { account, after, until, answer, beforePage }: AccountTransactions<S>,
): AsyncGenerator<(Static<S> & Page)['transactions']> {
  let last = after
  let path: string | null =
    `/api/v1/transactions?account.id=${account}&timestamp=gt:${nanosText(after)}&timestamp=lte:${nanosText(until)}&order=asc&limit=100`
  while (path !== null) {
    beforePage()
    const page = (await mirror.get(path, answer)) as (Static<S> & Page) | null
    if (!page) throw unavailable('MIRROR_UNAVAILABLE', `The mirror refuses GET ${path}`)
    for (const { consensus_timestamp } of page.transactions) {
      const time = nanos(consensus_timestamp)
      if (time <= last || time > until)
        throw unavailable(
          'MIRROR_UNAVAILABLE',
          `The mirror returned transactions outside the requested time, or not oldest first: ${path}`,
        )
      last = time
    }
    yield page.transactions
    path = nextPath(path, page)
  }
}
