/** Sends messages through the configured SMTP server. */
import { ConfigError, PermanentJobError } from '@quorate/platform'
import { createTransport } from 'nodemailer'
import type { Settings } from '../settings.ts'

export interface Message {
  /** Identifies the message. It stays the same for every attempt to send the message. */
  id: string
  to: string
  subject: string
  text: string
}

export interface Smtp {
  /** @throws PermanentJobError if the server would refuse another attempt as well */
  send(message: Message): Promise<void>
}

const TIMEOUT_MS = 10_000

/** Undefined without SMTP_URL. @throws ConfigError */
export function openSmtp({ SMTP_URL, MAIL_FROM }: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM'>): Smtp | undefined {
  if (SMTP_URL === undefined) return undefined
  if (MAIL_FROM === undefined) throw new ConfigError('MAIL_FROM is not set: SMTP_URL needs a sender address')
  const transport = createTransport({
    url: SMTP_URL,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: 'Quorate', address: MAIL_FROM },
          // An object is always a single address, whatever text it contains.
          to: { name: '', address: to },
          subject,
          text,
          // Prevents automatic replies (RFC 3834 §5).
          headers: { 'auto-submitted': 'auto-generated' },
        })
      } catch (error) {
        throw failureOf(error as SmtpError)
      }
    },
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** Leaves the server's text out of the log, because it may contain the recipient's address. */
function failureOf({ code, command, responseCode }: SmtpError): Error {
  const answer = responseCode === undefined ? '' : `: ${responseCode} to ${command}`
  const text = `The SMTP server did not accept the message (${code})${answer}`
  // RFC 5321 §4.2.1: codes 5yz are permanent. But an operator can correct a refused login.
  const isPermanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  return isPermanent ? new PermanentJobError(text) : new Error(text)
}
