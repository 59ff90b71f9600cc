/** Counts how many serials of a non-fungible token each account held at a past time, by the history of each serial. */
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { createSingleFlight } from '../async/single-flight.ts'
import { unavailable, unprocessable } from '../error.ts'
import { limits } from '../limits.ts'
import { EntityId } from '../values/ids/entity-id-schema.ts'
import { nanos } from '../values/timestamp-text.ts'
import { leastHeld, type Move } from './least-held.ts'
import type { MirrorGet } from './reading/mirror-get.ts'
import { nextPath } from './reading/next-link.ts'
import { MirrorTimestamp } from './reading/timestamps.ts'

/**
 * How many pages of 100 transactions are read to count the holders of a collection. Each serial gets an equal share of
 * at least one page. A serial with more transactions is not counted.
 */
const MAX_COLLECTION_PAGES = 5_000

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const Serial = Type.Union([Type.Integer({ minimum: 1 }), Type.BigInt({ minimum: 1n })])
const Holder = OrNull(EntityId)

const Token = Type.Object({ type: Type.String() })
const Newest = Type.Object({
  nfts: Type.Array(Type.Object({ created_timestamp: OrNull(MirrorTimestamp), serial_number: Serial })),
})
const History = Type.Object({
  transactions: Type.Array(
    Type.Object({
      consensus_timestamp: MirrorTimestamp,
      receiver_account_id: Holder,
      sender_account_id: Holder,
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
            receiver_account_id: Holder,
            sender_account_id: Holder,
          }),
        ),
      ),
    }),
  ),
})

/** Starts a read of the mirror when its turn has come. */
export type ReadGate = <T>(read: () => Promise<T>) => Promise<T>

/** The same mirror with every read passed through the gate, if there is one. */
export const gated = (http: MirrorGet, gate?: ReadGate): MirrorGet =>
  gate ? { get: (path, answer) => gate(() => http.get(path, answer)) } : http

export interface CollectionQuestion {
  tokenId: string
  /** `seconds.nanos`. The lowest holding after `since` and up to `at` counts. */
  since: string
  at: string
  gate?: ReadGate | undefined
  /** The account that pays for the reads. */
  payer?: string | undefined
}

/** How many serials' histories are read at once. */
const SERIALS_AT_ONCE = 8
/** Types of transactions in a serial's history that never move it, so their transfers need not be read. */
const MOVE_NOTHING = new Set(['CRYPTOAPPROVEALLOWANCE', 'CRYPTODELETEALLOWANCE', 'TOKENUPDATENFTS'])
/** In a transaction's transfers, this serial number means all serials of the old treasury. */
const ALL_SERIALS = -1n

