/** Counts how many serials of a non-fungible token each account held at a past time, by the history of each serial. */
import { createSingleFlight, unavailable, unprocessable } from '@quorate/platform'
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import type { MirrorHttp } from './http.ts'
import { nextPath } from './next-link.ts'
import { nanos, Timestamp } from './timestamps.ts'

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Int64 = Type.Union([Type.Integer(), Type.BigInt()])

const Token = Type.Object({ type: Type.String() })
const Newest = Type.Object({ nfts: Type.Array(Type.Object({ serial_number: Int64 })) })
const History = Type.Object({
  transactions: Type.Array(
    Type.Object({
      consensus_timestamp: Timestamp,
      receiver_account_id: OrNull(Type.String()),
      sender_account_id: OrNull(Type.String()),
      type: OrNull(Type.String()),
    }),
  ),
  links: Type.Optional(Type.Object({ next: OrNull(Type.String()) })),
})
const Moves = Type.Object({
  transactions: Type.Array(
    Type.Object({
      nft_transfers: Type.Optional(
        Type.Array(
          Type.Object({
            token_id: Type.String(),
            serial_number: Int64,
            receiver_account_id: OrNull(Type.String()),
            sender_account_id: OrNull(Type.String()),
          }),
        ),
      ),
    }),
  ),
})

/** Lets a read of the mirror begin when its turn has come. */
export type ReadGate = <T>(read: () => Promise<T>) => Promise<T>

/** The same mirror, with each read passed through the gate, if there is one. */
export const gated = (http: Pick<MirrorHttp, 'get'>, read?: ReadGate): Pick<MirrorHttp, 'get'> =>
  read ? { get: (path, answer) => read(() => http.get(path, answer)) } : http

export interface CollectionQuestion {
  tokenId: string
  /** `seconds.nanos`: the least that was held from right after `since` to `at`. */
  since: string
  at: string
  read?: ReadGate | undefined
  /** The account that pays for the reads. */
  payer?: string | undefined
}

/** A serial's move to an account, or to none when it was burned or wiped. */
interface Move {
  at: bigint
  serial: number
  to: string | null
}

/** Serials whose histories are read at once. */
const SERIALS_AT_ONCE = 8
/** Types of transactions in a serial's history that move nothing, so that their transfers need not be read. */
const MOVE_NOTHING = new Set(['CRYPTOAPPROVEALLOWANCE', 'CRYPTODELETEALLOWANCE', 'TOKENUPDATENFTS'])
/** The serial number in a transaction's transfers that stands for all serials of the old treasury. */
const ALL_SERIALS = -1n

