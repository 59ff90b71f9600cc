/** The texts added to services' messages: the link, and a digest of several messages. */
import type { MessageLanguage, MessageText } from '@quorate/platform'
import { localText } from '../model/messages/local-times.ts'

/** A message with a link to its subject. */
export interface Linked extends MessageText {
  /** Undefined if the node does not know the address of a console. */
  link: string | undefined
}

interface Words {
  open(link: string): string
  several(count: number): string
  more: string
  test: MessageText
}

const WORDS: Readonly<Record<MessageLanguage, Words>> = {
  en: {
    open: (link) => `Sign in to see it: ${link}`,
    several: (count) => `${count} ${count === 1 ? 'message' : 'messages'} from Quorate`,
    more: 'There were more messages than fit here. Your inbox in the console lists what waits for you.',
    test: { subject: 'A test message from Quorate', text: 'Your chat receives messages.' },
  },
  de: {
    open: (link) => `Melde dich an, um es zu sehen: ${link}`,
    several: (count) => `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'} von Quorate`,
    more: 'Es waren mehr Nachrichten, als hier Platz haben. Was auf dich wartet, zeigt der Eingang in der Konsole.',
    test: { subject: 'Eine Testnachricht von Quorate', text: 'Dein Chat bekommt Nachrichten.' },
  },
}

export const withLink = ({ text, link }: Linked, language: MessageLanguage): string =>
  link === undefined ? text : `${text}\n\n${WORDS[language].open(link)}`

export const testText = (language: MessageLanguage): MessageText => WORDS[language].test

const BETWEEN = '\n\n\n'

/**
 * Joins several messages, each with its time, into one of at most `most` characters, which says if some were left out.
 */
export function joined(
  messages: readonly (Linked & { at: Date })[],
  of: { timeZone: string; language: MessageLanguage; hasMore: boolean; most?: number | undefined },
): MessageText {
  const { timeZone, language, most = Number.POSITIVE_INFINITY } = of
  const words = WORDS[language]
  const parts: string[] = []
  let left = most - words.more.length
  for (const message of messages) {
    const part = [localText(message.at.getTime(), timeZone), message.subject, withLink(message, language)].join('\n')
    left -= part.length + BETWEEN.length
    if (left < 0) break
    parts.push(part)
  }
  const hasMore = of.hasMore || parts.length < messages.length
  return { subject: words.several(messages.length), text: [...parts, ...(hasMore ? [words.more] : [])].join(BETWEEN) }
}
