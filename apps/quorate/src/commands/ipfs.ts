import { createWriteStream, openAsBlob, rmSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { publicClient, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { isTerminal, note, printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { inBytes, progress } from '../terminal/progress.ts'
import { addFolder } from './ipfs-folder.ts'

type Commands = CommandTable['ipfs']['commands']

/** Long files take longer than the usual timeout. */
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
  const name = given.name ?? basename(resolve(folder))
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

async function blobOf(path: string): Promise<Blob> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Failure('usage', `${path} is not a file or a folder`)
  return openAsBlob(path)
}

export async function get(given: Given<Commands['get']>): Promise<void> {
  const { output } = given
  if (output === undefined && isTerminal())
    throw new Failure('usage', 'A file could control the terminal: write it to a file with --output, or pipe it')
  const [cid = '', ...rest] = given.cid.replace(/^\/?(ipfs\/)?/, '').split('/')
  const { node } = publicClient(given)
  const response =
    rest.length === 0
      ? await node.response('get', '/ipfs/{cid}', { path: { cid } })
      : await node.response('get', '/ipfs/{cid}/{path}', { path: { cid, path: rest.join('/') } })
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