export function collectionReads(mirror: MirrorHttp) {
  const isCollection = new LRUCache<string, boolean>({ max: 1_000 })
  const known = new LRUCache<string, Map<string, bigint>>({ max: 20 })
  /** Counts under way, by payer: a count fails or waits together with its payer's reads. */
  const once = createSingleFlight<Map<string, bigint>>()

  async function newestSerial(tokenId: string, read?: ReadGate): Promise<number> {
    const found = await gated(mirror, read).get(`/api/v1/tokens/${tokenId}/nfts?limit=1&order=desc`, Newest)
    if (!found) throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not list the serials of ${tokenId}`)
    return Number(found.nfts[0]?.serial_number ?? 0)
  }

  /**
   * Reads from a transaction who received a serial, where the serial's history does not say it: a new treasury gets all
   * serials of the old one under the number -1. Undefined where the serial did not move, as when an approval or its
   * metadata changed.
   */
  async function movedIn(
    { tokenId, read }: CollectionQuestion,
    serial: number,
    timestamp: string,
  ): Promise<string | null | undefined> {
    const found = await gated(mirror, read).get(`/api/v1/transactions?timestamp=${timestamp}&limit=1`, Moves)
    const moves = found?.transactions.flatMap(({ nft_transfers = [] }) => nft_transfers) ?? []
    const move = moves.find(
      ({ token_id, serial_number }) =>
        token_id === tokenId && [ALL_SERIALS, BigInt(serial)].includes(BigInt(serial_number)),
    )
    return move && (move.receiver_account_id ?? null)
  }

  /**
   * The moves of a serial up to `at`, oldest first, beginning with the last one up to `since`. A serial with more moves
   * than can be read counts for nobody: somebody who moves or approves it again and again must not stop the count of
   * the others.
   */
  async function movesOf(question: CollectionQuestion, serial: number): Promise<Move[]> {
    const { tokenId, since, at, read } = question
    const moves: Move[] = []
    let path: string | null =
      `/api/v1/tokens/${tokenId}/nfts/${serial}/transactions?timestamp=lte:${at}&order=desc&limit=100`
    for (let reads = 0; path; ) {
      if (reads++ >= limits.maxHistoryPages.value) return []
      const page: Static<typeof History> | null = await gated(mirror, read).get(path, History)
      for (const {
        consensus_timestamp: time,
        receiver_account_id: to,
        sender_account_id: from,
        type,
      } of page?.transactions ?? []) {
        const isTold = !!(to || from)
        if (!isTold && MOVE_NOTHING.has(type ?? '')) continue
        if (!isTold && reads++ >= limits.maxHistoryPages.value) return []
        const receiver = isTold ? (to ?? null) : await movedIn(question, serial, time)
        if (receiver === undefined) continue
        moves.push({ at: nanos(time), serial, to: receiver })
        if (nanos(time) <= nanos(since)) return moves.reverse()
      }
      path = nextPath(path, page)
    }
    return moves.reverse()
  }

  async function count(question: CollectionQuestion): Promise<Map<string, bigint>> {
    // Serials beyond the limit weigh nothing: otherwise the holder of the supply key could stop every count by minting.
    const newest = Math.min(await newestSerial(question.tokenId, question.read), limits.maxCollectionSerials.value)
    const moves: Move[] = []
    for (let first = 1; first <= newest; first += SERIALS_AT_ONCE) {
      const serials = Array.from({ length: Math.min(SERIALS_AT_ONCE, newest - first + 1) }, (_, index) => first + index)
      moves.push(...(await Promise.all(serials.map((serial) => movesOf(question, serial)))).flat())
    }
    return leastHeld(moves, nanos(question.since))
  }

  return {
    async assertCountable(tokenId: string): Promise<void> {
      const newest = await newestSerial(tokenId)
      if (newest <= limits.maxCollectionSerials.value) return
      throw unprocessable(
        'COLLECTION_TOO_LARGE',
        `${tokenId} has ${newest} serials: only the first ${limits.maxCollectionSerials.value} can be counted as of a past time`,
      )
    },
    async isCollection(tokenId: string, read?: ReadGate): Promise<boolean> {
      const found = isCollection.get(tokenId)
      if (found !== undefined) return found
      const token = await gated(mirror, read).get(`/api/v1/tokens/${tokenId}`, Token)
      if (token) isCollection.set(tokenId, token.type === 'NON_FUNGIBLE_UNIQUE')
      return token?.type === 'NON_FUNGIBLE_UNIQUE'
    },
    /** The number of serials by account. Call it once the mirror has passed `at`, since the answer is kept. */
    async serialsHeld(question: CollectionQuestion): Promise<Map<string, bigint>> {
      const name = `${question.tokenId} ${question.since} ${question.at}`
      const found = known.get(name)
      if (found) return found
      return once(`${name} ${question.payer ?? ''}`, async () => {
        const held = await count(question)
        known.set(name, held)
        return held
      })
    },
  }
}

/** What each account held right after `since`, or the least that it held after a later transaction. */
function leastHeld(moves: Move[], since: bigint): Map<string, bigint> {
  const owners = new Map<number, string | null>()
  const held = new Map<string, bigint>()
  const least = new Map<string, bigint>()
  const move = ({ serial, to }: Move): void => {
    const from = owners.get(serial) ?? null
    owners.set(serial, to)
    if (from !== null) held.set(from, (held.get(from) ?? 0n) - 1n)
    if (to !== null) held.set(to, (held.get(to) ?? 0n) + 1n)
  }
  const inOrder = moves.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const [before, after] = [inOrder.filter(({ at }) => at <= since), inOrder.filter(({ at }) => at > since)]
  before.forEach(move)
  for (const [account, count] of held) least.set(account, count)
  for (const [index, one] of after.entries()) {
    move(one)
    const isLastOfTransaction = after[index + 1]?.at !== one.at
    if (isLastOfTransaction)
      for (const [account, count] of least)
        if ((held.get(account) ?? 0n) < count) least.set(account, held.get(account) ?? 0n)
  }
  return least
}
