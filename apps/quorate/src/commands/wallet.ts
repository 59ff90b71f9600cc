import { isQuorateError, type MultisigTypes } from '@quorate/client'
import {
  decimalsIn,
  HBAR_DECIMALS,
  hbars,
  inTransactions,
  isoTimeOf,
  keyText,
  neededFrom,
  sameKey,
  shownSymbol,
  stillNeeded,
  wasSigned,
} from '@quorate/verify'
import { openMirror, statementCsv } from '@quorate/verify/recount'
import { type LoggedIn, publicClient, type SessionOptions, withSession } from '../connection/connect.ts'
import { type LedgerOptions, ledgerOf, mirrorUrlOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { checkCreated } from '../signing/created.ts'
import { execution, printExecution } from '../signing/execute.ts'
import { paymentsIn, readText } from '../signing/payments.ts'
import { type SignOptions, signRequest } from '../signing/sign-request.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { tokenText, unitsOf } from '../terminal/amounts.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { red } from '../terminal/paint.ts'
import { periodOf } from '../terminal/period.ts'
import { plain } from '../terminal/plain.ts'
import { needAnswers } from '../terminal/questions.ts'
import { printStatement } from '../terminal/statement.ts'

type Commands = CommandTable['wallet']['commands']
type Operation = MultisigTypes['Request']['operation']

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { limit, json } = given
  await withSession(given, ({ client }) =>
    printList(client.multisig.list('/multisig/wallets', { query: { limit } }), {
      json,
      limit,
      empty: 'You own no wallet: quorate wallet create',
      columns: [
        { title: 'wallet', of: ({ wallet }) => wallet },
        { title: 'name', of: ({ name }) => name },
        { title: 'signers', of: ({ settings }) => `${settings.threshold} of ${settings.owners.length}` },
        { title: 'chain', of: ({ chain }) => chain },
      ],
    }),
  )
}

export async function show(given: Given<Commands['show']>): Promise<void> {
  const { walletId, json, chain, mirrorUrl } = given
  if (given.public) {
    const shown = await publicClient(given).multisig.get('/multisig/wallet/{walletId}/public', {
      path: { walletId },
      query: chain === undefined ? {} : { chain },
    })
    const decimals = json ? new Map() : await decimalsOf(shown.tokens, { chain: shown.chain, mirrorUrl })
    return printOne(shown, {
      json,
      fields: [
        ['wallet', shown.wallet],
        ['chain', shown.chain],
        ['deleted', shown.deleted || undefined],
        ['signers', `${shown.threshold} of ${shown.owners.length}`],
        ...shown.owners.map(({ publicKeys }) => ['key', publicKeys.join(' + ')] as const),
        ['balance', hbars(BigInt(shown.balance))],
        ...shown.tokens.map(
          ({ tokenId, balance }) =>
            ['token', `${tokenId}  ${tokenText(BigInt(balance), decimals.get(tokenId))}`] as const,
        ),
      ],
    })
  }
  await withSession(given, async ({ client }) => {
    const wallet = await client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
    const { name, description, settings, assets, history } = wallet
    const keyMatches = wallet.keyMatches && (json || (await isKeyOf(wallet, { chain: wallet.chain, mirrorUrl })))
    const decimals = json ? new Map() : await decimalsOf(assets, { chain: wallet.chain, mirrorUrl })
    printOne(wallet, {
      json,
      fields: [
        ['wallet', walletId],
        ['name', name],
        ['description', description],
        ['chain', wallet.chain],
        ['signers', `${settings.threshold} of ${settings.owners.length}`],
        ...settings.owners.map((owner) => ['owner', `${owner.wallet}  ${owner.name}`] as const),
        [
          'key',
          keyMatches ? undefined : `on the ledger it is not that of these owners: quorate wallet owners ${walletId}`,
        ],
        ...assets.map(({ tokenId, balance, symbol }) =>
          tokenId === 'HBAR'
            ? (['balance', hbars(BigInt(balance))] as const)
            : (['token', tokenLine({ tokenId, balance, symbol }, decimals.get(tokenId))] as const),
        ),
        ...history
          .slice(0, 10)
          .map(
            ({ timestamp, type, status, jobId }) => ['history', `${timestamp}  ${type}  ${status}  ${jobId}`] as const,
          ),
      ],
    })
  })
}

