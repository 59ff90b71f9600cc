import { idText } from '../../ids.ts'
import { findAccount } from './accountLookup.ts'
import { hbarAllowanceJson, nftAllowanceJson, tokenAllowanceJson } from './allowanceJson.ts'
import { page } from './page.ts'
import { pairPage } from './pairPage.ts'
import { compareAll } from './parameters.ts'
import type { MirrorRoute } from './route.ts'

/** GET /accounts/{id}/allowances/crypto: who may spend the account's hbar. */
export const hbarAllowances: MirrorRoute = {
  path: '/accounts/:id/allowances/crypto',
  parameters: ['limit', 'order', 'spender.id'],
  answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const { rows, links } = page(request, context, {
      columns: '*',
      from: 'hbar_allowance',
      conditions: [{ sql: 'owner = ?', values: [num] }, ...compareAll('spender', query.ids('spender.id'))],
      orderBy: 'spender',
      order: query.order('desc'),
      parameter: 'spender.id',
      keyOf: (row) => idText(Number(row.spender)),
    })
    return { allowances: rows.map(hbarAllowanceJson), links }
  },
}

/** GET /accounts/{id}/allowances/tokens: who may spend the account's fungible tokens. */
export const tokenAllowances: MirrorRoute = {
  path: '/accounts/:id/allowances/tokens',
  parameters: ['limit', 'order', 'spender.id', 'token.id'],
  answer(request, context) {
    const { num } = findAccount(request.path.id ?? '', context)
    const { rows, links } = pairPage(request, context, {
      table: 'token_allowance',
      conditions: [{ sql: 'owner = ?', values: [num] }],
      first: { column: 'spender', parameter: 'spender.id' },
      second: { column: 'token', parameter: 'token.id' },
      order: request.query.order('asc'),
    })
    return { allowances: rows.map(tokenAllowanceJson), links }
  },
}

/** GET /accounts/{id}/allowances/nfts: all NFTs of a token, given by the account or (`owner=false`) to it. */
export const nftAllowances: MirrorRoute = {
  path: '/accounts/:id/allowances/nfts',
  parameters: ['account.id', 'limit', 'order', 'owner', 'token.id'],
  answer(request, context) {
    const { num } = findAccount(request.path.id ?? '', context)
    const [own, other] = request.query.flag('owner', true) ? ['owner', 'spender'] : ['spender', 'owner']
    const { rows, links } = pairPage(request, context, {
      table: 'nft_allowance',
      conditions: [{ sql: `${own} = ?`, values: [num] }],
      first: { column: other, parameter: 'account.id' },
      second: { column: 'token', parameter: 'token.id' },
      order: request.query.order('asc'),
    })
    return { allowances: rows.map(nftAllowanceJson), links }
  },
}
