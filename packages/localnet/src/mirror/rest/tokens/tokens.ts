import { invalidParameter } from '#mirror/rest/errors.ts'
import { keyCondition } from '#mirror/rest/key-condition.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import { accountNumberOf, isIdOrAddress } from '#mirror/rest/lookups/account-lookup.ts'
import { continuedBy, page } from '#mirror/rest/page.ts'
import { type Condition, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { idText, NOWHERE } from '#protocol/ids.ts'
import { foldCase } from '#store/fold-case.ts'

const TYPES = new Set(['ALL', 'FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'])
const MIN_NAME_BYTES = 3
const MAX_NAME_BYTES = 100

/** GET /tokens */
export const tokens: MirrorRoute = {
  path: '/tokens',
  parameters: ['account.id', 'limit', 'name', 'order', 'publickey', 'token.id', 'type'],
  async answer(request, context) {
    const order = request.query.order('asc')
    const { rows, links } = await page(request, context, {
      keys: ['num'],
      ...sourceOf(request, context),
      order,
      after: continuedBy(request, 'token.id', order, (row) => idText(Number(row.num))),
    })
    const found = rows.map((row) => context.store.tokens.decode(row))
    const json = found.map((token) => ({
      admin_key: keyJson(token.adminKey),
      decimals: token.decimals,
      metadata: token.metadata.toString('base64'),
      name: token.name,
      symbol: token.symbol,
      token_id: idText(token.num),
      type: token.type,
    }))
    return { tokens: json, links: request.query.text('name') === undefined ? links : { next: null } }
  },
}

/** All tokens, or those that an account is associated with, which an index finds. */
function sourceOf({ query }: MirrorRequest, context: MirrorContext) {
  const ids = query.ids('token.id')
  const admins = query.all('publickey').map((text) => keyCondition('admin_key', text, 'publickey'))
  const filters = [...admins, ...nameConditions(query), ...typeConditions(query.all('type'))]
  const [text, ...more] = query.all('account.id')
  if (text === undefined) return { columns: '*', from: 'token', along: compareAll('num', ids), filters }
  return {
    columns: 't.*',
    from: 'token_relation r',
    join: 'JOIN token t ON t.num = r.token',
    along: [{ sql: 'r.account = ?', values: [holderOf([text, ...more], context)] }, ...compareAll('r.token', ids)],
    filters,
    keys: ['r.token'],
  }
}

/**
 * The account to filter by: one id or EVM address without an operator (`getTokensRequest` of the Mirror Node). An
 * unknown account has no tokens.
 */
function holderOf([text = '', ...more]: readonly string[], context: MirrorContext): number {
  if (more.length > 0 || !isIdOrAddress(text)) throw invalidParameter('account.id')
  return accountNumberOf(text, context) ?? NOWHERE
}

/** Matches a part of the name, in upper or lower case; `name` cannot be combined with ids. */
function nameConditions(query: MirrorRequest['query']): Condition[] {
  const name = query.text('name')?.replace(/^eq:/, '')
  if (name === undefined) return []
  const isUsable = Buffer.byteLength(name) >= MIN_NAME_BYTES && Buffer.byteLength(name) <= MAX_NAME_BYTES
  const isAlone = query.all('token.id').length + query.all('account.id').length === 0
  if (!isUsable || !isAlone) throw invalidParameter('name')
  return [{ sql: 'instr(fold_case(name), ?) > 0', values: [foldCase(name)] }]
}

/** Matches tokens of any of the types. */
function typeConditions(texts: readonly string[]): Condition[] {
  const types = texts.map((text) => text.toUpperCase().replace(/^EQ:/, ''))
  if (!types.every((type) => TYPES.has(type))) throw invalidParameter('type')
  if (types.length === 0 || types.includes('ALL')) return []
  return [{ sql: `type IN (${types.map(() => '?').join(', ')})`, values: types }]
}
