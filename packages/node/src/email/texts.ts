/** The texts of the messages. They contain no text by users, because recipients trust messages from their node. */
import type { Message } from './smtp.ts'

type Text = Pick<Message, 'subject' | 'text'>

interface About {
  chain: string
  wallet: string
  /** The address of the node; undefined if the settings name none. */
  node: string | undefined
}

const accountOf = ({ chain, wallet }: About): string => `the account ${wallet} (${chain})`
const nodeOf = ({ node }: About): string => (node === undefined ? 'a Quorate node' : `the Quorate node ${node}`)
const lines = (...all: string[]): string => `${all.join('\n')}\n`

export const confirmText = (about: About, code: string, minutes: number): Text => ({
  subject: 'Confirm your e-mail address',
  text: lines(
    `Somebody who signed in as ${accountOf(about)} at ${nodeOf(about)} asked for messages to this address.`,
    '',
    'If it was you, enter this code in the settings, or with "quorate email confirm":',
    '',
    `    ${code}`,
    '',
    `It is good for ${minutes} minutes, and only in a session of that account.`,
    'If it was not you, do nothing: without the code, no other message follows.',
  ),
})

export const formerText = (about: About): Text => ({
  subject: 'Your e-mail address was removed',
  text: lines(
    `This address no longer receives messages about ${accountOf(about)} from ${nodeOf(about)}.`,
    '',
    'If it was not you, somebody else has a session of the account: end all sessions.',
  ),
})

export const withFooter = (text: string, about: About): string =>
  lines(
    text,
    '',
    '-- ',
    `Sent by ${nodeOf(about)}, because ${accountOf(about)} asked for it.`,
    'To end it, turn reminders off or remove the address, in the settings or with "quorate email".',
  )
