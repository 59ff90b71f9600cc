import { checkBounds, checkRange, type QueryBounds, refuseExclusions } from '#mirror/rest/bounds.ts'
import { badRequest } from '#mirror/rest/errors.ts'
import { findAccount } from '#mirror/rest/lookups/account-lookup.ts'
import { continuedBy, page } from '#mirror/rest/page.ts'
import { pairPage } from '#mirror/rest/pair-page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { hbarAllowanceJson, nftAllowanceJson, tokenAllowanceJson } from './allowance-json.ts'

/** GET /accounts/{id}/allowances/crypto: the spenders of the account's hbar. */
export const hbarAllowances: MirrorRoute = {
  path: '/accounts/:id/allowances/crypto',
  parameters: ['limit', 'order', 'spender.id'],
  async answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const order = query.order('desc')
    const spenders = query.ids('spender.id')
    refuseExclusions({ parameter: 'spender.id', comparisons: spenders })
    const { rows, links } = await page(request, context, {
      columns: '*',
      from: 'hbar_allowance',
      along: [{ sql: 'owner = ?', values: [num] }, ...compareAll('spender', spenders)],
      filters: [],
      keys: ['spender'],
      order,
      after: continuedBy(request, 'spender.id', order, (row) => idText(Number(row.spender))),
    })
    return { allowances: rows.map(hbarAllowanceJson), links }
  },
}

/** GET /accounts/{id}/allowances/tokens: the spenders of the account's fungible tokens. */
export const tokenAllowances: MirrorRoute = {
  path: '/accounts/:id/allowances/tokens',
  parameters: ['limit', 'order', 'spender.id', 'token.id'],
  async answer(request, context) {
    const { num } = findAccount(request.path.id ?? '', context)
    const asked = (parameter: string): QueryBounds => ({ parameter, comparisons: request.query.ids(parameter) })
    checkBounds(asked('spender.id'), asked('token.id'))
    const { rows, links } = await pairPage(request, context, {
      table: 'token_allowance INDEXED BY token_allowance_by_0',
      own: { sql: 'owner = ?', values: [num] },
      first: { column: 'spender', parameter: 'spender.id' },
      second: { column: 'token', parameter: 'token.id' },
      order: request.query.order('asc'),
    })
    return { allowances: rows.map(tokenAllowanceJson), links }
  },
}

/**
 * GET /accounts/{id}/allowances/nfts: the allowances for all NFTs of a token, given by the account or (`owner=false`)
 * to it.
 */
export const nftAllowances: MirrorRoute = {
  path: '/accounts/:id/allowances/nfts',
  parameters: ['account.id', 'limit', 'order', 'owner', 'token.id'],
  async answer(request, context) {
    const { num } = findAccount(request.path.id ?? '', context)
    const [accounts, tokens] = [request.query.ids('account.id'), request.query.ids('token.id')]
    if (tokens.length > 0 && accounts.length === 0) throw badRequest('token.id parameter must have account.id present')
    checkRange({ parameter: 'account.id', comparisons: accounts })
    const isBetween = accounts.length > 1
    checkRange({ parameter: 'token.id', comparisons: tokens }, isBetween)
    const [own, other, index] = request.query.flag('owner', true) ? ['owner', 'spender', 0] : ['spender', 'owner', 1]
    const { rows, links } = await pairPage(request, context, {
      table: `nft_allowance INDEXED BY nft_allowance_by_${index}`,
      own: { sql: `${own} = ?`, values: [num] },
      first: { column: other, parameter: 'account.id' },
      second: { column: 'token', parameter: 'token.id' },
      order: request.query.order('asc'),
    })
    return { allowances: rows.map(nftAllowanceJson), links }
  },
}
