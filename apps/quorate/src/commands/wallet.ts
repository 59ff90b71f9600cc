import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { MultisigTypes } from '@quorate/client'
import {
  decimalsIn,
  HBAR_DECIMALS,
  hbars,
  inTransactions,
  isoTimeOf,
  keyText,
  type OperationDefinition,
  type OperationName,
  operationDefinitions,
  operationFromBytes,
  type Payment,
  parametersOf,
  parseJson,
  readOperation,
  sameKey,
  shownSymbol,
  titleWords,
  VerifyError,
} from '@quorate/verify'
import { type LoggedIn, publicClient, withSession } from '../connection/connect.ts'
import { type LedgerOptions, ledgerOf, mirrorUrlOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { askOnce, asks, checkTimes, decimalsToSign, timesOf } from '../signing/ask.ts'
import { askParts, executeParts, groupOf, printGroup, signParts } from '../signing/group.ts'
import { checkTyped, typedPayments } from '../signing/payments.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { tokenText, unitsOf } from '../terminal/amounts.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'

/** Imported on demand: only two commands read a mirror, and the import would take most of the time of the others. */
const mirrorReader = () => import('@quorate/verify/recount')

type Commands = CommandTable['wallet']['commands']

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { limit, json } = given
  await withSession(given, ({ client }) =>
    printList(client.multisig.list('/multisig/wallets', { query: { limit } }), {
      json,
      limit,
      empty: 'You have no wallet: quorate wallet create',
      columns: [
        { title: 'wallet', of: ({ wallet }) => wallet },
        { title: 'name', of: ({ name }) => name },
        {
          title: 'signers',
          of: ({ settings, role }) =>
            `${settings.threshold} of ${settings.owners.length}${role === 'owner' ? '' : ` (you: ${role})`}`,
        },
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
        ['named', wallet.named && `${wallet.named.at}  by ${wallet.named.by}`],
        ['chain', wallet.chain],
        ['role', wallet.role === 'owner' ? undefined : wallet.role],
        ['signers', `${settings.threshold} of ${settings.owners.length}`],
        ...settings.owners.map((owner) => ['owner', `${owner.wallet}  ${owner.name}`] as const),
        [
          'key',
          keyMatches
            ? undefined
            : `the key on the ledger is not that of these owners: quorate wallet owners ${walletId}`,
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
  const { openMirror, statementCsv } = await mirrorReader()
  const { periodOf } = await import('../terminal/period.ts')
  await withSession(given, async ({ client, chain }) => {
    const places = { chain, mirrorUrl: given.mirrorUrl }
    const { now } = await ledgerOf(places)
    const period = periodOf(given, now)
    const path = { walletId }
    const query = { from: isoTimeOf(period.from), to: isoTimeOf(period.to) }
    // The service refuses accounts that are not owners, before anything is read from the ledger.
    const answer = await client.multisig.get('/multisig/wallet/{walletId}/statement', { path, query })
    const { settings } = await client.multisig.get('/multisig/wallet/{walletId}', { path })
    const read = await openMirror(mirrorUrlOf(places)).statementOf({ account: walletId, ...period })
    const requests = new Map(answer.entries.map((one) => [one.consensusTimestamp, one.request]))
    const names = new Map(settings.owners.map((owner) => [owner.wallet, owner.name || undefined]))
    if (csv)
      process.stdout.write(
        statementCsv(read, { nameOf: (id) => names.get(id), requestOf: ({ at }) => requests.get(at) }),
      )
    else await (await import('../terminal/statement.ts')).printStatement(read, { json, names, requests })
  })
}

/** Whether the wallet's key on the ledger consists of these owners' current keys. True if it cannot be read. */
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

/** A holding by the token's id. The symbol is added unless it could be taken for hbars or another token. */
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

export async function edit(given: Given<Commands['edit']>): Promise<void> {
  const { walletId, name, description, json } = given
  const body = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) }
  if (Object.keys(body).length === 0)
    throw new Failure('usage', 'Nothing to change: pass --name, --description or both')
  await withSession(given, async ({ client }) => {
    const edited = await client.multisig.patch('/multisig/wallet/{walletId}', { path: { walletId }, body })
    printOne(edited, {
      json,
      fields: [
        ['wallet', walletId],
        ['name', edited.name],
        ['description', edited.description],
      ],
    })
  })
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

/**
 * The account for each part of an account's key: the only one that holds the part, or the caller's own if several do.
 */
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

export async function pay(given: Given<Commands['pay']>): Promise<void> {
  const { walletId, template, json } = given
  if (template === undefined) checkTyped(given)
  else if (given.list !== undefined || given.to.length > 0)
    throw new Failure('usage', '--template has the payments: pass neither --to nor --list')
  else if (given.yes && !given.unsigned)
    throw new Failure(
      'usage',
      'The wallet service keeps templates, so you have to see what you sign: leave out --yes, or pass --unsigned or --list',
    )
  checkTimes(given)
  await withSession(given, async (connection) => {
    const { payments, ...kept } =
      template === undefined
        ? { payments: await typedPayments(given, connection.chain), memo: undefined }
        : await (await import('./template.ts')).paymentsOfTemplate(connection.client, walletId, template)
    const asking = { ...given, memo: given.memo ?? kept.memo }
    const requests = inTransactions(payments)
    if (requests.length > 1 && given.replaces !== undefined)
      throw new Failure(
        'usage',
        `--replaces takes one request, but ${payments.length} payments need ${requests.length}`,
      )
    if (requests.length > 1 && !json)
      note(`${payments.length} payments need ${requests.length} requests: a transaction pays at most nine receivers`)
    if (requests.length > 1) return payTogether(connection, asking, payments)
    for (const each of requests) {
      const paid = each.map(({ receiverId, tokenId, amount }) => ({ receiverId, tokenId, amount: String(amount) }))
      await askOnce(connection, asking, 'pay', { walletId, payments: paid })
    }
  })
}

/** More payments than one transaction takes: a group of requests, reviewed and signed as one. */
async function payTogether(
  connection: LoggedIn,
  given: Given<Commands['pay']>,
  payments: readonly Payment[],
): Promise<void> {
  const { walletId, at, until, onExpiry, memo, force, unsigned, json } = given
  const address = { walletId, groupId: given.group ?? randomUUID() }
  if (!json) note(`Group ${address.groupId}`)
  const more = {
    ...timesOf({ at, until, onExpiry }),
    ...(memo === undefined ? {} : { memo }),
    ...(force ? { force } : {}),
  }
  const { role } = await connection.client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
  const signs = !unsigned && role === 'owner'
  const asked = await askParts(connection, { ...address, payments, more, permitFees: given.permitFees })
  if (signs) await signParts(connection, address, given, asked)
  if (signs && at === undefined && until === undefined) await executeParts(connection, address)
  printGroup(await groupOf(connection, address), json)
}

export async function update(given: Given<Commands['update']>): Promise<void> {
  const { walletId, add, remove, threshold } = given
  if ((add === undefined) === (remove === undefined))
    throw new Failure('usage', 'No owner: pass --add or --remove; to change only --threshold, --add a current owner')
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

/** Requests an operation of the node API, or lists those that a wallet can be asked for. */
export async function operation(given: Given<Commands['operation']>): Promise<void> {
  const { walletId, method, path, json } = given
  if (method === undefined || path === undefined)
    return printList(
      Object.entries(operationDefinitions).map(([name, definition]) => ({
        name: name as OperationName,
        ...definition,
      })),
      {
        json,
        empty: 'No operations',
        columns: [
          { title: 'what', of: ({ name }) => titleWords[name].en },
          { title: 'operation', of: (one) => `${one.method} ${one.path}` },
          { title: 'fields', of: (one) => fieldsText(one) },
        ],
      },
    )
  const body = given.body === undefined ? undefined : objectIn(given.body)
  const stated = { method: method.toUpperCase(), path, ...(body ? { body } : {}) }
  const read = readOperation(stated, walletId)
  if ('wrong' in read) throw new Failure('usage', `${read.wrong}. See: quorate wallet operation ${walletId}`)
  await asks(given, 'operation', () => ({ walletId, operation: stated }))
}

/** The fields of a body. Optional ones are in brackets. */
const fieldsText = (definition: OperationDefinition): string => {
  const ofPath = parametersOf(definition)
  return Object.entries(definition.fields)
    .filter(([name]) => !ofPath.includes(name))
    .map(([name, { optional }]) => (optional ? `[${name}]` : name))
    .join(' ')
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new Failure('usage', `--body is ${text}: expected a JSON object, such as {"amount":"500"}`)
}

/** Creates a request that does the same as a transaction from another tool. */
export async function fromBytes(given: Given<Commands['fromBytes']>): Promise<void> {
  const { walletId, file, mirrorUrl } = given
  const bytes = bytesIn(readFileSync(file))
  checkTimes(given)
  await withSession(given, async (connection) => {
    const ledger = await ledgerOf({ chain: connection.chain, mirrorUrl })
    const walletKey = await ledger.key(walletId)
    if (!walletKey) throw new Failure('failed', `The ledger shows no account ${walletId} with a key`)
    const { operation, memo } = readBytes(bytes, { walletId, walletKey })
    const more = given.memo === undefined && memo !== '' ? { memo } : {}
    await askOnce(connection, given, 'operation', { walletId, operation, ...more })
  })
}

function readBytes(bytes: Uint8Array, context: Parameters<typeof operationFromBytes>[1]) {
  try {
    return operationFromBytes(bytes, context)
  } catch (error) {
    if (error instanceof VerifyError) throw new Failure('notSigned', error.message, error.code)
    throw error
  }
}

/** Reads a file that contains the bytes raw, in base64 or in hex. */
function bytesIn(content: Buffer): Uint8Array {
  const text = content.toString('latin1').trim()
  if (/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(text)) return Buffer.from(text.replace(/^0x/i, ''), 'hex')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : content
}

export async function claim(given: Given<Commands['claim']>): Promise<void> {
  const { walletId, airdrop, json, mirrorUrl } = given
  if (airdrop.length > 0) return asks(given, 'claim', () => ({ walletId, airdrops: airdrop.map(airdropOf) }))
  await withSession(given, async ({ chain }) => {
    const { openMirror } = await mirrorReader()
    const waiting = await openMirror(mirrorUrlOf({ chain, mirrorUrl })).waitingAirdrops(walletId)
    const decimals = json ? new Map() : await decimalsOf(waiting, { chain, mirrorUrl })
    await printList(waiting, {
      json,
      empty: 'No airdrops wait',
      columns: [
        {
          title: '--airdrop',
          of: ({ senderId, tokenId, serialNumber: serial }) =>
            `${senderId}=${tokenId}${serial === undefined ? '' : `#${serial}`}`,
        },
        {
          title: 'what',
          of: ({ tokenId, amount, serialNumber }) =>
            amount === undefined ? `NFT #${serialNumber}` : tokenText(amount, decimals.get(tokenId)),
        },
      ],
    })
  })
}

/** Reads `0.0.1023=0.0.2044`, for an NFT `0.0.1023=0.0.2044#7`. */
function airdropOf(text: string): { senderId: string; tokenId: string; serialNumber?: string } {
  const [senderId = '', tokenId = '', serialNumber] = text.split(/[=#]/)
  return { senderId, tokenId, ...(serialNumber === undefined ? {} : { serialNumber }) }
}
