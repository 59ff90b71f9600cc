import { idText } from '../../ids.ts'
import { keyFromProto } from '../../keys.ts'
import { accountJson } from './accountJson.ts'
import { balanceOf } from './balanceJson.ts'
import { invalidParameter } from './errors.ts'
import { page } from './page.ts'
import { type Condition, compare, compareAll } from './parameters.ts'
import type { MirrorRequest, MirrorRoute } from './route.ts'
import { pendingRewardJson } from './stakingLookup.ts'

const PUBLIC_KEY =
  /^(?:0x)?(?:302a300506032b6570032100|302d300706052b8104000a032200)?([0-9a-f]{64}|0[23][0-9a-f]{64})$/i

/** GET /accounts */
export const accounts: MirrorRoute = {
  path: '/accounts',
  parameters: ['account.id', 'account.balance', 'account.publickey', 'balance', 'limit', 'order'],
  answer(request, context) {
    const { query } = request
    const { rows, links } = page(request, context, {
      columns: '*',
      from: 'account',
      conditions: conditionsOf(request),
      orderBy: 'num',
      order: query.order('asc'),
      parameter: 'account.id',
      keyOf: (row) => idText(Number(row.num)),
    })
    const isShown = query.flag('balance', true)
    const found = rows.map((row) => context.store.accounts.decode(row))
    const json = found.map((account) => {
      const balance = isShown ? balanceOf(account.num, account.balance, undefined, context) : null
      return accountJson(account, balance, pendingRewardJson(account, context))
    })
    return { accounts: json, links }
  },
}

function conditionsOf({ query }: MirrorRequest): Condition[] {
  const ids = compareAll('num', query.ids('account.id'))
  const balances = query.integers('account.balance').map((comparison) => compare('balance', comparison))
  return [...ids, ...balances, ...query.all('account.publickey').map(keyCondition)]
}

/** Accounts whose key is that one key, given raw or as DER. */
function keyCondition(text: string): Condition {
  const raw = PUBLIC_KEY.exec(text)?.[1]
  if (!raw) throw invalidParameter('account.publickey')
  const bytes = Buffer.from(raw, 'hex')
  const key = keyFromProto(bytes.length === 32 ? { ed25519: bytes } : { ECDSASecp256k1: bytes })
  return { sql: 'key = ?', values: [key.encoded] }
}