export async function statement(given: Given<Commands['statement']>): Promise<void> {
  const { walletId, csv, json } = given
  await withSession(given, async ({ client, chain }) => {
    const places = { chain, mirrorUrl: given.mirrorUrl }
    const { now } = await ledgerOf(places)
    const period = periodOf(given, now)
    const path = { walletId }
    const query = { from: isoTimeOf(period.from), to: isoTimeOf(period.to) }
    // Refuses others than the owners before anything is read of the ledger.
    const answer = await client.multisig.get('/multisig/wallet/{walletId}/statement', { path, query })
    const { settings } = await client.multisig.get('/multisig/wallet/{walletId}', { path })
    const read = await openMirror(mirrorUrlOf(places)).statementOf({ account: walletId, ...period })
    const requests = new Map(answer.entries.map((one) => [one.consensusTimestamp, one.request]))
    const names = new Map(settings.owners.map((owner) => [owner.wallet, owner.name || undefined]))
    if (csv)
      process.stdout.write(
        statementCsv(read, { nameOf: (id) => names.get(id), requestOf: ({ at }) => requests.get(at) }),
      )
    else await printStatement(read, { json, names, requests })
  })
}

/** Whether the wallet's key on the ledger is that of these owners now. True if it cannot be read. */
async function isKeyOf(
  { wallet, settings: { owners, threshold } }: Pick<MultisigTypes['Wallet'], 'wallet' | 'settings'>,
  options: LedgerOptions,
): Promise<boolean> {
  try {
    const ledger = await ledgerOf(options)
    const [key, ...parts] = await Promise.all([wallet, ...owners.map((one) => one.wallet)].map((id) => ledger.key(id)))
    const keys = parts.filter((part) => part !== null)
    return key != null && keys.length === owners.length && sameKey(key, { type: 'threshold', threshold, keys })
  } catch (error) {
    note(`The ledger could not be read, so the key of the wallet was not compared: ${plain((error as Error).message)}`)
    return true
  }
}

/** A holding by the token's id, with the symbol if that does not pass for hbars or another token. */
const tokenLine = (
  { tokenId, balance, symbol }: { tokenId: string; balance: string | number; symbol: string },
  decimals: number | undefined,
): string => [tokenId, shownSymbol(symbol, tokenId), tokenText(BigInt(balance), decimals)].filter(Boolean).join('  ')

/** The decimals of tokens on the ledger; empty if the ledger cannot be read. */
async function decimalsOf(
  tokens: readonly { tokenId: string }[],
  options: LedgerOptions,
): Promise<ReadonlyMap<string, number | undefined>> {
  const ids = tokens.map(({ tokenId }) => tokenId).filter((id) => id !== 'HBAR')
  if (ids.length === 0) return new Map()
  try {
    const ledger = await ledgerOf(options)
    const found = new Map<string, number | undefined>()
    for (const id of ids) found.set(id, decimalsIn((await ledger.token(id))?.decimals))
    return found
  } catch (error) {
    note(`The ledger could not be read, so amounts of tokens are not shown: ${plain((error as Error).message)}`)
    return new Map()
  }
}

export async function mute(given: Given<Commands['mute']>): Promise<void> {
  const { walletId, undo, json } = given
  await withSession(given, async ({ client }) => {
    const of = { path: { walletId } }
    const changed = undo
      ? await client.multisig.delete('/multisig/muted/{walletId}', of)
      : await client.multisig.put('/multisig/muted/{walletId}', of)
    printOne(changed, {
      json,
      fields: [
        ['wallet', changed.walletId],
        ['muted', changed.muted ? 'yes' : 'no'],
      ],
    })
  })
}

export async function owners(given: Given<Commands['owners']>): Promise<void> {
  const { walletId, json, mirrorUrl } = given
  await withSession(given, async ({ client, chain }) => {
    const { settings } = await client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
    const ledger = await ledgerOf({ chain, mirrorUrl })
    const key = await ledger.key(walletId)
    const parts = key?.type === 'threshold' && key.keys.length === settings.owners.length ? key.keys : []
    const rows = await Promise.all(
      settings.owners.map(async ({ wallet, name }, index) => {
        const [now, part] = [await ledger.key(wallet), parts[index]]
        return {
          account: wallet,
          name,
          key: part ? keyText(part) : null,
          isPresentKey: now !== null && part !== undefined && sameKey(now, part),
        }
      }),
    )
    await printList(rows, {
      json,
      empty: '',
      columns: [
        { title: 'account', of: ({ account }) => account },
        { title: 'name', of: ({ name }) => name },
        { title: 'key in the wallet', of: ({ key }) => key },
        { title: 'is that of the account', of: ({ isPresentKey }) => (isPresentKey ? 'yes' : 'no') },
      ],
    })
  })
}

