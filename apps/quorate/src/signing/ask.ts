/**
 * Creates requests of wallets, signs them only if they are what the user entered, and executes them if no signature is
 * missing.
 */
import { isQuorateError, type MultisigTypes } from '@quorate/client'
import { decimalsIn, HBAR_DECIMALS, neededFrom, stillNeeded, wasSigned } from '@quorate/verify'
import { type LoggedIn, type SessionOptions, withSession } from '../connection/connect.ts'
import { type LedgerOptions, ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { note, printOne } from '../terminal/output.ts'
import { red } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { needAnswers } from '../terminal/questions.ts'
import { checkCreated } from './created.ts'
import { execution, printExecution } from './execute.ts'
import { type SignOptions, signRequest } from './sign-request.ts'

type Operation = MultisigTypes['Request']['operation']

export interface Asking extends SessionOptions, SignOptions {
  unsigned: boolean
  memo?: string | undefined
  at?: string | undefined
  until?: string | undefined
  replaces?: string | undefined
  onExpiry?: boolean
  permitFees?: boolean
  force: boolean
}

/** Creates a request, signs it if it is as requested here, and has it executed if that signature is enough. */
export async function asks(
  given: Asking,
  operation: Operation,
  bodyOf: (connection: LoggedIn) => object | Promise<object>,
): Promise<void> {
  checkTimes(given)
  await withSession(given, async (connection) =>
    askOnce(connection, given, operation, (await bodyOf(connection)) as Record<string, unknown>),
  )
}

export function checkTimes({ at, until, onExpiry, unsigned, yes }: Asking): void {
  if (onExpiry && until === undefined) throw new Failure('usage', '--on-expiry needs --until')
  if (at !== undefined && until !== undefined)
    throw new Failure('usage', 'Pass either --at (the service keeps the request) or --until (the ledger keeps it)')
  if (!unsigned) needAnswers('Sign this?', { yes })
}

export async function askOnce(
  connection: LoggedIn,
  given: Asking,
  operation: Operation,
  payload: Record<string, unknown>,
): Promise<void> {
  const { at, until, onExpiry, force, json, memo, replaces } = given
  const { client, account } = connection
  const times = {
    ...timesOf({ at, until, onExpiry }),
    ...(replaces === undefined ? {} : { replaces }),
  }
  let body: Record<string, unknown> = { ...payload, ...(memo === undefined ? {} : { memo }), ...times }
  const send = () =>
    client.multisig.post(`/multisig/wallet/${operation}/request`, {
      body: { ...body, ...(force ? { force } : {}) },
    } as never)
  const asked = await send().catch((error: unknown) => {
    if (!given.permitFees || !isQuorateError(error, 'CUSTOM_FEES') || error.details.length === 0) throw error
    body = { ...body, maxCustomFees: error.details }
    return send()
  })
  for (const { code, message } of (asked as MultisigTypes['NewRequest']).warnings ?? [])
    note(red(`The ledger would refuse this now: ${plain(message)} (${plain(code)})`))
  const status = () =>
    client.multisig.get('/multisig/transaction/status/{jobId}', {
      path: { jobId: asked.jobId },
      query: { senderId: account },
    })
  let request = await status()
  const { transactionId } = request
  const unsigned = given.unsigned || isProposers(request)
  if (!given.unsigned && unsigned && !json)
    note('You are a proposer of this wallet: its owners have to sign the request.')
  if (!unsigned) {
    try {
      // Compares the bytes with the request made here, whatever the service's answer says about it.
      await signRequest(connection, request, {
        ...given,
        jobId: asked.jobId,
        asked: { operation, payload: body },
      })
    } catch (error) {
      if (!json) note(plain(unsignedNote(asked.jobId, error)))
      throw error
    }
    request = await status()
  }
  const isComplete = request.status === 'pending' && request.missing.length === 0
  if (isComplete && !unsigned && at === undefined && until === undefined) {
    const executed = await execution(connection, request)
    // The signed bytes have this transaction id: `signRequest` has compared them.
    if (operation === 'create' && executed.status === 'success')
      await checkCreated(
        { chain: connection.chain, mirrorUrl: given.mirrorUrl },
        { what: 'wallet', answered: executed.walletId, transactionId },
      )
    return printExecution(executed, json)
  }
  printOne(request, {
    json,
    fields: [
      ['request', request.jobId],
      ['status', request.status],
      ['missing', neededFrom(stillNeeded(request))],
      ['until', request.executeAt ?? request.expiresAt],
      ['schedule', request.schedule?.scheduleId],
    ],
  })
  if (!json && request.missing.length > 0) note(`They sign it with: quorate request sign ${plain(request.jobId)}`)
}

/** Whether a proposer made the request. A proposer's signature does not count. */
const isProposers = ({ requesterRole }: Pick<MultisigTypes['RequestStatus'], 'requesterRole'>): boolean =>
  requesterRole !== undefined

/**
 * Error codes which mean that the service returned a request other than the one made here. Even its id may belong to
 * another request.
 */
const OTHERS: readonly string[] = ['BYTES_DIFFER', 'INVALID_INTENT', 'ANSWER_REFUSED']

const unsignedNote = (jobId: string, error: unknown): string =>
  wasSigned(error)
    ? `Before you request the same again, look at its outcome: quorate request show ${jobId}`
    : error instanceof Failure && OTHERS.includes(error.code)
      ? 'The service did not make the request that you asked for: do not sign what it made'
      : `The request exists, but you have not signed it. To sign it: quorate request sign ${jobId}. To withdraw it: quorate request reject ${jobId}`

export const timesOf = ({
  at,
  until,
  onExpiry,
}: {
  at?: string | undefined
  until?: string | undefined
  onExpiry?: boolean | undefined
}) => ({
  ...(at === undefined ? {} : { executeAt: at }),
  ...(until === undefined ? {} : { expiresAt: until, execute: onExpiry ? ('expiry' as const) : ('signed' as const) }),
})

/**
 * Decimals decide how much is signed away, so they come from the ledger and not from the service.
 *
 * @param token Hbars if absent
 * @throws Failure NO_TOKEN
 */
export async function decimalsToSign(token: string | undefined, options: LedgerOptions): Promise<number> {
  if (token === undefined) return HBAR_DECIMALS
  const decimals = decimalsIn((await (await ledgerOf(options)).token(token))?.decimals)
  if (decimals === undefined)
    throw new Failure('failed', `The token ${token} does not exist on ${options.chain}`, 'NO_TOKEN')
  return decimals
}
