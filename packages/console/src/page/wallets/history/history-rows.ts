/** The rows of a wallet's history: its requests, and payments without a request (incoming, or within a limit). */
import type { MultisigTypes } from '@quorate/client'
import type { Movement } from '../../movements/movements.ts'
import { consensusTimeOf, executedAt } from '../../requests/executed-at.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']

export type HistoryRow = { at: number; entry: HistoryEntry } | { at: number; movement: Movement }

export const FILTERS = ['all', 'incoming', 'outgoing', 'owners', 'unfinished'] as const
export type Filter = (typeof FILTERS)[number]

/**
 * Newest first. An outgoing payment that belongs to no loaded request, such as one within a spending limit, is a row,
 * too. While more requests can be loaded, payments older than the last loaded request are left out, because requests
 * that are loaded later may be newer than these payments.
 */
export function historyRows(
  entries: readonly HistoryEntry[],
  movements: readonly Movement[],
  { isWhole }: { isWhole: boolean },
): HistoryRow[] {
  const requests = entries.map((entry) => ({ at: Date.parse(executedAt(entry) ?? entry.timestamp), entry }))
  const oldest = isWhole ? 0 : Math.min(...entries.map(({ timestamp }) => Date.parse(timestamp)))
  const requested = new Set(entries.map(consensusTimeOf))
  const others = movements
    .filter(({ change, at }) => change > 0n || !requested.has(at))
    .map((movement) => ({ at: Number(movement.at) * 1000, movement }))
    .filter(({ at }) => at >= oldest)
  return [...requests, ...others].sort((a, b) => b.at - a.at)
}

/** @param isVoid Whether a request was never executed, and will not be */
export function fits(row: HistoryRow, filter: Filter, isVoid: (entry: HistoryEntry) => boolean): boolean {
  if (filter === 'all') return true
  if (!('entry' in row)) return filter === (row.movement.change > 0n ? 'incoming' : 'outgoing')
  const { type } = row.entry
  if (filter === 'unfinished') return isVoid(row.entry)
  if (filter === 'outgoing') return type === 'withdraw'
  return filter === 'owners' && (type === 'create' || (type === 'update' && row.entry.payload.action !== undefined))
}
