/**
 * The texts of the messages about an address. They contain no text by users, because recipients trust messages from
 * their node. Languages differ only in their words: the parts of a message and their order are the same.
 */
import type { MessageLanguage, MessageText } from '@quorate/platform'

interface About {
  chain: string
  wallet: string
  /** The address of the node; undefined if the settings name none. */
  node: string | undefined
}

const CODE = '    '

interface Words {
  account(about: About): string
  node(about: About): string
  confirm: {
    subject: string
    why(account: string, node: string): string
    enter: string
    lasts(minutes: number): string
    ignore: string
  }
  former: { subject: string; ended(account: string, node: string): string; act: string }
  footer: { why(account: string, node: string): string; end: string }
}

const WORDS: Readonly<Record<MessageLanguage, Words>> = {
  en: {
    account: ({ chain, wallet }) => `the account ${wallet} (${chain})`,
    node: ({ node }) => (node === undefined ? 'a Quorate node' : `the Quorate node ${node}`),
    confirm: {
      subject: 'Confirm your e-mail address',
      why: (account, node) => `Somebody who signed in as ${account} at ${node} asked for messages to this address.`,
      enter: 'If it was you, enter this code in the settings, or with "quorate email confirm":',
      lasts: (minutes) => `It is valid for ${minutes} minutes, and only in a session of that account.`,
      ignore: 'If it was not you, do nothing: without the code, no other message follows.',
    },
    former: {
      subject: 'Your e-mail address was removed',
      ended: (account, node) => `This address no longer receives messages about ${account} from ${node}.`,
      act: 'If it was not you, somebody else has a session of the account: end all sessions.',
    },
    footer: {
      why: (account, node) => `Sent by ${node}, because ${account} asked for it.`,
      end: 'To end it, turn messages off or remove the address, in the settings or with "quorate email".',
    },
  },
  de: {
    account: ({ chain, wallet }) => `Konto ${wallet} (${chain})`,
    node: ({ node }) => (node === undefined ? 'Ein Quorate-Knoten' : `Der Quorate-Knoten ${node}`),
    confirm: {
      subject: 'Bestätige deine E-Mail-Adresse',
      why: (account, node) =>
        `${node} soll Nachrichten an diese Adresse senden. Darum hat jemand gebeten, der als ${account} angemeldet ist.`,
      enter: 'Wenn du das warst, gib diesen Code in den Einstellungen ein, oder mit "quorate email confirm":',
      lasts: (minutes) => `Er gilt ${minutes} Minuten lang, und nur in einer Sitzung dieses Kontos.`,
      ignore: 'Wenn du es nicht warst, musst du nichts tun: Ohne den Code folgt keine weitere Nachricht.',
    },
    former: {
      subject: 'Deine E-Mail-Adresse wurde entfernt',
      ended: (account, node) => `${node} sendet keine Nachrichten zu ${account} mehr an diese Adresse.`,
      act: 'Wenn du es nicht warst, hat jemand anders eine Sitzung des Kontos: Beende alle Sitzungen.',
    },
    footer: {
      why: (account, node) => `${node} sendet dies, weil ${account} darum gebeten hat.`,
      end: 'Du beendest es in den Einstellungen oder mit "quorate email": Schalte Nachrichten aus oder entferne die Adresse.',
    },
  },
}

/** Joins paragraphs, each given as its lines. */
const paragraphs = (...all: string[][]): string => `${all.map((lines) => lines.join('\n')).join('\n\n')}\n`

export function confirmText(
  about: About,
  { code, minutes }: { code: string; minutes: number },
  language: MessageLanguage,
): MessageText {
  const { account, node, confirm } = WORDS[language]
  const { subject, why, enter, lasts, ignore } = confirm
  return {
    subject,
    text: paragraphs([why(account(about), node(about))], [enter], [`${CODE}${code}`], [lasts(minutes), ignore]),
  }
}

export function formerText(about: About, language: MessageLanguage): MessageText {
  const { account, node, former } = WORDS[language]
  return { subject: former.subject, text: paragraphs([former.ended(account(about), node(about))], [former.act]) }
}

export function withFooter(text: string, about: About, language: MessageLanguage): string {
  const { account, node, footer } = WORDS[language]
  return paragraphs([text], ['-- ', footer.why(account(about), node(about)), footer.end])
}
