import { type Mirror, toLedgerTime } from '@quorate/ledger'
import { decodeAmount } from '@quorate/platform'

/** The maximum number of serials in all token gates of one validator: each may take a mirror read. */
const MAX_SERIALS = 40

type FungibleGate = string | { tokenId: string; amount?: number | string }
type NftGate = string | { tokenId: string; serialNumbers?: number[] }

export interface Gates {
  fungibles: FungibleGate[]
  nfts: NftGate[]
  timeRange?: { start?: string; end?: string } | null | undefined
}

/** What is wrong with the gates; undefined if nothing is. */
export function gatesFault({ nfts }: Pick<Gates, 'nfts'>): string | undefined {
  const serials = nfts.reduce(
    (sum, gate) => sum + (typeof gate === 'string' ? 0 : (gate.serialNumbers?.length ?? 0)),
    0,
  )
  return serials > MAX_SERIALS
    ? `the token gates contain ${serials} serial numbers, and the maximum is ${MAX_SERIALS}`
    : undefined
}

/** The reason why the sender fails the gates; undefined if it passes all of them. */
export async function gateRefusal(
  { fungibles, nfts, timeRange }: Gates,
  sender: string,
  mirror: Mirror,
  nowMs: number,
): Promise<string | undefined> {
  const refusal = timeRefusal(timeRange, nowMs)
  if (refusal) return refusal
  for (const gate of fungibles) {
    const { tokenId, amount = 1 } = typeof gate === 'string' ? { tokenId: gate } : gate
    const needed = decodeAmount(amount)
    const held = (await mirror.holding(sender, tokenId))?.balance ?? 0n
    if (held < needed) return `${sender} holds ${held} of ${tokenId}, but needs ${needed}`
  }
  for (const gate of nfts) {
    const { tokenId, serialNumbers } = typeof gate === 'string' ? { tokenId: gate, serialNumbers: undefined } : gate
    if (!(await holdsNft(mirror, sender, tokenId, serialNumbers)))
      return `${sender} holds no NFT of ${tokenId}${serialNumbers ? ` with the serial ${serialNumbers.join(' or ')}` : ''}`
  }
  return undefined
}

/** Whether the sender holds one of `serials`, or any serial number if `serials` is undefined. */
async function holdsNft(mirror: Mirror, sender: string, tokenId: string, serials: number[] | undefined) {
  const held = (await mirror.holding(sender, tokenId))?.balance ?? 0n
  if (!serials || held === 0n) return held > 0n
  for (const serial of serials) if ((await mirror.nftOwner(tokenId, BigInt(serial))) === sender) return true
  return false
}

function timeRefusal(range: Gates['timeRange'], nowMs: number): string | undefined {
  if (range?.start !== undefined && nowMs < milliseconds(range.start)) return `it opens at ${range.start}`
  if (range?.end !== undefined && nowMs > milliseconds(range.end)) return `it closed at ${range.end}`
  return undefined
}

/** When a time range ends, in milliseconds since 1970; undefined if it has no end. */
export const endOf = (range: Gates['timeRange']): number | undefined =>
  range?.end === undefined ? undefined : milliseconds(range.end)

const milliseconds = (time: string): number => Number(toLedgerTime(time)) * 1000
