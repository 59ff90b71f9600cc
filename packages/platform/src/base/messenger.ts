/** How services write to accounts. The node sends the messages, because it knows where each account wants them. */

/** The languages that messages are written in. */
export const messageLanguages = ['en', 'de'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

export interface MessageText {
  subject: string
  text: string
}

/** Makes the same message in each language, from that language's words. */
export const inEachLanguage = <Words>(
  words: Readonly<Record<MessageLanguage, Words>>,
  textOf: (words: Words) => MessageText,
): Record<MessageLanguage, MessageText> => ({ en: textOf(words.en), de: textOf(words.de) })

/** `2026-11-30 09:00:00 UTC`: services do not know the reader's time zone. */
export const messageTime = (time: Date | string): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A message in each language. It contains no secret, and no text by other users. */
export interface MessageToSend {
  /** Letters, digits, dots and hyphens. Another attempt to send the message has the same id. */
  id: string
  /** Whether it is about something that ends within about an hour. */
  isUrgent: boolean
  /** The screen of the console that it is about, such as `/requests/<id>`. It reveals nothing without a session. */
  path: string
  in: Readonly<Record<MessageLanguage, MessageText>>
}

interface Recipient {
  chain: string
  walletId: string
}

export interface Messenger {
  /** Checks that messages can reach an account. @throws 409 EMAIL_NOT_CONFIRMED; 501 EMAIL_UNAVAILABLE */
  check(to: Recipient): Promise<void>
  /** Sends a message where and when the account wants it. Does nothing if the account wants none. */
  send(to: Recipient, message: MessageToSend): Promise<void>
}