export function collectionReads(mirror: MirrorGet) {
  const isCollection = new LRUCache<string, boolean>({ max: 1_000 })
  const known = new LRUCache<string, Map<string, bigint>>({ max: 20 })
  /** Counts in progress, by payer. Only requests of the same payer share a count, since reads are limited by payer. */
  const once = createSingleFlight<Map<string, bigint>>()

  return {
    async assertCountable(tokenId: string): Promise<void> {
      const { serial: newest } = await newestSerial(mirror, tokenId)
      if (newest <= limits.maxCollectionSerials.value) return
      throw unprocessable(
        'COLLECTION_TOO_LARGE',
        `${tokenId} has ${newest} serials: only the first ${limits.maxCollectionSerials.value} can be counted as of a past time`,
      )
    },
    async isCollection(tokenId: string, gate?: ReadGate): Promise<boolean> {
      const found = isCollection.get(tokenId)
      if (found !== undefined) return found
      const token = await gated(mirror, gate).get(`/api/v1/tokens/${tokenId}`, Token)
      if (!token) throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not show the token ${tokenId}`)
      isCollection.set(tokenId, token.type === 'NON_FUNGIBLE_UNIQUE')
      return token.type === 'NON_FUNGIBLE_UNIQUE'
    },
    /** The number of serials by account. Call it only after the mirror has passed `at`, since the answer is cached. */
    async serialsHeld(question: CollectionQuestion): Promise<Map<string, bigint>> {
      const name = `${question.tokenId} ${question.since} ${question.at}`
      const found = known.get(name)
      if (found) return found
      return once(`${name} ${question.payer ?? ''}`, async () => {
        const held = await countHeld(mirror, question)
        known.set(name, held)
        return held
      })
    },
  }
}

async function countHeld(mirror: MirrorGet, question: CollectionQuestion): Promise<Map<string, bigint>> {
  // Serials beyond the limit have no weight. Without the limit, the holder of the supply key could stop every count by
  // minting.
  const newest = await mintedBy(mirror, question)
  const pages = pagesFor(newest)
  const histories: Move[][] = []
  for (let first = 1; first <= newest; first += SERIALS_AT_ONCE) {
    const serials = Array.from({ length: Math.min(SERIALS_AT_ONCE, newest - first + 1) }, (_, index) => first + index)
    histories.push(...(await Promise.all(serials.map((serial) => movesOf(mirror, question, serial, pages)))))
  }
  return leastHeld(histories, nanos(question.since))
}

/** The newest serial up to `most`, and when it was minted; serial 0 if there is none. */
async function newestSerial(
  mirror: MirrorGet,
  tokenId: string,
  { gate, most }: { gate?: ReadGate | undefined; most?: number } = {},
): Promise<{ serial: number; mintedAt: bigint }> {
  const bound = most === undefined ? '' : `&serialnumber=lte:${most}`
  const found = await gated(mirror, gate).get(`/api/v1/tokens/${tokenId}/nfts?limit=1&order=desc${bound}`, Newest)
  if (!found) throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not list the serials of ${tokenId}`)
  const [newest] = found.nfts
  const serial = Number(newest?.serial_number ?? 0)
  if (most !== undefined && serial > most)
    throw unavailable(
      'MIRROR_UNAVAILABLE',
      `The mirror returned serial ${serial} of ${tokenId}, although serials up to ${most} were requested`,
    )
  return { serial, mintedAt: nanos(newest?.created_timestamp ?? '0.0') }
}

/**
 * How many of the countable serials had been minted at `at`. Later ones must not change the count, since a later
 * recount must get the same number. Serials are numbered in the order of minting.
 */
async function mintedBy(mirror: MirrorGet, { tokenId, at, gate }: CollectionQuestion): Promise<number> {
  let minted = 0
  let most = limits.maxCollectionSerials.value
  for (let asked = most; most > minted; asked = Math.ceil((minted + most) / 2)) {
    const { serial, mintedAt } = await newestSerial(mirror, tokenId, { gate, most: asked })
    if (mintedAt > nanos(at)) most = serial - 1
    else if (asked === most) return serial
    else minted = asked
  }
  return minted
}

/**
 * The moves of a serial up to `at`, oldest first, starting with the last one up to `since`. Empty if they do not fit
 * into `pages`: the serial is then not counted. So an owner who moves or approves one serial again and again cannot
 * prevent the others from being counted.
 */
async function movesOf(
  mirror: MirrorGet,
  question: CollectionQuestion,
  serial: number,
  pages: number,
): Promise<Move[]> {
  const { tokenId, since, at, gate } = question
  const moves: Move[] = []
  let path: string | null =
    `/api/v1/tokens/${tokenId}/nfts/${serial}/transactions?timestamp=lte:${at}&order=desc&limit=100`
  let last = nanos(at)
  for (let reads = 0; path; ) {
    if (reads++ >= pages) return []
    const page: Static<typeof History> | null = await gated(mirror, gate).get(path, History)
    if (!page)
      throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not show the moves of serial ${serial}: ${path}`)
    for (const {
      consensus_timestamp: time,
      receiver_account_id: to,
      sender_account_id: from,
      type,
    } of page.transactions) {
      if (nanos(time) > last)
        throw unavailable(
          'MIRROR_UNAVAILABLE',
          `The mirror returned NFT transactions outside the requested time, or not newest first: ${path}`,
        )
      last = nanos(time)
      const isTold = !!(to || from)
      if (!isTold && MOVE_NOTHING.has(type ?? '')) continue
      if (!isTold && reads++ >= pages) return []
      const receiver = isTold ? (to ?? null) : await movedIn(mirror, question, serial, time)
      if (receiver === undefined) continue
      moves.push({ at: nanos(time), serial, to: receiver })
      if (nanos(time) <= nanos(since)) return moves.reverse()
    }
    path = nextPath(path, page)
  }
  return moves.reverse()
}

/**
 * Reads from a transaction who received a serial, if the serial's history does not say so: a new treasury gets all
 * serials of the old one under the number -1. Undefined if the serial did not move, as when only an approval or its
 * metadata changed.
 */
async function movedIn(
  mirror: MirrorGet,
  { tokenId, gate }: CollectionQuestion,
  serial: number,
  timestamp: string,
): Promise<string | null | undefined> {
  const found = await gated(mirror, gate).get(`/api/v1/transactions?timestamp=${timestamp}&limit=1`, Moves)
  if (!found?.transactions.length)
    throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not show the transaction at ${timestamp}`)
  const moves = found.transactions.flatMap(({ nft_transfers = [] }) => nft_transfers)
  const move = moves.find(
    ({ token_id, serial_number }) =>
      token_id === tokenId && [ALL_SERIALS, BigInt(serial)].includes(BigInt(serial_number)),
  )
  return move && (move.receiver_account_id ?? null)
}

/**
 * How many pages of history may be read for each serial. The shares are equal: if pages were taken in the order of
 * reading, one serial's moves could use up what others need.
 */
const pagesFor = (serials: number): number =>
  Math.min(Math.max(Math.floor(MAX_COLLECTION_PAGES / serials), 1), limits.maxHistoryPages.value)
