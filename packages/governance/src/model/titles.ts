import { type ApiError, badRequest, checkVisible, conflict } from '@quorate/platform'
import { looksOf } from './look-alikes.ts'

/** Letters, numbers, punctuation and symbols; marks and spaces alone show nothing that tells a text from another. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u

export const isShown = (text: string): boolean => SHOWN.test(text)

/** Refuses a name or title of which nothing, or not all, is seen. @throws 400 `HIDDEN_CHARACTER`, `BLANK_TEXT` */
export function checkTitle(text: string, field: string): void {
  checkVisible(text, field)
  if (!isShown(text))
    throw badRequest(
      'BLANK_TEXT',
      `${field} is ${JSON.stringify(text)}: expected a letter, number or sign that is seen`,
    )
}

/** So much of a form is compared: compatibility forms can be eighteen times as long as what was sent. */
const COMPARED = 400

/** What a title is compared by: those of two that look alike have one in common. */
export const titleLooks = (title: string): string[] => looksOf(title).map((look) => look.slice(0, COMPARED))

/** Whoever votes on one proposal must not take it for another of the same DAO. The same title twice is what people see it to be: its id tells it apart. */
export const titleLooksAlike = (title: string, alike: string): ApiError =>
  conflict(
    'TITLE_LOOKS_ALIKE',
    `title is ${JSON.stringify(title)}: another proposal of the DAO that is not decided is titled ${JSON.stringify(alike)}, which looks the same. Write the same, or something else`,
  )