interface Asking extends SessionOptions, SignOptions {
  unsigned: boolean
  memo?: string | undefined
  at?: string | undefined
  until?: string | undefined
  onExpiry?: boolean
  permitFees?: boolean
  force: boolean
}

/** Creates a request, signs it as requested here, and has it executed if that signature is enough. */
async function asks(
  given: Asking,
  operation: Operation,
  bodyOf: (connection: LoggedIn) => object | Promise<object>,
): Promise<void> {
  checkTimes(given)
  await withSession(given, async (connection) =>
    askOnce(connection, given, operation, (await bodyOf(connection)) as Record<string, unknown>),
  )
}

function checkTimes({ at, until, onExpiry, unsigned, yes }: Asking): void {
  if (onExpiry && until === undefined) throw new Failure('usage', '--on-expiry needs --until')
  if (at !== undefined && until !== undefined)
    throw new Failure('usage', '--at makes the service keep it, --until the ledger: pass only one')
  if (!unsigned) needAnswers('Sign this?', { yes })
}

async function askOnce(
  connection: LoggedIn,
  given: Asking,
  operation: Operation,
  payload: Record<string, unknown>,
): Promise<void> {
  const { at, until, onExpiry, unsigned, force, json, memo } = given
  const { client, account } = connection
  const times = {
    ...(at === undefined ? {} : { executeAt: at }),
    ...(until === undefined ? {} : { expiresAt: until, execute: onExpiry ? 'expiry' : 'signed' }),
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

/**
 * Error codes which mean that the service returned another request than the one made here. Even the id may be another
 * request's.
 */
const OTHERS: readonly string[] = ['BYTES_DIFFER', 'INVALID_INTENT', 'ANSWER_REFUSED']

const unsignedNote = (jobId: string, error: unknown): string =>
  wasSigned(error)
    ? `Before you ask for the same again, see what became of it: quorate request show ${jobId}`
    : error instanceof Failure && OTHERS.includes(error.code)
      ? 'The service did not make the request that you asked for: do not sign what it made'
      : `The request was made, and you have not signed it: quorate request sign ${jobId}, or reject ${jobId} to withdraw it`

function named(text: string): { wallet: string; name: string } {
  const [wallet = '', ...name] = text.split('=')
  return { wallet, name: name.join('=') || wallet }
}

export const create = (given: Given<Commands['create']>): Promise<void> =>
  asks(given, 'create', () => {
    const { name, description, threshold, balance, associations, owner } = given
    const settings = { owners: owner.map(named), threshold }
    const automatic = associations === undefined ? undefined : Number(associations)
    if (automatic !== undefined && !Number.isSafeInteger(automatic))
      throw new Failure('usage', `--associations is ${associations}: expected an integer`)
    return {
      name,
      settings,
      ...(description === undefined ? {} : { description }),
      ...(balance === undefined ? {} : { balance: String(unitsOf('--balance', balance, HBAR_DECIMALS)) }),
      ...(automatic === undefined ? {} : { maxAutomaticTokenAssociations: automatic }),
    }
  })

export async function adopt(given: Given<Commands['adopt']>): Promise<void> {
  const { walletId, name, description, owner, json } = given
  await withSession(given, async ({ client, account }) => {
    const owners = owner.length > 0 ? owner.map(named) : await holdersOf(client, walletId, account)
    const adopted = await client.multisig.post('/multisig/wallet/{walletId}/adopt', {
      path: { walletId },
      body: { name, owners, ...(description === undefined ? {} : { description }) },
    })
    const { settings } = adopted
    printOne(adopted, {
      json,
      fields: [
        ['wallet', adopted.wallet],
        ['name', adopted.name],
        ['signers', `${settings.threshold} of ${settings.owners.length}`],
        ...settings.owners.map((one) => ['owner', `${one.wallet}  ${one.name}`] as const),
      ],
    })
  })
}

/** For each part of an account's key, the only account that holds it, or the caller's own. */
async function holdersOf(client: LoggedIn['client'], walletId: string, own: string) {
  const { keys } = await client.multisig.get('/multisig/wallet/{walletId}/adopt', { path: { walletId } })
  return keys.map(({ key, accounts }) => {
    const [account, ...others] = accounts
    if (account !== undefined && (others.length === 0 || account === own)) return { wallet: account, name: account }
    throw new Failure(
      'usage',
      others.length > 0
        ? `${accounts.map(plain).join(', ')} hold the key ${plain(key)}: name each owner with --owner`
        : `The mirror knows no account with the key ${plain(key)}: name each owner with --owner`,
    )
  })
}

export async function withdraw(given: Given<Commands['withdraw']>): Promise<void> {
  const { walletId, to: receiverId, amount, token, serial } = given
  if ((amount === undefined) === (serial === undefined))
    throw new Failure('usage', 'No amount: pass --amount, or --serial for an NFT')
  if (serial !== undefined && token === undefined) throw new Failure('usage', '--serial needs --token')
  await asks(given, 'withdraw', async ({ chain }) => {
    const common = { walletId, receiverId, tokenId: token ?? 'HBAR' }
    if (serial !== undefined) return { ...common, type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: String(serial) }
    const decimals = await decimalsToSign(token, { chain, mirrorUrl: given.mirrorUrl })
    const units = unitsOf('--amount', amount ?? '', decimals)
    if (units === 0n) throw new Failure('usage', '--amount is 0: write an amount above 0')
    return { ...common, type: 'FUNGIBLE_COMMON', amountOrSerial: String(units) }
  })
}

/**
 * Decimals decide how much is signed away, so they come from the ledger and not from the service.
 *
 * @param token Hbars if absent
 * @throws Failure NO_TOKEN
 */
async function decimalsToSign(token: string | undefined, options: LedgerOptions): Promise<number> {
  if (token === undefined) return HBAR_DECIMALS
  const decimals = decimalsIn((await (await ledgerOf(options)).token(token))?.decimals)
  if (decimals === undefined)
    throw new Failure('failed', `The token ${token} does not exist on ${options.chain}`, 'NO_TOKEN')
  return decimals
}

export async function pay(given: Given<Commands['pay']>): Promise<void> {
  const { walletId, list, token, to, mirrorUrl, json } = given
  if ((list === undefined) === (to.length === 0)) throw new Failure('usage', 'No payments: pass --to, or --list')
  const text = list === undefined ? to.map((one) => lineOf(one)).join('\n') : readText(list)
  checkTimes(given)
  await withSession(given, async (connection) => {
    const payments = await paymentsIn(text, { walletId, token, chain: connection.chain, mirrorUrl, options: to })
    const requests = inTransactions(payments)
    if (requests.length > 1 && !json)
      note(`${payments.length} payments need ${requests.length} requests: a transaction pays at most nine receivers`)
    for (const each of requests) {
      const paid = each.map(({ receiverId, tokenId, amount }) => ({ receiverId, tokenId, amount: String(amount) }))
      await askOnce(connection, given, 'pay', { walletId, payments: paid })
    }
  })
}

/** A payment of `--to` as a line of a list. @throws Failure */
function lineOf(text: string): string {
  const [account = '', amount, ...more] = text.split('=')
  if (amount === undefined || more.length > 0)
    throw new Failure('usage', `--to ${JSON.stringify(text)} is not a payment: expected for example 0.0.1022=2.5`)
  return [account, amount].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}

export async function update(given: Given<Commands['update']>): Promise<void> {
  const { walletId, add, remove, threshold } = given
  if ((add === undefined) === (remove === undefined))
    throw new Failure('usage', 'No owner: pass --add or --remove; to change only --threshold, --add a present owner')
  await asks(given, 'update', () => {
    const owner = add === undefined ? { wallet: remove } : named(add)
    return {
      walletId,
      action: add === undefined ? 'remove' : 'add',
      owner,
      ...(threshold === undefined ? {} : { threshold }),
    }
  })
}

export const stake = (given: Given<Commands['stake']>): Promise<void> =>
  asks(given, 'stake', () => ({
    walletId: given.walletId,
    ...(given.node === undefined ? {} : { nodeId: given.node }),
  }))

const relation = (operation: 'associate' | 'dissociate') => (given: Given<Commands['associate']>) =>
  asks(given, operation, () => ({ walletId: given.walletId, tokenId: given.tokenId }))
export const associate = relation('associate')
export const dissociate = relation('dissociate')
