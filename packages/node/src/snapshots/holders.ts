/** The holders of a token at one time of the ledger, read page by page. */
import type { MirrorJson, PublicMirror } from '@quorate/ledger'
import { AmountOut, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { shaped } from '../answers/fit-to-schema.ts'
import { orNull } from '../answers/mirror.ts'
import { limits } from '../limits.ts'

export interface Holder {
  account: string
  /** In smallest units; for a non-fungible token, the number of serials that the account holds. */
  balance: number | string
}

export interface HolderPage {
  /** `seconds.nanos` of the balances. */
  at: string
  holders: Holder[]
}

const Page = Type.Object({
  timestamp: orNull(Type.String()),
  balances: Type.Array(Type.Object({ account: Type.String(), balance: AmountOut })),
})

/** The time of the mirror's newest transaction; undefined on an empty ledger. */
export async function newestTime(mirror: PublicMirror): Promise<string | undefined> {
  const { transactions } = await mirror.get('/transactions?limit=1&order=desc')
  const [newest] = (transactions as MirrorJson[] | undefined) ?? []
  return newest && String(newest.consensus_timestamp)
}

const PAGE = 100

/**
 * The holders in ascending order of account, without zero balances. The mirror's links keep the same time for all
 * pages.
 *
 * @throws 422 SNAPSHOT_TOO_LARGE
 */
export async function* holdersAt(mirror: PublicMirror, token: string, at: string): AsyncGenerator<HolderPage> {
  const { value: most } = limits.maxSnapshotHolders
  let path: string | undefined = `/tokens/${token}/balances?timestamp=lte:${at}&order=asc&limit=${PAGE}`
  for (let read = 0; path; read += PAGE) {
    if (read >= most) throw unprocessable('SNAPSHOT_TOO_LARGE', `${token} has more than ${most} balances`)
    const raw: MirrorJson = await mirror.get(path)
    const { timestamp, balances } = shaped(Page, raw, path)
    yield { at: timestamp ?? at, holders: balances.filter(({ balance }) => Number(balance) > 0) }
    const link = (raw.links as MirrorJson | undefined)?.next
    path = typeof link === 'string' ? link.replace(/^\/api\/v1/, '') : undefined
  }
}
