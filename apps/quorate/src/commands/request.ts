import type { MultisigTypes } from '@quorate/client'
import { neededFrom, stillNeeded } from '@quorate/verify'
import { type LoggedIn, lazySigner, placesOf, withSession } from '../connection/connect.ts'
import { EXIT, Failure } from '../exit-codes.ts'
import { explain } from '../explain.ts'
import { execution, printExecution } from '../signing/execute.ts'
import { executeParts, groupOf, printGroup, signParts } from '../signing/group.ts'
import { reviewOf, showReview, signRequest } from '../signing/sign-request.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { type Column, isTerminal, note, printList, printOne } from '../terminal/output.ts'
import { bold, red, say } from '../terminal/paint.ts'
import { plain, plainJson } from '../terminal/plain.ts'
import { confirm, needAnswers } from '../terminal/questions.ts'

type Commands = CommandTable['request']['commands']
type Status = MultisigTypes['RequestStatus']

/** The requester. If it is not an owner, its role is shown, too. */
const askedBy = ({ requesterId, requesterRole }: Pick<Status, 'requesterId' | 'requesterRole'>): string =>
  requesterRole === undefined ? requesterId : `${requesterId} (${requesterRole}, not an owner)`

const columns: Column<MultisigTypes['Request']>[] = [
  { title: 'request', of: ({ jobId }) => jobId },
  { title: 'operation', of: ({ operation }) => operation },
  { title: 'wallet', of: ({ walletId }) => walletId },
  { title: 'asked by', of: askedBy },
  { title: 'until', of: ({ executeAt, expiresAt }) => executeAt ?? expiresAt },
]
/** The purpose of the request. It is the last column, since it is the only free text. */
const memo: Column<MultisigTypes['Request']> = {
  title: 'memo',
  of: ({ payload }) => (typeof payload.memo === 'string' ? payload.memo : ''),
}
/** A column of the inbox that a wallet's list does not have. */
const waitsFor: Column<MultisigTypes['InboxEntry']> = {
  title: 'waits for',
  of: (entry) => (entry.waitsFor === 'execution' ? 'execution' : neededFrom(stillNeeded(entry))),
}
/**
 * Whether the account has signed for the wallet before; for a new wallet, also how many more of its requests are not
 * listed.
 */
const standing: Column<MultisigTypes['InboxEntry']> = {
  title: 'wallet is',
  of: ({ standing, unlisted }) => (unlisted === undefined ? standing : `${standing} (${unlisted} more)`),
}

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { wallet: walletId, muted, limit, json } = given
  await withSession(given, async ({ client }) => {
    const query = { limit }
    if (walletId === undefined)
      return printList(
        client.multisig.list('/multisig/inbox', {
          query: { ...query, ...(muted ? { standing: 'muted' as const } : {}) },
        }),
        { json, limit, empty: 'Nothing is waiting for you', columns: [...columns, waitsFor, standing, memo] },
      )
    await printList(client.multisig.list('/multisig/wallet/{walletId}/pending', { path: { walletId }, query }), {
      json,
      limit,
      columns: [...columns, memo],
      empty: 'The wallet has no open requests',
    })
  })
}

const statusOf = ({ client, account }: LoggedIn, jobId: string): Promise<Status> =>
  client.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId }, query: { senderId: account } })

export async function show(given: Given<Commands['show']>): Promise<void> {
  await withSession(given, async (connection) => {
    const request = await statusOf(connection, given.jobId)
    // A finished request has nothing to sign, and its keys may have changed since.
    const review =
      request.status === 'pending'
        ? await reviewOf(connection, request, given).catch((error: Error) => error)
        : undefined
    const seen = review instanceof Error ? undefined : review
    if (seen) showReview(seen, { fields: given.fields, silent: given.json })
    if (review instanceof Error) note(`The bytes could not be compared: ${plain(review.message)}`)
    printOne(
      {
        ...request,
        ...(seen ? { fingerprint: seen.fingerprint, sentences: seen.sentences, differences: seen.differences } : {}),
      },
      {
        json: given.json,
        fields: [
          ['request', request.jobId],
          ['operation', request.operation],
          ['wallet', request.walletId],
          ['memo', typeof request.payload.memo === 'string' ? request.payload.memo : undefined],
          ['status', request.status],
          ['code', request.code],
          ['message', request.message],
          ['asked by', askedBy(request)],
          ['signed by', request.signatures.map(signedBy).join(', ')],
          ['missing', neededFrom(stillNeeded(request))],
          ...request.needs.map((need) => ['signatures', progress(need, request)] as const),
          [
            'rejected by',
            request.rejections
              .map(({ walletId, reason }) => (reason === '' ? walletId : `${walletId} (${reason})`))
              .join(', '),
          ],
          ['proposal', request.proposal?.proposalId],
          ['replaces', request.replaces?.jobId],
          ['replaced by', request.replacedBy],
          [
            'group',
            request.group && `${request.group.groupId}, part ${request.group.position + 1} of ${request.group.size}`,
          ],
          ['threshold', request.threshold],
          ['executed at', request.executeAt],
          ['expires', request.expiresAt],
          ['schedule', request.schedule?.scheduleId],
          ['transaction', request.transactionId],
          ['consensus', request.consensusTimestamp],
          ...request.comments.map(({ walletId, text }) => ['comment', `${walletId}: ${text}`] as const),
        ],
      },
    )
    if (seen && seen.differences.length > 0)
      throw new Failure('failed', 'The bytes differ from the request: do not sign them', 'BYTES_DIFFER')
  })
}

