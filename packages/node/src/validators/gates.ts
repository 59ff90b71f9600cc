import type { Mirror } from '@quorate/ledger'
import { decodeAmount } from '@quorate/platform'
import { toLedgerTime } from '../values/timestamps.ts'

type FungibleGate = string | { tokenId: string; amount?: number | string }
type NftGate = string | { tokenId: string; serialNumbers?: number[] }

export interface Gates {
  fungibles: FungibleGate[]
  nfts: NftGate[]
  timeRange?: { start?: string; end?: string } | null | undefined
}

/** Why the sender does not pass; undefined if it does. All gates must be passed. */
export async function gateRefusal(
  { fungibles, nfts, timeRange }: Gates,
  sender: string,
  mirror: Mirror,
  nowMs: number,
): Promise<string | undefined> {
  const when = timeRefusal(timeRange, nowMs)
  if (when) return when
  for (const gate of fungibles) {
    const { tokenId, amount = 1 } = typeof gate === 'string' ? { tokenId: gate } : gate
    const needed = decodeAmount(amount)
    const held = (await mirror.holding(sender, tokenId))?.balance ?? 0n
    if (held < needed) return `${sender} holds ${held} of ${tokenId}: ${needed} are needed`
  }
  for (const gate of nfts) {
    const { tokenId, serialNumbers } = typeof gate === 'string' ? { tokenId: gate, serialNumbers: undefined } : gate
    if (!(await holdsNft(mirror, sender, tokenId, serialNumbers)))
      return `${sender} holds no NFT of ${tokenId}${serialNumbers ? ` with the serial ${serialNumbers.join(' or ')}` : ''}`
  }
  return undefined
}

/** One of the serials, or any. */
async function holdsNft(mirror: Mirror, sender: string, tokenId: string, serials: number[] | undefined) {
  if (!serials) return ((await mirror.holding(sender, tokenId))?.balance ?? 0n) > 0n
  for (const serial of serials) if ((await mirror.nftOwner(tokenId, BigInt(serial))) === sender) return true
  return false
}

function timeRefusal(range: Gates['timeRange'], nowMs: number): string | undefined {
  if (range?.start !== undefined && nowMs < milliseconds(range.start)) return `it opens at ${range.start}`
  if (range?.end !== undefined && nowMs > milliseconds(range.end)) return `it closed at ${range.end}`
  return undefined
}

/** When a range ends, in milliseconds; undefined where it does not. */
export const endOf = (range: Gates['timeRange']): number | undefined =>
  range?.end === undefined ? undefined : milliseconds(range.end)

const milliseconds = (time: string): number => Number(toLedgerTime(time)) * 1000
