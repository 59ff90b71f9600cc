/** The targets of the command palette, and the search in them. */
import { placesOf } from '../explorer/search.ts'
import { folded } from '../texts/folded.ts'

export const KINDS = ['screen', 'wallet', 'dao', 'account', 'ledger'] as const

export interface Target {
  kind: (typeof KINDS)[number]
  /** The displayed name: a screen's title, or a name that somebody gave. */
  name: string
  /** The id on the ledger, if there is one. */
  id?: string
  to: string
}

const MOST = 30

/**
 * Returns the targets that contain every word, grouped by kind. In a group, names that begin with the text come first.
 */
export function fitting(targets: readonly Target[], typed: string): Target[] {
  const text = folded(typed.trim())
  const words = text.split(/\s+/)
  const rankOf = ({ name, id = '' }: Target): number =>
    folded(name).startsWith(text) || id === text
      ? 0
      : words.every((word) => folded(`${name} ${id}`).includes(word))
        ? 1
        : 2
  const ranked = targets.map((target) => ({ target, rank: rankOf(target) })).filter(({ rank }) => rank < 2)
  const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, MOST)
  return KINDS.flatMap((kind) => best.filter(({ target }) => target.kind === kind).map(({ target }) => target))
}

/** Returns a search in the explorer if the text can be an id, a transaction, a timestamp or a block. */
export const onLedger = (typed: string, chain: string): Target[] =>
  placesOf(typed, chain).length === 0
    ? []
    : [{ kind: 'ledger', name: typed.trim(), to: `/explorer/find/${encodeURIComponent(typed.trim())}` }]
