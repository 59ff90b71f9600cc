import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Texts } from './en.ts'

/** Each language's own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

/** The texts of one language. Only the current language is loaded. */
export interface Dictionary {
  language: Language
  texts: Texts
}
interface LanguageState extends Dictionary {
  change(language: Language): void
}

const STORED = 'quorate.language'
const LanguageContext = createContext<LanguageState | undefined>(undefined)

/** Without the texts of {@link loadScreenTexts}. */
const load = async (language: Language): Promise<Dictionary> => {
  const core = language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en
  shown = { language, texts: { ...core } as Texts }
  return shown
}
let shown: Dictionary | undefined

/** Adds the texts that only single screens need. Each screen waits for it before it is shown. */
export async function loadScreenTexts(): Promise<void> {
  if (!shown || 'explorer' in shown.texts) return
  const { language, texts } = shown
  Object.assign(
    texts,
    language === 'de' ? (await import('./de-screens.ts')).deScreens : (await import('./en-screens.ts')).enScreens,
  )
}

/** Loads all texts, so that the screen on display also switches language. */
async function loadAll(language: Language): Promise<Dictionary> {
  const dictionary = await load(language)
  await loadScreenTexts()
  return dictionary
}

/** Loads the language that the user chose before, or else the browser's. */
export function firstDictionary(): Promise<Dictionary> {
  const stored = localStorage.getItem(STORED)
  return load(stored === 'de' || (stored === null && navigator.language.startsWith('de')) ? 'de' : 'en')
}

export function LanguageProvider({ first, children }: { first: Dictionary; children: ReactNode }) {
  const [dictionary, setDictionary] = useState(first)
  const { language } = dictionary
  useEffect(() => {
    document.documentElement.lang = language
    localStorage.setItem(STORED, language)
  }, [language])
  const state = useMemo(
    () => ({ ...dictionary, change: (to: Language) => void loadAll(to).then(setDictionary) }),
    [dictionary],
  )
  return <LanguageContext value={state}>{children}</LanguageContext>
}

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext)
  if (!state) throw new Error('LanguageProvider is missing above this component')
  return state
}
export const useTexts = (): Texts => useLanguage().texts
