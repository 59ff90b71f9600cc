/** Signs a wallet's request on a terminal, by the only path to a signature: `approve` of @quorate/verify. */
import { isQuorateError, type MultisigTypes, type Signed } from '@quorate/client'
import {
  type Asked,
  approve,
  callsUnread,
  type Decoded,
  inWords,
  type KeyChange,
  type KeyPart,
  keyText,
  type Review,
  type ReviewOptions,
  review,
} from '@quorate/verify'
import type { LoggedIn } from '../connection/connect.ts'
import { ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'
import { bold, dim, red } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { canAsk, confirm } from '../terminal/questions.ts'

export type RequestAnswer = MultisigTypes['RequestStatus']

export interface ReviewRequest {
  /** The id of the expected request, whichever one the service answers. */
  jobId: string
  mirrorUrl?: string | undefined
  /** The request as made by this very command. */
  asked?: Asked
}

export interface SignOptions {
  mirrorUrl?: string | undefined
  /** With `json`, only the answer and errors are printed. */
  yes: boolean
  /** Whether to show the bytes field by field. */
  fields?: boolean
  json: boolean
}

interface Signing extends SignOptions, ReviewRequest {}

/**
 * Decodes, compares, shows, asks, signs, verifies and sends.
 * @throws Failure if nothing was signed
 */
export async function signRequest(connection: LoggedIn, request: RequestAnswer, options: Signing): Promise<Signed> {
  const { client, account, chain, signer } = connection
  const { jobId, asked } = options
  const ledger = await ledgerOf({ chain, mirrorUrl: options.mirrorUrl })
  const owners = await ownersOf(connection, request)
  let isUnread = false
  return notSigned(
    approve(request, {
      jobId,
      signerId: account,
      chain,
      ledger,
      now: ledger.now,
      asked,
      owners,
      replaced: await replacedOf(connection, request),
      show(seen) {
        isUnread = callsUnread(seen.decoded)
        showReview(seen, { ...options, silent: options.json && options.yes })
      },
      confirm: async () => (!isUnread || (await confirmUnread())) && confirm(`Sign as ${account}?`, options),
      sign: (bytes) => signer.signBody(bytes),
      send: (signature) =>
        client.multisig.post('/multisig/transaction/sign/{jobId}', {
          path: { jobId },
          body: {
            ...(request.walletId === null ? {} : { walletId: request.walletId }),
            historyId: request.historyId,
            senderId: account,
            signature: `0x${Buffer.from(signature).toString('hex')}`,
          },
        }),
    }),
  )
}

/** `--yes` does not answer this question: the user must have read the contract's function elsewhere. */
async function confirmUnread(): Promise<boolean> {
  const unread =
    'What this call does depends on the contract, and cannot be shown here. Compare the data with its source'
  if (!canAsk()) throw new Failure('notSigned', `${unread}, and sign on a terminal`, 'UNREAD_CALL')
  note(red(unread))
  return confirm('Do you know what this call does?', { yes: false })
}

/** Like {@link signRequest}, but without signing: returns the effects of the bytes, and their differences. */
export async function reviewOf(
  connection: LoggedIn,
  request: RequestAnswer,
  { jobId, mirrorUrl, asked }: ReviewRequest,
): Promise<Review> {
  const { account: signerId, chain } = connection
  const ledger = await ledgerOf({ chain, mirrorUrl })
  const owners = await ownersOf(connection, request)
  const replaced = await replacedOf(connection, request)
  return review(request, { jobId, signerId, chain, ledger, now: ledger.now, owners, asked, replaced })
}

/** The request that a request replaces; undefined if there is none, or if the service does not show it. */
async function replacedOf({ client, account }: LoggedIn, { replaces }: RequestAnswer): Promise<unknown> {
  if (!replaces) return undefined
  const { jobId } = replaces
  const query = { senderId: account }
  return hidden(client.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId }, query }))
}

/** Undefined if the service does not show the owners to this account, such as a future owner. */
async function ownersOf(
  { client }: LoggedIn,
  { walletId, operation }: RequestAnswer,
): Promise<ReviewOptions['owners']> {
  if (walletId === null || operation !== 'update') return undefined
  const wallet = await hidden(client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } }))
  return wallet?.settings.owners.map((owner) => owner.wallet)
}

/** Undefined if the account may not see it. */
const hidden = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isQuorateError(error, 'FORBIDDEN')) return undefined
    throw error
  })

/** Turns a refusal by the verification into the exit code for "not signed". */
export async function notSigned<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && error.name === 'VerifyError')
      throw new Failure('notSigned', error.message, (error as unknown as { code: string }).code)
    throw error
  }
}

/** Shown on standard error, so that pipes get only the answer. */
export function showReview(
  { sentences, fingerprint, differences, decoded, change }: Review,
  { fields, silent }: { fields?: boolean; silent: boolean },
): void {
  if (silent) return
  for (const sentence of sentences) note(bold(plain(sentence)))
  if (change) for (const line of keyLines(change)) note(plain(line))
  note(`Fingerprint   ${bold(fingerprint)}`)
  if (fields || differences.length > 0) showFields(decoded)
  for (const { message } of differences) note(red(`Differs: ${plain(message)}`))
}

/** Shows bytes, one line per field, with findings about what others could read differently. */
export function showFields(decoded: Decoded): void {
  for (const { depth, start, end, name, text, findings } of inWords(decoded)) {
    note(`${dim(`${start}-${end}`.padEnd(11))}${'  '.repeat(depth)}${plain(name)}${text && `  ${plain(text)}`}`)
    for (const finding of findings) note(red(plain(finding)))
  }
}

/** The key before and after, a line for each part. */
function keyLines({ before, after, goes, comes }: KeyChange): string[] {
  const lines = (title: string, { threshold, parts }: KeyChange['after'], marked: readonly KeyPart[], mark: string) => [
    `${title.padEnd(TITLE)}${threshold} of ${parts.length}`,
    ...parts.map((part) => {
      const isMarked = marked.some(({ key }) => keyText(key) === keyText(part.key))
      return `${' '.repeat(TITLE)}${(part.account ?? '?').padEnd(TITLE)}${keyText(part.key)}${isMarked ? `  ${mark}` : ''}`
    }),
  ]
  return [...(before ? lines('Key before', before, goes, 'goes') : []), ...lines('Key after', after, comes, 'comes')]
}
const TITLE = 14
