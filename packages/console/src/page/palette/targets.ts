/** Where the command palette leads, and what of it fits what somebody types. */
import { placesOf } from '../explorer/search.ts'

export const KINDS = ['screen', 'wallet', 'dao', 'account', 'ledger'] as const

export interface Target {
  kind: (typeof KINDS)[number]
  /** As it is shown: a screen's title, or a name that somebody gave. */
  name: string
  /** The id on the ledger, where it has one. */
  id?: string
  to: string
}

const MOST = 30

/** The targets in which each word stands, by kind, and of a kind those first that begin with the text. */
export function fitting(targets: readonly Target[], typed: string): Target[] {
  const text = plain(typed.trim())
  const words = text.split(/\s+/)
  const rankOf = ({ name, id = '' }: Target): number =>
    plain(name).startsWith(text) || id === text
      ? 0
      : words.every((word) => plain(`${name} ${id}`).includes(word))
        ? 1
        : 2
  const ranked = targets.map((target) => ({ target, rank: rankOf(target) })).filter(({ rank }) => rank < 2)
  const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, MOST)
  return KINDS.flatMap((kind) => best.filter(({ target }) => target.kind === kind).map(({ target }) => target))
}

/** What the explorer finds, where the text means something on the ledger: an id, a transaction, a moment, a block. */
export const onLedger = (typed: string, chain: string): Target[] =>
  placesOf(typed, chain).length === 0
    ? []
    : [{ kind: 'ledger', name: typed.trim(), to: `/explorer/find/${encodeURIComponent(typed.trim())}` }]

/** Without case and accents: who looks for `uber` finds `Über`. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
