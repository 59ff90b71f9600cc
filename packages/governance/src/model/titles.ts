import { type ApiError, badRequest, checkVisible, conflict } from '@quorate/platform'
import { looksOf } from './look-alikes.ts'

/** Letters, numbers, punctuation and symbols. A text of marks and spaces alone cannot be told from another. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u

export const isShown = (text: string): boolean => SHOWN.test(text)

/** Refuses a name or title that shows nothing, or that has hidden characters. @throws 400 `HIDDEN_CHARACTER`, `BLANK_TEXT` */
export function checkTitle(text: string, field: string): void {
  checkVisible(text, field)
  if (!isShown(text))
    throw badRequest(
      'BLANK_TEXT',
      `${field} is ${JSON.stringify(text)}: expected a letter, number or sign that is seen`,
    )
}

/** The most characters of a form that are compared: compatibility forms can be eighteen times as long as the title. */
const COMPARED = 400

/** The forms by which titles are compared: two titles that look alike have one in common. */
export const titleLooks = (title: string): string[] => looksOf(title).map((look) => look.slice(0, COMPARED))

/**
 * The refusal of a title that voters could take for another one in the same DAO. An equal title is allowed: people see that two proposals have it,
 * and tell them apart by their ids.
 */
export const titleLooksAlike = (title: string, alike: string): ApiError =>
  conflict(
    'TITLE_LOOKS_ALIKE',
    `title is ${JSON.stringify(title)}: another proposal of the DAO that is not decided is titled ${JSON.stringify(alike)}, which looks the same. Write the same, or something else`,
  )
