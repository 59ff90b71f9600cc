import { continuedBy, page } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { NFT_COLUMNS, nftJson } from './nft-json.ts'
import { findToken } from './token-lookup.ts'

/** GET /tokens/{id}/nfts: newest first unless asked otherwise. */
export const tokenNfts: MirrorRoute = {
  path: '/tokens/:id/nfts',
  parameters: ['account.id', 'limit', 'order', 'serialnumber'],
  async answer(request, context) {
    const { query } = request
    const { token } = findToken(request.path.id ?? '', context)
    const order = query.order('desc')
    const owners = query.ids('account.id')
    const isOfOne = owners.length === 1 && owners[0]?.operator === 'eq'
    const ofOwners = compareAll('owner', owners)
    const { rows, links } = await page(request, context, {
      columns: NFT_COLUMNS,
      from: 'nft',
      along: [
        { sql: 'token = ?', values: [token.num] },
        ...(isOfOne ? ofOwners : []),
        ...compareAll('serial', query.integers('serialnumber')),
      ],
      filters: isOfOne ? [] : ofOwners,
      keys: ['serial'],
      order,
      after: continuedBy(request, 'serialnumber', order, (row) => String(row.serial)),
    })
    return { nfts: rows.map(nftJson), links }
  },
}
