import { createWriteStream, openAsBlob, rmSync, statSync } from 'node:fs'
import { resolve as absolute, basename } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { NameReview } from '@quorate/client'
import { publicClient, withSession } from '../connection/connect.ts'
import { ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { isTerminal, note, printList, printOne } from '../terminal/output.ts'
import { bold } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { inBytes, progress } from '../terminal/progress.ts'
import { confirm, needAnswers } from '../terminal/questions.ts'
import { addFolder } from './ipfs-folder.ts'

type Commands = CommandTable['ipfs']['commands']

/** Large files take longer than the usual timeout. */
const UPLOAD_TIMEOUT_MS = 3_600_000

export async function add(given: Given<Commands['add']>): Promise<void> {
  const { file: path, json } = given
  if (path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return addAll(given)
  const content = path === '-' ? new Blob([await buffer(process.stdin)]) : await blobOf(path)
  const name = given.name ?? (path === '-' ? 'stdin' : basename(path))
  await withSession(given, async ({ client }) => {
    const bar = progress(`Uploading ${plain(name)}`, inBytes)
    bar.show(content.size)
    try {
      const stored = await client.node.post('/ipfs/upload', {
        form: { file: new File([content], name) as never },
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
      bar.end()
      printOne(stored, {
        json,
        fields: [
          ['cid', stored.cid],
          ['name', name],
          ['size', content.size],
        ],
      })
    } finally {
      bar.end()
    }
  })
}

async function addAll(given: Given<Commands['add']>): Promise<void> {
  const { file: folder, json } = given
  const name = given.name ?? basename(absolute(folder))
  await withSession(given, async ({ client, account, chain, places }) => {
    const bar = progress(`Uploading ${plain(name)}`, inBytes)
    try {
      const stored = await addFolder(client, folder, { name, owner: `${places.node} ${chain} ${account}`, bar })
      bar.end()
      printOne(stored, {
        json,
        fields: [
          ['cid', stored.cid],
          ['name', name],
          ['files', stored.files],
          ['size', stored.size],
        ],
      })
    } finally {
      bar.end()
    }
  })
}

async function blobOf(path: string, type = ''): Promise<Blob> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Failure('usage', `${path} is not a file or a folder`)
  return openAsBlob(path, { type })
}

const CAR = 'application/vnd.ipld.car'

async function importArchive(given: Given<Commands['import']>): Promise<void> {
  const { file: path, root, json } = given
  const bytes = path === '-' ? new Blob([await buffer(process.stdin)], { type: CAR }) : await blobOf(path, CAR)
  const filename = given.name ?? (path === '-' ? undefined : basename(path).replace(/[.]car$/i, ''))
  await withSession(given, async ({ client }) => {
    const bar = progress(`Importing ${plain(path)}`, inBytes)
    bar.show(bytes.size)
    try {
      const query = { ...(root === undefined ? {} : { root }), ...(filename === undefined ? {} : { filename }) }
      const stored = await client.node.post('/ipfs/import', { bytes, query, timeoutMs: UPLOAD_TIMEOUT_MS })
      bar.end()
      printOne(stored, {
        json,
        fields: [
          ['cid', stored.cid],
          ['name', stored.filename],
          ['blocks', stored.blocks],
        ],
      })
    } finally {
      bar.end()
    }
  })
}

export { importArchive as import }

export const get = (given: Given<Commands['get']>): Promise<void> => save(given)

async function exportArchive(given: Given<Commands['export']>): Promise<void> {
  const { output } = given
  await save(given, 'car')
  if (output !== undefined) note(`Import it with: quorate ipfs import ${plain(output)}`)
}

export { exportArchive as export }

/** Writes content to a file or to standard output. */
async function save(given: Given<Commands['get']>, format?: 'car'): Promise<void> {
  const { output } = given
  if (output === undefined && isTerminal())
    throw new Failure('usage', 'A file could control the terminal: write it to a file with --output, or pipe it')
  const [cid = '', ...rest] = given.cid.replace(/^\/?(ipfs\/)?/, '').split('/')
  const { node } = publicClient(given)
  const query = format === undefined ? {} : { query: { format } }
  const response =
    rest.length === 0
      ? await node.response('get', '/ipfs/{cid}', { path: { cid }, ...query })
      : await node.response('get', '/ipfs/{cid}/{path}', { path: { cid, path: rest.join('/') }, ...query })
  if (format === undefined && response.headers.get('etag')?.startsWith('"DirIndex-')) {
    await response.body?.cancel()
    throw new Failure('usage', `${given.cid} is a directory: name a file in it, or save all of it with ipfs export`)
  }
  const total = Number(response.headers.get('content-length')) || undefined
  const bar = progress('Fetching', inBytes)
  let done = 0
  async function* counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      done += chunk.length
      bar.show(done, total)
      yield chunk
    }
  }
  try {
    const source = Readable.fromWeb(response.body as never)
    if (output === undefined) for await (const chunk of counted(source)) process.stdout.write(chunk)
    else await pipeline(source, counted, createWriteStream(output, { flags: 'wx' }))
  } catch (error) {
    if (output === undefined) throw error
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new Failure('usage', `${output} already exists: name another file with --output`)
    if (syscall === 'open') throw new Failure('usage', `${output} cannot be written: ${message}`)
    rmSync(output, { force: true })
    throw error
  } finally {
    bar.end()
  }
  if (output !== undefined) note(`${inBytes(done)} in ${output}`)
}

export async function pin(given: Given<Commands['pin']>): Promise<void> {
  const { cid, remove, json } = given
  await withSession(given, async ({ client }) => {
    const path = { cid }
    if (remove) {
      await client.node.delete('/ipfs/unpin/{cid}', { path })
      return printOne(
        { cid, status: 'unpinned' },
        {
          json,
          fields: [
            ['cid', cid],
            ['status', 'unpinned'],
          ],
        },
      )
    }
    const pinned = await client.node.post('/ipfs/pin/{cid}', { path, body: {} })
    printOne(pinned, {
      json,
      fields: [
        ['cid', pinned.cid],
        ['status', pinned.status],
      ],
    })
  })
}

export async function pins(given: Given<Commands['pins']>): Promise<void> {
  const { limit, json } = given
  await withSession(given, ({ client }) =>
    printList(client.node.list('/ipfs/pins', { query: { limit } }), {
      json,
      limit,
      empty: 'You have pinned nothing',
      columns: [
        { title: 'cid', of: ({ cid }) => cid },
        { title: 'status', of: ({ status }) => status },
      ],
    }),
  )
}

export async function publish(given: Given<Commands['publish']>): Promise<void> {
  const { path, until, mirrorUrl, json, yes } = given
  needAnswers('Sign this?', { yes })
  await withSession(given, async ({ client, account, chain }) => {
    const ledger = await ledgerOf({ chain, mirrorUrl })
    const name = await client.publishName(
      { path, now: ledger.now, ...(until === undefined ? {} : { validUntil: Date.parse(until) }) },
      {
        ledgerKey: ledger.key,
        async confirm(review) {
          if (!(json && yes)) showName(review)
          return confirm(`Sign as ${account}?`, { yes })
        },
      },
    )
    printOne(name, {
      json,
      fields: [
        ['name', name.name],
        ['points at', name.value],
        ['sequence', name.sequence],
        ['valid until', name.validUntil],
      ],
    })
  })
}

/** Shows what is about to be signed, on standard error. */
function showName({ name, value, sequence, validUntil, before }: NameReview): void {
  note(bold(`Point the name ${name} at ${plain(value)}.`))
  note(`Until now     ${before ? plain(before.value) : 'nothing: this is the first record'}`)
  note(`Record        ${sequence}, valid until ${new Date(validUntil).toISOString()}`)
}

export async function resolve(given: Given<Commands['resolve']>): Promise<void> {
  const name = given.name.replace(/^(?:ipns:\/\/|\/?ipns\/)/, '')
  const found = await publicClient(given).node.get('/ipfs/resolve/{name}', { path: { name } })
  printOne(found, {
    json: given.json,
    fields: [
      ['name', found.name],
      ['path', found.path],
      ['points at', found.value === found.path ? undefined : found.value],
      ['sequence', found.sequence],
      ['valid until', found.validUntil],
    ],
  })
}

export async function names(given: Given<Commands['names']>): Promise<void> {
  const { remove, json } = given
  await withSession(given, async ({ client }) => {
    if (remove !== undefined) {
      const removed = await client.node.delete('/ipfs/names/{name}', { path: { name: remove } })
      return printOne(removed, {
        json,
        fields: [
          ['name', removed.name],
          ['status', removed.status],
        ],
      })
    }
    await printList(await client.node.get('/ipfs/names'), {
      json,
      empty: 'You keep no names',
      columns: [
        { title: 'name', of: ({ name }) => name },
        { title: 'points at', of: ({ value }) => value },
        { title: 'sequence', of: ({ sequence }) => sequence },
        { title: 'valid until', of: ({ validUntil }) => validUntil },
        { title: 'status', of: ({ status }) => status },
        { title: 'routers', of: ({ routedAt, routingError }) => routingError ?? routedAt },
      ],
    })
  })
}
