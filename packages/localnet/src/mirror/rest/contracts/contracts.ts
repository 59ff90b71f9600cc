import { hexJson } from '#mirror/rest/json.ts'
import { continuedBy, page } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { contractJson } from './contract-json.ts'
import { findContract } from './contract-lookup.ts'

/** GET /contracts: the contracts, newest first unless asked otherwise. */
export const contracts: MirrorRoute = {
  path: '/contracts',
  parameters: ['contract.id', 'limit', 'order'],
  async answer(request, context) {
    const { query } = request
    const order = query.order('desc')
    const { rows, links } = await page(request, context, {
      columns: 'num, file, auto_renew_account, obtainer, created_at',
      from: 'contract',
      along: compareAll('num', query.ids('contract.id')),
      filters: [],
      keys: ['num'],
      order,
      after: continuedBy(request, 'contract.id', order, (row) => idText(Number(row.num))),
    })
    const json = rows.map((row) => contractJson(findContract(idText(Number(row.num)), context).account, row))
    return { contracts: json, links }
  },
}

/** GET /contracts/{idOrAddress}: the contract with its program. */
export const contract: MirrorRoute = {
  path: '/contracts/:id',
  parameters: ['timestamp'],
  answer({ path, query }, context) {
    const { account, row } = findContract(path.id ?? '', context, query.moment())
    return {
      ...contractJson(account, row),
      bytecode: hexJson(row.initcode as Uint8Array),
      runtime_bytecode: hexJson(row.bytecode as Uint8Array),
    }
  },
}
