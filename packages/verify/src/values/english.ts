/** Grammar of generated English texts. */

/** A word after `a` or `an`, chosen by its sound: `an electorate`, `a user`. */
export const withArticle = (word: string): string => `${/^([aeio]|u(?!ni|se|ti))/i.test(word) ? 'an' : 'a'} ${word}`

const plurals = new Intl.PluralRules('en')

/** A count with its noun: `1 vote`, `2 votes`. */
export const plural = (count: number, one: string, other = `${one}s`): string =>
  `${count} ${plurals.select(count) === 'one' ? one : other}`

/** A list for a sentence: `a, b or c`. */
export const listed = (parts: readonly string[], word: 'and' | 'or'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`
