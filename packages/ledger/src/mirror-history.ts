/** What accounts were and held at a past time. */
import { unavailable } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { keyFromMirror } from './key-encodings.ts'
import type { Key } from './keys.ts'
import { AccountAnswer } from './mirror-answers.ts'
import type { MirrorHttp } from './mirror-http.ts'

export interface HoldingQuestion {
  account: string
  /** null is the native currency. */
  tokenId: string | null
  /** `seconds.nanos` */
  at: string
}

export interface HistoryReads {
  /**
   * What an account held right after `at`, exact: the mirror's last balance snapshot up to then, and the account's transfers since. Smallest
   * units; of a non-fungible token the number of its serials. Ask once the mirror has passed that time.
   */
  holdingAt(question: HoldingQuestion): Promise<bigint>
  /** The key that an account had at `at`; null if it had none, did not exist or was deleted. */
  keyAt(account: string, at: string): Promise<Key | null>
}

/** `seconds.nanos` of milliseconds since the epoch. */
export const ledgerTimestamp = (ms: number): string =>
  `${Math.floor(ms / 1000)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}000000`

const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

const BalancesAnswer = Type.Object({
  timestamp: OrNull(Type.String()),
  balances: Type.Array(Type.Object({ account: Type.String(), balance: Int64 })),
})
const TransfersAnswer = Type.Object({
  transactions: Type.Array(
    Type.Object({
      transfers: Type.Optional(Type.Array(Type.Object({ account: OrNull(Type.String()), amount: Int64 }))),
      token_transfers: Type.Optional(
        Type.Array(Type.Object({ token_id: Type.String(), account: OrNull(Type.String()), amount: Int64 })),
      ),
      nft_transfers: Type.Optional(
        Type.Array(
          Type.Object({
            token_id: Type.String(),
            sender_account_id: OrNull(Type.String()),
            receiver_account_id: OrNull(Type.String()),
          }),
        ),
      ),
    }),
  ),
  links: Type.Optional(Type.Object({ next: OrNull(Type.String()) })),
})
type Moves = Static<typeof TransfersAnswer>['transactions'][number]

export function historyReads(http: MirrorHttp): HistoryReads {
  return {
    async holdingAt(question) {
      const { account, tokenId, at } = question
      const list = tokenId === null ? 'balances' : `tokens/${tokenId}/balances`
      const snapshot = await http.get(`/api/v1/${list}?account.id=${account}&timestamp=lte:${at}`, BalancesAnswer)
      if (!snapshot?.timestamp)
        throw unavailable(
          'MIRROR_UNAVAILABLE',
          `the mirror has no balances of ${tokenId ?? 'the currency'} up to ${at}`,
        )
      const held = snapshot.balances.find((found) => found.account === account)?.balance ?? 0
      if (snapshot.timestamp === at) return BigInt(held)
      if (Number(snapshot.timestamp) > Number(at))
        throw unavailable('MIRROR_UNAVAILABLE', `the mirror's balances up to ${at} are of ${snapshot.timestamp}`)
      return BigInt(held) + (await movedSince(http, question, snapshot.timestamp))
    },
    async keyAt(account, at) {
      const found = await http.get(`/api/v1/accounts/${account}?transactions=false&timestamp=lte:${at}`, AccountAnswer)
      return found && !found.deleted ? keyFromMirror(found.key ?? null) : null
    },
  }
}

async function movedSince(http: MirrorHttp, question: HoldingQuestion, since: string): Promise<bigint> {
  const { account, at } = question
  let sum = 0n
  let path: string | null =
    `/api/v1/transactions?account.id=${account}&timestamp=gt:${since}&timestamp=lte:${at}&order=asc&limit=100`
  while (path) {
    const page: Static<typeof TransfersAnswer> | null = await http.get(path, TransfersAnswer)
    if (!page) throw unavailable('MIRROR_UNAVAILABLE', `the mirror refuses GET ${path}`)
    for (const moves of page.transactions) sum += moved(moves, question)
    path = page.links?.next ?? null
  }
  return sum
}

function moved({ transfers, token_transfers, nft_transfers }: Moves, { account, tokenId }: HoldingQuestion): bigint {
  let sum = 0n
  if (tokenId === null) {
    for (const transfer of transfers ?? []) if (transfer.account === account) sum += BigInt(transfer.amount)
    return sum
  }
  for (const transfer of token_transfers ?? [])
    if (transfer.token_id === tokenId && transfer.account === account) sum += BigInt(transfer.amount)
  for (const transfer of nft_transfers ?? []) {
    if (transfer.token_id !== tokenId) continue
    if (transfer.receiver_account_id === account) sum += 1n
    if (transfer.sender_account_id === account) sum -= 1n
  }
  return sum
}
