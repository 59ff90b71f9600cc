import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'

export type Language = 'en' | 'de'

interface LanguageState {
  language: Language
  texts: Texts
  change(language: Language): void
}

const STORED = 'quorate.language'
const LanguageContext = createContext<LanguageState>({ language: 'en', texts: en, change: () => undefined })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, change] = useState<Language>(() => {
    const stored = localStorage.getItem(STORED)
    return stored === 'de' || (stored === null && navigator.language.startsWith('de')) ? 'de' : 'en'
  })
  useEffect(() => {
    document.documentElement.lang = language
    localStorage.setItem(STORED, language)
  }, [language])
  const state = useMemo(() => ({ language, texts: language === 'de' ? de : en, change }), [language])
  return <LanguageContext value={state}>{children}</LanguageContext>
}

export const useLanguage = (): LanguageState => useContext(LanguageContext)
export const useTexts = (): Texts => useContext(LanguageContext).texts
