import { checkBounds, checkSpenders } from '#mirror/rest/bounds.ts'
import { invalidParameter } from '#mirror/rest/errors.ts'
import { findAccount } from '#mirror/rest/lookups/account-lookup.ts'
import { page, type Row } from '#mirror/rest/page.ts'
import { compareAll, keyConditions } from '#mirror/rest/parameters.ts'
import type { MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { NFT_COLUMNS, nftJson } from '#mirror/rest/tokens/nft-json.ts'
import { idText } from '#protocol/ids.ts'

/**
 * GET /accounts/{id}/nfts: the NFTs that the account owns, by token and serial number, the highest first unless asked
 * otherwise.
 */
export const accountNfts: MirrorRoute = {
  path: '/accounts/:id/nfts',
  parameters: ['token.id', 'serialnumber', 'spender.id', 'limit', 'order'],
  async answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const order = query.order('desc')
    const tokens = query.ids('token.id')
    const serials = query.integers('serialnumber')
    if (serials.some(({ value }) => value === 0n)) throw invalidParameter('serialnumber')
    checkBounds({ parameter: 'token.id', comparisons: tokens }, { parameter: 'serialnumber', comparisons: serials })
    const spenders = query.ids('spender.id')
    checkSpenders(spenders)
    const asked = keyConditions([
      { column: 'token', comparisons: tokens },
      { column: 'serial', comparisons: serials },
    ])
    const { rows, links } = await page(request, context, {
      columns: NFT_COLUMNS,
      from: 'nft INDEXED BY nft_by_0',
      along: [{ sql: 'owner = ?', values: [num] }, ...asked.along],
      filters: [...asked.filters, ...compareAll('spender', spenders)],
      keys: asked.keys,
      order,
      after: (row) => after(request, row, order),
    })
    return { nfts: rows.map(nftJson), links }
  },
}

function after({ query }: MirrorRequest, row: Row, order: 'asc' | 'desc'): string {
  const [token, serial] = order === 'asc' ? ['gte', 'gt'] : ['lte', 'lt']
  const isOneToken = query.ids('token.id')[0]?.operator === 'eq'
  const kept = query.without(['token.id', 'serialnumber'])
  const tokenId = `${isOneToken ? '' : `${token}:`}${idText(Number(row.token))}`
  return [...kept, `token.id=${tokenId}`, `serialnumber=${serial}:${row.serial}`].join('&')
}
