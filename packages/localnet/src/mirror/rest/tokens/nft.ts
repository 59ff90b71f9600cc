import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { select } from '#mirror/rest/page.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { parseEntityId } from '#protocol/ids.ts'
import { NFT_COLUMNS, nftJson } from './nft-json.ts'

/** GET /tokens/{id}/nfts/{serial} */
export const nft: MirrorRoute = {
  path: '/tokens/:id/nfts/:serial',
  parameters: [],
  answer({ path }, context) {
    const token = parseEntityId(path.id ?? '')
    if (token === undefined) throw invalidParameter('tokenId')
    const serial = path.serial ?? ''
    if (!/^\d{1,18}$/.test(serial) || BigInt(serial) === 0n) throw invalidParameter('serialNumber')
    const row = select(
      context,
      `SELECT ${NFT_COLUMNS} FROM nft WHERE token = ? AND serial = ?`,
      token,
      BigInt(serial),
    )[0]
    if (!row) throw notFound()
    return nftJson(row)
  },
}
