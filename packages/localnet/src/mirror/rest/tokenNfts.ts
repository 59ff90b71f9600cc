import { NFT_COLUMNS, nftJson } from './nftJson.ts'
import { page } from './page.ts'
import { compare } from './parameters.ts'
import type { MirrorRoute } from './route.ts'
import { findToken } from './tokenLookup.ts'

/** GET /tokens/{id}/nfts: newest first unless asked otherwise. */
export const tokenNfts: MirrorRoute = {
  path: '/tokens/:id/nfts',
  parameters: ['account.id', 'limit', 'order', 'serialnumber'],
  answer(request, context) {
    const { query } = request
    const { token } = findToken(request.path.id ?? '', context)
    const owners = query.ids('account.id').map((comparison) => compare('owner', comparison))
    const serials = query.integers('serialnumber').map((comparison) => compare('serial', comparison))
    const { rows, links } = page(request, context, {
      columns: NFT_COLUMNS,
      from: 'nft',
      conditions: [{ sql: 'token = ?', values: [token.num] }, ...owners, ...serials],
      orderBy: 'serial',
      order: query.order('desc'),
      parameter: 'serialnumber',
      keyOf: (row) => String(row.serial),
    })
    return { nfts: rows.map(nftJson), links }
  },
}