export async function sign(given: Given<Commands['sign']>): Promise<void> {
  await withSession(given, async (connection) => {
    const request = await statusOf(connection, given.jobId)
    // The requester of a withdrawn scheduled request signs the deletion of its schedule.
    const isOver = request.status === 'success' || request.status === 'error'
    if (isOver && !(request.schedule && request.requesterId === connection.account))
      throw new Failure(
        'refused',
        `The request is over: ${request.status}${request.code ? ` (${request.code})` : ''}`,
        request.code ?? 'REQUEST_OVER',
      )
    await signShown(signingFor(connection, given), request, given)
    printSigned(await statusOf(connection, given.jobId), given.json)
  })
}

async function signShown(
  connection: LoggedIn,
  request: Status,
  options: Parameters<typeof signRequest>[2],
): Promise<void> {
  // Shown even with --yes and --json, so that nobody unknowingly completes a request that another owner has rejected.
  for (const { walletId, reason } of request.rejections)
    note(red(`${plain(walletId)} has rejected this request${reason ? `: ${plain(reason)}` : ''}`))
  await signRequest(connection, request, options)
}

/** The results of `next`: how many requests were signed, were skipped by the user, or could not be signed. */
interface Reviewed {
  signed: number
  skipped: number
  failed: number
}

export async function next(given: Given<Commands['next']>): Promise<void> {
  needAnswers('Sign the requests that wait for you?', { yes: false })
  await withSession(given, async (connection) => {
    const reviewed: Reviewed = { signed: 0, skipped: 0, failed: 0 }
    const query = { standing: 'known' as const }
    for await (const { jobId, waitsFor } of connection.client.multisig.list('/multisig/inbox', { query }))
      if (waitsFor === 'signature') reviewed[await reviewNext(connection, jobId, given)]++
    if (Object.values(reviewed).every((count) => count === 0)) note('Nothing is waiting for your signature')
    else printOne(reviewed, { json: given.json, fields: Object.entries(reviewed) })
    if (reviewed.failed > 0) process.exitCode = EXIT.failed
  })
}

async function reviewNext(
  connection: LoggedIn,
  jobId: string,
  given: Given<Commands['next']>,
): Promise<keyof Reviewed> {
  try {
    const request = await statusOf(connection, jobId)
    const { walletId } = request
    note(
      `\n${bold(`Request ${plain(jobId)}`)} of the wallet ${plain(walletId ?? '(new)')}, by ${plain(askedBy(request))}`,
    )
    await signShown(connection, request, { ...given, jobId, yes: false })
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_CONFIRMED') return 'skipped'
    note(red(explain(error)))
    return 'failed'
  }
  // The signature is sent already, so an error below must not look as if nothing was signed.
  try {
    const now = await statusOf(connection, jobId)
    if (
      now.waitsFor === 'execution' &&
      (await confirm('All necessary signatures are there. Execute it?', { yes: false }))
    )
      printExecution(await execution(connection, now), given.json)
  } catch (error) {
    note(red(explain(error)))
    process.exitCode = EXIT.failed
  }
  return 'signed'
}

/** The connection, with the owner who signs in place of the session's account. */
function signingFor(connection: LoggedIn, { owner, keyFile, keyType }: Given<Commands['sign']>): LoggedIn {
  if (owner === undefined || owner === connection.account) return connection
  if (keyFile === undefined) throw new Failure('usage', `Name the key of ${owner} with --key-file`, 'NO_KEY')
  return { ...connection, account: owner, signer: lazySigner(owner, { keyFile, keyType }) }
}

/** Such as `1 of 2 for the key of 0.0.1033`. An owner change has two: for the current key and for the new one. */
function progress({ walletId, needed, missing }: Status['needs'][number], request: Status): string {
  const of = walletId === null ? 'the new key' : `the key of ${walletId}${walletId === request.walletId ? ' now' : ''}`
  return needed === null || missing === null
    ? `signatures alone never satisfy ${of}`
    : `${needed - missing} of ${needed} for ${of}`
}

/** Marks a signature that does not count yet. */
const signedBy = ({ senderId, unconfirmed }: Status['signatures'][number]): string =>
  unconfirmed ? `${senderId} (unconfirmed)` : senderId

