/** The rows of a wallet's history: its requests, and the payments that it received. */
import type { MultisigTypes } from '@quorate/client'
import type { Movement } from '../movements/movements.ts'
import { executedAt } from '../requests/executed-at.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']

export type HistoryRow = { at: number; entry: HistoryEntry } | { at: number; movement: Movement }

export const FILTERS = ['all', 'incoming', 'outgoing', 'owners', 'unfinished'] as const
export type Filter = (typeof FILTERS)[number]

/**
 * Newest first. Of the payments, those that are older than the last loaded request are left out while more requests can
 * be loaded: they would stand above requests that are newer.
 */
export function historyRows(
  entries: readonly HistoryEntry[],
  movements: readonly Movement[],
  { isWhole }: { isWhole: boolean },
): HistoryRow[] {
  const requests = entries.map((entry) => ({ at: Date.parse(executedAt(entry) ?? entry.timestamp), entry }))
  const oldest = isWhole ? 0 : Math.min(...entries.map(({ timestamp }) => Date.parse(timestamp)))
  const received = movements
    .filter(({ change }) => change > 0n)
    .map((movement) => ({ at: Number(movement.at) * 1000, movement }))
    .filter(({ at }) => at >= oldest)
  return [...requests, ...received].sort((a, b) => b.at - a.at)
}

/** @param isVoid Whether a request was never executed, and will not be */
export function fits(row: HistoryRow, filter: Filter, isVoid: (entry: HistoryEntry) => boolean): boolean {
  if (filter === 'all') return true
  if (!('entry' in row)) return filter === 'incoming'
  const { type } = row.entry
  if (filter === 'unfinished') return isVoid(row.entry)
  if (filter === 'outgoing') return type === 'withdraw'
  return filter === 'owners' && (type === 'create' || (type === 'update' && row.entry.payload.action !== undefined))
}
