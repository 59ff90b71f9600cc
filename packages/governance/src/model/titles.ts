import { type ApiError, conflict } from '@quorate/platform'
import { skeletonsOf } from '@quorate/verify/recount'

/**
 * In characters: only this much of a form is compared. Compatibility forms can be eighteen times as long as the title.
 */
const MAX_COMPARED_CHARACTERS = 400

/** The forms used to compare titles. Two titles that look alike have a form in common. */
export const comparableForms = (title: string): string[] =>
  skeletonsOf(title).map((one) => one.slice(0, MAX_COMPARED_CHARACTERS))

/**
 * The error for a title that voters could mistake for another one in the same DAO. Equal titles are allowed: people see
 * that two proposals share a title, and tell them apart by their ids.
 */
export const titleLooksAlikeError = (title: string, alike: string): ApiError =>
  conflict(
    'TITLE_LOOKS_ALIKE',
    `title is ${JSON.stringify(title)}: it looks like ${JSON.stringify(alike)}, the title of an undecided proposal of the DAO. Send exactly that title, or one that looks different`,
  )
