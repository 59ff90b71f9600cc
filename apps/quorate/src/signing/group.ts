/** Requests that are reviewed and signed together, on a terminal. */
import { isQuorateError, type MultisigTypes } from '@quorate/client'
import { type Asked, hbars, inTransactions, type Payment, type Review, sumsOf } from '@quorate/verify'
import type { LoggedIn } from '../connection/connect.ts'
import type { LedgerOptions } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { tokenText } from '../terminal/amounts.ts'
import { note, printOne } from '../terminal/output.ts'
import { red } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'
import { execution } from './execute.ts'
import { decimalsOf } from './payments.ts'
import { reviewOf, type SignOptions, showReview, signRequest } from './sign-request.ts'

type Group = MultisigTypes['RequestGroup']

export interface GroupAddress {
  walletId: string
  groupId: string
}

/** The parts that this command requested itself, by request. */
type AskedParts = ReadonlyMap<string, Asked>

export const groupOf = ({ client }: LoggedIn, path: GroupAddress): Promise<Group> =>
  client.multisig.get('/multisig/wallet/{walletId}/group/{groupId}', { path })

/**
 * Requests the parts of a list that do not exist yet, in order. Repeated after an interruption, it requests only the
 * rest.
 */
export async function askParts(
  { client }: LoggedIn,
  {
    walletId,
    groupId,
    payments,
    more,
    permitFees,
  }: GroupAddress & { payments: readonly Payment[]; more: object; permitFees: boolean },
): Promise<AskedParts> {
  const asked = new Map<string, Asked>()
  const parts = inTransactions(payments)
  for (const [position, part] of parts.entries()) {
    const paid = part.map(({ receiverId, tokenId, amount }) => ({ receiverId, tokenId, amount: String(amount) }))
    const first = { walletId, payments: paid, ...more, group: { groupId, position, size: parts.length } }
    let body: typeof first & { maxCustomFees?: unknown; force?: boolean } = first
    const send = () => client.multisig.post('/multisig/wallet/pay/request', { body: body as never })
    const made = send().catch((error: unknown) => {
      if (!permitFees || !isQuorateError(error, 'CUSTOM_FEES') || error.details.length === 0) throw error
      body = { ...body, maxCustomFees: error.details }
      return send()
    })
    const jobId = await made.then(
      (request) => request.jobId,
      (error: unknown) => {
        const [part] = isQuorateError(error, 'GROUP_PART_EXISTS') ? (error.details as { jobId: string }[]) : []
        if (part) return part.jobId
        note(`Requested ${position} of ${parts.length} parts. Continue with: --group ${groupId}`)
        throw error
      },
    )
    asked.set(jobId, { operation: 'pay', payload: body })
  }
  return asked
}

/**
 * Shows all parts that wait for the account's signature, asks once, and signs them one after the other. After an
 * interruption, it signs only the remaining parts.
 */
export async function signParts(
  connection: LoggedIn,
  address: GroupAddress,
  options: SignOptions,
  asked: AskedParts = new Map(),
): Promise<void> {
  const { requests } = await groupOf(connection, address)
  const open = requests.filter(({ status, missing }) => status === 'pending' && missing.includes(connection.account))
  if (open.length === 0) return note('No part waits for your signature')
  for (const request of open) {
    const { jobId, rejections } = request
    const given = asked.get(jobId)
    const seen = await reviewOf(connection, request, { ...options, jobId, ...(given ? { asked: given } : {}) })
    showReview(seen, { silent: options.json && options.yes })
    for (const { walletId } of rejections) note(red(`${plain(walletId)} has rejected this part`))
    if (seen.differences.length > 0)
      throw new Failure(
        'notSigned',
        `Nothing was signed: the bytes of ${jobId} differ from the request`,
        'BYTES_DIFFER',
      )
    checkInList(seen, { jobId, walletId: address.walletId, isAsked: asked.size === 0 || given !== undefined })
  }
  note(`Together ${await sumText(paymentsOf(open), { chain: connection.chain, mirrorUrl: options.mirrorUrl })}`)
  if (!(await confirm(`Sign these ${open.length} requests as ${connection.account}?`, options)))
    throw new Failure('notSigned', 'Nothing was signed', 'NOT_CONFIRMED')
  for (const request of open) {
    const given = asked.get(request.jobId)
    // Each part was just shown, and is compared once more.
    const silent = { ...options, yes: true, json: true, jobId: request.jobId }
    await signRequest(connection, request, { ...silent, ...(given ? { asked: given } : {}) })
  }
}

/**
 * Refuses a part that is not in the list, because the service or the requester could add another request.
 *
 * @param by.isAsked Whether this command requested the part, if it requested any
 */
function checkInList({ act, request }: Review, by: { jobId: string; walletId: string; isAsked: boolean }): void {
  const refuse = (what: string) =>
    new Failure('notSigned', `Nothing was signed: the request ${by.jobId} ${what}`, 'WRONG_GROUP')
  if (request.operation !== 'pay' || act === 'scheduleDelete')
    throw refuse('is not a payment: review it separately with quorate request sign')
  if (request.walletId !== by.walletId) throw refuse(`belongs to the wallet ${request.walletId}`)
  if (!by.isAsked) throw refuse('is not in your list')
}

/** Executes the parts that have all their signatures, one after the other. */
export async function executeParts(connection: LoggedIn, address: GroupAddress): Promise<void> {
  const { requests } = await groupOf(connection, address)
  for (const request of requests) if (request.waitsFor === 'execution') await execution(connection, request)
}

export function printGroup(group: Group, json: boolean): void {
  const { groupId, walletId, requesterId, size, counts, unpaid, requests } = group
  printOne(group, {
    json,
    fields: [
      ['group', groupId],
      ['wallet', walletId],
      ['asked by', requesterId],
      ['requested', `${counts.requests} of ${size}`],
      ['waiting', counts.waiting],
      ['signed', counts.signed],
      ['executed', `${counts.executed} of ${size}`],
      ['failed', counts.failed],
      ['never paid', unpaid.join(', ')],
      ...requests.map(
        ({ jobId, status, code, group: place }) =>
          [`part ${(place?.position ?? 0) + 1}`, `${jobId} ${status}${code ? ` (${code})` : ''}`] as const,
      ),
    ],
  })
}

/** The sums of all assets in full, such as `2,749.00 ℏ and 3.00 of 0.0.2002`. */
async function sumText(payments: readonly Payment[], options: LedgerOptions): Promise<string> {
  const sums = sumsOf(payments)
  const decimals = await decimalsOf(new Set(sums.keys()), options)
  return [...sums]
    .map(([id, sum]) => (id === 'HBAR' ? hbars(sum) : `${tokenText(sum, decimals.get(id))} of ${id}`))
    .join(' and ')
}

const paymentsOf = (requests: Group['requests']): Payment[] =>
  requests.flatMap(({ payload }) =>
    ((payload.payments ?? []) as { receiverId: string; tokenId: string; amount: string | number }[]).map((one) => ({
      ...one,
      amount: BigInt(one.amount),
    })),
  )
