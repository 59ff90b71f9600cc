/** Airdrops that wait for their receiver to claim them (HIP-904). */
import { Type } from 'typebox'
import { EntityId } from '../values/ids/entity-id-schema.ts'
import type { MirrorGet } from './reading/mirror-get.ts'
import { entityPath } from './reading/paths.ts'

export interface WaitingAirdrop {
  senderId: string
  tokenId: string
  /** In smallest units, for a fungible token. */
  amount?: bigint
  /** For an NFT. */
  serialNumber?: bigint
}

export interface AirdropReads {
  /**
   * The first 100 airdrops that wait for an account. `only` restricts them to one sender and token, or to one serial.
   *
   * @throws 503 MIRROR_UNAVAILABLE
   */
  waitingAirdrops(receiver: string, only?: Omit<WaitingAirdrop, 'amount'>): Promise<WaitingAirdrop[]>
}

const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Airdrops = Type.Object({
  airdrops: Type.Array(
    Type.Object({ amount: OrNull(Int64), sender_id: EntityId, serial_number: OrNull(Int64), token_id: EntityId }),
  ),
})

export const airdropReads = (mirror: MirrorGet): AirdropReads => ({
  async waitingAirdrops(receiver, only) {
    const serial = only?.serialNumber === undefined ? '' : `&serialnumber=${only.serialNumber}`
    const query = only ? `&sender.id=${only.senderId}&token.id=${only.tokenId}${serial}` : ''
    const ids = [receiver, ...(only ? [only.senderId, only.tokenId] : [])]
    const path = entityPath(ids, `/api/v1/accounts/${receiver}/airdrops/pending?limit=100${query}`)
    const found = await mirror.get(path, Airdrops)
    return (found?.airdrops ?? []).map(({ amount, sender_id, serial_number, token_id }) => ({
      senderId: sender_id,
      tokenId: token_id,
      ...(serial_number ? { serialNumber: BigInt(serial_number) } : { amount: BigInt(amount ?? 0) }),
    }))
  },
})
