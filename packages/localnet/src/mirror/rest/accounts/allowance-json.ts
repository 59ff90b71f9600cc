import { int64Json } from '#mirror/rest/json.ts'
import type { Row } from '#mirror/rest/page.ts'
import { idText } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'

const id = (row: Row, column: string): string => idText(Number(row[column]))

const since = (row: Row): object => ({ from: timestampText(row.created_at as bigint), to: null })

/** The tinybars that a spender may still take from an owner. */
export function hbarAllowanceJson(row: Row): object {
  return {
    amount: int64Json(row.amount as bigint),
    amount_granted: int64Json(row.granted as bigint),
    owner: id(row, 'owner'),
    spender: id(row, 'spender'),
    timestamp: since(row),
  }
}

export function tokenAllowanceJson(row: Row): object {
  return { ...hbarAllowanceJson(row), token_id: id(row, 'token') }
}

export function nftAllowanceJson(row: Row): object {
  return {
    approved_for_all: true,
    owner: id(row, 'owner'),
    spender: id(row, 'spender'),
    timestamp: since(row),
    token_id: id(row, 'token'),
  }
}
