/**
 * The e-mail address of an account. A session sets the address, a code sent to it confirms it, and messages then go
 * there.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  type JobKind,
  type Jobs,
  type MessageLanguage,
  type MessageText,
  notFound,
  PermanentJobError,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { limits } from '../limits.ts'
import type { Cleanup } from '../sessions/cleanup.ts'
import type { Settings } from '../settings.ts'
import {
  beginConfirmation,
  confirmationOf,
  countWrongCode,
  deleteConfirmation,
  deleteEmail,
  emailOf,
  lockedConfirmationOf,
  replaceEmail,
  setCode,
  takeMessage,
} from '../store/emails.ts'
import { deleteHeld } from '../store/message-deliveries.ts'
import type { Tables } from '../store/tables.ts'
import { checkAddress, mailboxOf } from './address.ts'
import { hashOf, isCodeOf, newCode } from './codes.ts'
import { type Message, openSmtp } from './smtp.ts'
import { confirmText, formerText, withFooter } from './texts.ts'

interface User {
  chain: string
  walletId: string
}

export interface EmailView {
  email: string | null
  /** The language of messages to it. */
  language: MessageLanguage | null
  /** The unconfirmed address. A code was sent to it. */
  pending: string | null
  /** When its code expires. */
  expiresAt: Date | null
}

interface ConfirmJob extends User {
  id: string
}

interface FormerJob extends ConfirmJob {
  to: string
  /** Absent in jobs of earlier versions. */
  language?: MessageLanguage
}

interface ToSend {
  id: string
  textIn(language: MessageLanguage): MessageText
}

const MINUTE_MS = 60_000

interface Deps {
  database: Database<Tables>
  clock: Clock
  jobs: Jobs
  clean: Cleanup
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_PER_HOUR' | 'PUBLIC_URL'>
}

/** What sends messages: SMTP, if the operator has configured it, and jobs. */
interface Mail {
  smtp: ReturnType<typeof openSmtp>
  confirming: JobKind<ConfirmJob>
  former: JobKind<FormerJob>
}

export type Emails = ReturnType<typeof createEmails>

export function createEmails(deps: Deps) {
  const smtp = openSmtp(deps.settings)
  const mail: Mail = {
    smtp,
    confirming: deps.jobs.define<ConfirmJob>('node.email.confirm', (job) => sendCode(deps, smtp, job), { ownerOf }),
    former: deps.jobs.define<FormerJob>(
      'node.email.former',
      ({ id, to, language = 'en', ...user }) => deliver(smtp, { id, to, ...formerText(aboutOf(deps, user), language) }),
      { ownerOf },
    ),
  }
  return {
    view: (user: User): Promise<EmailView> => view(deps, user),

    /**
     * Sends a code to an address; an earlier unused code becomes invalid. The confirmed address stays until the code is
     * entered.
     *
     * @throws 400 EMAIL_INVALID, HIDDEN_CHARACTER, 429 TOO_MANY_EMAILS, 501 EMAIL_UNAVAILABLE
     */
    set: (user: User, address: string, language: MessageLanguage): Promise<EmailView> =>
      set(deps, mail, user, { address, language }),

    /** @throws 404 EMAIL_NOT_PENDING, 422 EMAIL_CODE_WRONG */
    confirm: (user: User, code: string): Promise<EmailView> => confirm(deps, mail, user, code),

    /** Removes the confirmed address and the unconfirmed one. */
    remove: (user: User): Promise<EmailView> => remove(deps, mail, user),

    /** Checks that messages can be sent to an account. @throws 409 EMAIL_NOT_CONFIRMED, 501 EMAIL_UNAVAILABLE */
    check: (user: User): Promise<void> => check(deps, mail, user),

    /**
     * Sends a message to the account's confirmed address, if it has one. The message must not contain text by other
     * users.
     *
     * @throws PermanentJobError if another attempt would be refused as well
     */
    send: (user: User, message: ToSend): Promise<void> => send(deps, mail, user, message),
  }
}

async function view({ database, clock }: Deps, user: User): Promise<EmailView> {
  const [email, waiting] = await Promise.all([
    emailOf(database.read, user),
    confirmationOf(database.read, user, new Date(clock.now())),
  ])
  return {
    email: email?.address ?? null,
    language: email?.language ?? null,
    pending: waiting?.address ?? null,
    expiresAt: waiting?.expires_at ?? null,
  }
}

async function set(
  deps: Deps,
  mail: Mail,
  { chain, walletId }: User,
  { address, language }: { address: string; language: MessageLanguage },
): Promise<EmailView> {
  const { database, clock, jobs, clean } = deps
  if (!mail.smtp) throw unavailable()
  checkAddress(address)
  const user = { chain, walletId }
  const expiresAt = clock.now() + limits.emailCodeAge.value
  await database.change(async (trx) => {
    await takeOfAccount(deps, trx, user)
    const id = randomUUID()
    const row = { chain, wallet: walletId, id, address, language, expires_at: new Date(expiresAt) }
    await beginConfirmation(trx, row)
    await clean(trx, expiresAt)
    // The answer is the same if too many codes were sent to the address, so it reveals nothing about other accounts.
    if (await takeOfAddress(deps, trx, address)) await jobs.createAndRun(trx, mail.confirming, { id, ...user })
  })
  return view(deps, user)
}

