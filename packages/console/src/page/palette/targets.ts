/** The targets of the command palette, and the search in them. */
import { amountText, HBAR_DECIMALS, isEntityId, readAmount, withoutHbarSymbol } from '@quorate/verify'
import { placesOf } from '../explorer/search/search.ts'
import type { Texts } from '../texts/en.ts'
import { contains, folded } from '../texts/folded.ts'

export const KINDS = ['screen', 'wallet', 'dao', 'account', 'action', 'ledger'] as const

export interface Target {
  kind: (typeof KINDS)[number]
  /** The displayed name: a screen's title, or a name that somebody gave. */
  name: string
  /** The id on the ledger, if there is one. */
  id?: string
  /** Further words that find it. */
  words?: string
  to: string
}

/** A screen that the palette lists. */
export interface ListedScreen {
  to: string
  label: string
  /** Further words that find it. */
  words: string
}

const MOST = 30

/**
 * Returns the targets that contain every word, grouped by kind. In a group, names that begin with the text come first.
 */
export function fitting(targets: readonly Target[], typed: string): Target[] {
  const text = folded(typed.trim())
  const words = text.split(/\s+/)
  const rankOf = ({ name, id = '', words: further = '' }: Target): number =>
    folded(name).startsWith(text) || id === text
      ? 0
      : words.every((word) => contains(`${name} ${id} ${further}`, word))
        ? 1
        : 2
  const ranked = targets.map((target) => ({ target, rank: rankOf(target) })).filter(({ rank }) => rank < 2)
  const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, MOST)
  return KINDS.flatMap((kind) => best.filter(({ target }) => target.kind === kind).map(({ target }) => target))
}

interface Words {
  actions: Texts['palette']['actions']
  /** Further words that find them. */
  words: Texts['palette']['words']
  language: string
}

/**
 * Actions that a user can begin in each of these wallets and DAOs. A payment is filled in with an amount in the text.
 */
export function fittingActions(
  targets: readonly Target[],
  typed: string,
  { actions, words, language }: Words,
): Target[] {
  const text = typed.trim()
  if (text === '') return []
  const wallets = targets.filter(({ kind }) => kind === 'wallet')
  const daos = targets.filter(({ kind }) => kind === 'dao')
  const pay = ({ id = '', name, to }: Target, units?: bigint): Target => {
    const amount = units === undefined ? '' : `${amountText(units, HBAR_DECIMALS, language)} ℏ`
    return {
      kind: 'action',
      name: actions.pay(name || id, amount),
      id,
      words: words.pay,
      to: `${to}/ask?kind=withdraw${units === undefined ? '' : `&amount=${units}`}`,
    }
  }
  const ofWallet = (wallet: Target): Target[] => {
    const { id = '', name, to } = wallet
    const called = name || id
    return [
      pay(wallet),
      { kind: 'action', name: actions.payMany(called), id, words: words.payMany, to: `${to}/pay` },
      { kind: 'action', name: actions.owners(called), id, words: words.owners, to: `${to}/ask?kind=update` },
      { kind: 'action', name: actions.statement(called), id, words: words.statement, to: `${to}/statement` },
    ]
  }
  const ofDao = ({ name, to }: Target): Target[] => [
    { kind: 'action', name: actions.propose(name), words: words.propose, to: `${to}/propose` },
  ]
  // A user who types only a name wants the wallet or DAO itself.
  const named = new Set(fitting([...wallets, ...daos], text))
  const begun = [
    ...wallets.filter((one) => !named.has(one)).flatMap(ofWallet),
    ...daos.filter((one) => !named.has(one)).flatMap(ofDao),
  ]
  const { rest, amounts } = amountIn(text, language)
  const paid =
    rest === ''
      ? []
      : amounts.flatMap((units) =>
          fitting(
            wallets.map((wallet) => pay(wallet, units)),
            rest,
          ),
        )
  return [...paid, ...fitting(begun, text)].slice(0, MOST)
}

/** The text without its first amount of HBAR, and what the amount may mean: two values if it is ambiguous. */
function amountIn(text: string, language: string): { rest: string; amounts: bigint[] } {
  const words = text.split(/\s+/).filter((word) => !/^(?:ℏ|hbars?)$/i.test(word))
  const at = words.findIndex(
    (word) => /^(?:\d[\d.,'’]*(?:ℏ|hbars?)?|(?:ℏ|hbars?)\d[\d.,'’]*)$/i.test(word) && !isEntityId(word),
  )
  if (at < 0) return { rest: text, amounts: [] }
  const read = readAmount(withoutHbarSymbol(words[at] ?? ''), { decimals: HBAR_DECIMALS, language })
  const amounts = ('units' in read ? [read.units] : read.meant).filter((units) => units > 0n)
  return { rest: words.filter((_, index) => index !== at).join(' '), amounts }
}

/** Returns a search for tokens in the explorer by a text that may be a name. */
export const tokensNamed = (typed: string, label: (name: string) => string): Target[] =>
  /\p{L}.*\p{L}/u.test(typed)
    ? [{ kind: 'ledger', name: label(typed.trim()), to: `/explorer/find/${encodeURIComponent(typed.trim())}` }]
    : []

/** Returns a search in the explorer if the text can be an id, a transaction, a timestamp or a block. */
export const onLedger = (typed: string, chain: string): Target[] =>
  placesOf(typed, chain).length === 0
    ? []
    : [{ kind: 'ledger', name: typed.trim(), to: `/explorer/find/${encodeURIComponent(typed.trim())}` }]
