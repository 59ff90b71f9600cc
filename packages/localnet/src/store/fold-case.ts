import type { DatabaseSync } from 'node:sqlite'

/** A text in lower case, letter by letter, as `ILIKE` compares. SQLite's own `lower` changes only ASCII letters. */
export const foldCase = (text: string): string => Array.from(text, (letter) => letter.toLowerCase()).join('')

/** Lets SQL call {@link foldCase} as `fold_case`. */
export function defineFoldCase(db: DatabaseSync): void {
  db.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)))
}
