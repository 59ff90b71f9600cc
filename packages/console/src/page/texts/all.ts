/** All texts of each language, for tests. The page loads them in two parts. */
import { de as deCore } from './de.ts'
import { deScreens } from './de-screens.ts'
import { en as enCore, type Texts } from './en.ts'
import { enScreens } from './en-screens.ts'

export const en: Texts = { ...enCore, ...enScreens }
export const de: Texts = { ...deCore, ...deScreens }