function printSigned(request: Status, json: boolean): void {
  printOne(request, {
    json,
    fields: [
      ['request', request.jobId],
      ['status', request.status],
      [
        'unconfirmed',
        request.signatures.flatMap(({ senderId, unconfirmed }) => (unconfirmed ? senderId : [])).join(', ') ||
          undefined,
      ],
      [
        'missing',
        request.status === 'pending'
          ? neededFrom(stillNeeded(request)) ||
            (request.waitsFor === 'execution' ? 'nothing: quorate request execute' : 'nothing')
          : undefined,
      ],
      ['transaction', request.transactionId],
    ],
  })
}

export async function execute(given: Given<Commands['execute']>): Promise<void> {
  await withSession(given, async (connection) => {
    const { operation, jobId, bytes } = await statusOf(connection, given.jobId)
    printExecution(await execution(connection, { operation, jobId, bytes }), given.json)
  })
}

export async function group(given: Given<Commands['group']>): Promise<void> {
  const { walletId, groupId, json } = given
  const address = { walletId, groupId }
  if (given.sign) needAnswers('Sign this?', given)
  await withSession(given, async (connection) => {
    if (given.sign) await signParts(connection, address, given)
    if (given.execute) await executeParts(connection, address)
    printGroup(await groupOf(connection, address), json)
  })
}

export async function reject(given: Given<Commands['reject']>): Promise<void> {
  const { jobId, reason, json } = given
  await withSession(given, async (connection) => {
    const request = await statusOf(connection, jobId)
    if (!(await confirm(`Reject the ${request.operation} that ${request.requesterId} asked for?`, given)))
      throw new Failure('failed', 'Nothing was rejected')
    const rejected = await connection.client.multisig.post('/multisig/transaction/reject/{jobId}', {
      path: { jobId },
      body: reason === undefined ? {} : { reason },
    })
    printOne(rejected, {
      json,
      fields: [
        ['request', jobId],
        ['status', rejected.status],
        ['code', rejected.code],
        ['rejected by', rejected.rejections.map(({ walletId }) => walletId).join(', ')],
      ],
    })
  })
}

export async function comment(given: Given<Commands['comment']>): Promise<void> {
  const { jobId, text, json } = given
  await withSession(given, async ({ client, account }) => {
    const made = await client.multisig.post('/multisig/transaction/comment/{jobId}', {
      path: { jobId },
      body: { text },
    })
    printOne(made, {
      json,
      fields: [
        ['request', jobId],
        ['comment', `${account}: ${text}`],
      ],
    })
  })
}

/** Prints events until the request is decided, the session ends, or Ctrl-C is pressed. */
export async function watch(given: Given<Commands['watch']>): Promise<void> {
  const { jobId, wallet: wallets, json } = given
  await withSession(given, async (connection) => {
    const { client } = connection
    if (placesOf(given).places.sockets === undefined)
      throw new Failure('usage', 'No address of the sockets: set it with --sockets-url', 'NO_ADDRESS')
    const ended = Promise.withResolvers<Status | undefined>()
    const socket = await client.live.multisig()
    const look = async (): Promise<void> => {
      if (jobId === undefined) return
      const status = await statusOf(connection, jobId)
      if (status.status !== 'pending') ended.resolve(status)
    }
    const looked = () => void look().catch((error) => ended.reject(error))
    socket.onAny(({ event, data, timestamp }) => {
      const about = (data as { jobId?: string }).jobId
      if (jobId !== undefined && about !== jobId) return
      print({ event, timestamp, data }, json)
      looked()
    })
    // Events during a lost connection are missing.
    socket.onReload(() => {
      print({ event: 'reload', timestamp: new Date().toISOString(), data: {} }, json)
      looked()
    })
    socket.onClose((error) => ended.reject(error))
    const stop = () => ended.resolve(undefined)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    try {
      const request = jobId === undefined ? undefined : await statusOf(connection, jobId)
      const followed = new Set([...wallets, ...(request?.walletId ? [request.walletId] : [])])
      for (const walletId of followed) await socket.subscribe({ walletId })
      if (isTerminal() && !json) note('Ctrl-C ends it')
      print({ event: 'watching', timestamp: new Date().toISOString(), data: { wallets: [...followed] } }, json)
      await look()
      const status = await ended.promise
      if (status?.status === 'error')
        throw new Failure(
          'failed',
          `${status.jobId} was not executed: ${status.message ?? status.code ?? 'it has ended'}`,
          status.code ?? 'NOT_EXECUTED',
        )
    } finally {
      socket.close()
    }
  })
}

interface Happened {
  event: string
  timestamp: string
  data: object
}

function print({ event, timestamp, data }: Happened, json: boolean): void {
  if (json || !isTerminal()) {
    say(plainJson({ event, timestamp, data }))
    return
  }
  const { jobId, walletId, wallet, senderId, code } = data as Record<string, unknown>
  const about = [walletId ?? wallet, jobId, senderId, code].filter((one) => typeof one === 'string').join('  ')
  say(`${plain(timestamp)}  ${plain(event.padEnd(22))}  ${plain(about)}`)
}