async function confirm(deps: Deps, mail: Mail, user: User, code: string): Promise<EmailView> {
  const { database, clock } = deps
  const now = () => new Date(clock.now())
  // A refusal is returned, not thrown: an exception would roll back the count of wrong codes.
  const refusal = await database.change(async (trx) => {
    const waiting = await lockedConfirmationOf(trx, user, now())
    if (!waiting) return notPending()
    if (!waiting.code_hash || !isCodeOf(waiting.code_hash, code)) {
      const isLast = waiting.wrong_codes + 1 >= limits.wrongEmailCodes.value
      await (isLast ? deleteConfirmation(trx, user) : countWrongCode(trx, user))
      return isWrong()
    }
    const before = await emailOf(trx, user)
    await deleteConfirmation(trx, user)
    await replaceEmail(trx, user, waiting, now())
    if (before && before.address !== waiting.address) await tellFormer(deps, mail, trx, { ...user, former: before })
    return undefined
  })
  if (refusal) throw refusal
  return view(deps, user)
}

async function remove(deps: Deps, mail: Mail, user: User): Promise<EmailView> {
  await deps.database.change(async (trx) => {
    const before = await emailOf(trx, user)
    await deleteConfirmation(trx, user)
    await deleteEmail(trx, user)
    await deleteHeld(trx, { ...user, channel: 'email' })
    if (before) await tellFormer(deps, mail, trx, { ...user, former: before })
  })
  return view(deps, user)
}

async function check({ database }: Deps, { smtp }: Mail, user: User): Promise<void> {
  // Even without SMTP, an account without an address can still choose a chat.
  if ((await emailOf(database.read, user)) === undefined)
    throw conflict(
      'EMAIL_NOT_CONFIRMED',
      `${user.walletId} has no confirmed e-mail address and no chat: set one with POST /auth/profile/email or PUT /auth/profile/chat`,
    )
  if (!smtp) throw unavailable()
}

async function send(deps: Deps, { smtp }: Mail, user: User, message: ToSend): Promise<void> {
  const { database } = deps
  const email = await emailOf(database.read, user)
  if (!email) return
  const { address: to, language } = email
  const most = limits.emailsPerAccount.value
  if (await database.change((trx) => takeOne(deps, trx, { kind: 'notice', id: ownerOf(user), atLeast: most })))
    throw new PermanentJobError(
      'The limit of messages for this hour is reached (MAIL_PER_HOUR, or the limit per account)',
    )
  const { subject, text } = message.textIn(language)
  await deliver(smtp, { id: message.id, to, subject, text: withFooter(text, aboutOf(deps, user), language) })
}

/** Notifies a removed or replaced address, because an intruder may have removed it. */
async function tellFormer(
  { jobs }: Deps,
  { smtp, former }: Mail,
  trx: Change<Tables>,
  {
    chain,
    walletId,
    former: { address: to, language },
  }: User & { former: { address: string; language: MessageLanguage } },
): Promise<void> {
  if (smtp) await jobs.createAndRun(trx, former, { id: randomUUID(), chain, walletId, to, language })
}

/** Each attempt sends a new code and stores only its hash, so that no job contains a code. */
async function sendCode(deps: Deps, smtp: Mail['smtp'], { id, ...user }: ConfirmJob): Promise<void> {
  const { database, clock } = deps
  const code = newCode()
  const found = await database.change((trx) => setCode(trx, user, id, hashOf(code), new Date(clock.now())))
  if (!found) return
  const minutes = limits.emailCodeAge.value / MINUTE_MS
  await deliver(smtp, { id, to: found.address, ...confirmText(aboutOf(deps, user), { code, minutes }, found.language) })
}

async function deliver(smtp: Mail['smtp'], message: Message): Promise<void> {
  if (!smtp) throw new PermanentJobError('SMTP_URL is no longer set')
  await smtp.send(message)
}

/** Counts a message against the budgets of the node and of one holder. Returns the one that is used up, if any. */
const takeOne = (
  { settings, clock }: Deps,
  trx: Change<Tables>,
  { kind, id, atLeast }: { kind: string; id: string; atLeast: number },
) => takeMessage(trx, { name: kind, perHour: settings.MAIL_PER_HOUR }, { id, percent: 0, atLeast }, clock.now())

/** @throws 429 TOO_MANY_EMAILS */
async function takeOfAccount(deps: Deps, trx: Change<Tables>, user: User): Promise<void> {
  const most = limits.emailCodesPerAccount.value
  const refused = await takeOne(deps, trx, { kind: 'code', id: ownerOf(user), atLeast: most })
  if (!refused) return
  const who =
    refused.of === 'holder'
      ? `${user.walletId} has asked for ${most} codes`
      : 'The node has sent as many codes as it may'
  throw tooMany('TOO_MANY_EMAILS', `${who} within an hour: ask again later`, Math.ceil(refused.waitMs / 1000))
}

/** Whether an address may get another code now. Counts the requests of all accounts. */
async function takeOfAddress(deps: Deps, trx: Change<Tables>, address: string): Promise<boolean> {
  const id = createHash('sha256').update(mailboxOf(address)).digest('hex')
  return !(await takeOne(deps, trx, { kind: 'address', id, atLeast: limits.emailCodesPerAddress.value }))
}

const aboutOf = ({ settings }: Deps, { chain, walletId }: User) => ({
  chain,
  wallet: walletId,
  node: settings.PUBLIC_URL,
})
const ownerOf = ({ chain, walletId }: User): string => `${chain} ${walletId}`

const unavailable = () =>
  new ApiError(
    501,
    'EMAIL_UNAVAILABLE',
    'This node does not send e-mail: its operator would have to set SMTP_URL and MAIL_FROM',
  )
const notPending = () =>
  notFound(
    'EMAIL_NOT_PENDING',
    'No code is valid: the last one has expired, was used, or was entered wrongly too often. POST /auth/profile/email sends a new one',
  )
const isWrong = () =>
  unprocessable('EMAIL_CODE_WRONG', 'The code is wrong: enter the one in the newest message to the address')
