/** Uploads a folder, with many files in each request. After an interruption, it sends only the missing files. */
import { createHash } from 'node:crypto'
import { type Dirent, mkdirSync, openAsBlob, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { batchesOf, type Client, isQuorateError } from '@quorate/client'
import { stateFolder } from '../connection/session-file.ts'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'
import type { Progress } from '../terminal/progress.ts'

/** The maximum of one request. The node accepts more, but a smaller request loses less if it fails. */
const MOST = { files: 4000, bytes: 64 * 1024 * 1024 }
/** Smaller files are read into memory at once, because streaming them takes longer. */
const SMALL_BYTES = 128 * 1024
const UPLOAD_TIMEOUT_MS = 3_600_000

interface LocalFile {
  /** Within the folder, with slashes. */
  path: string
  size: number
  /** Milliseconds. */
  changed: number
}

/** An upload that can be continued: the size and time of each file as it was sent. */
interface Begun {
  id: string
  sent: Record<string, [size: number, changed: number]>
}

/**
 * Uploads all files of a folder and finishes the upload. Refuses symbolic links and other special files, because they
 * would be missing from the stored folder.
 */
export async function addFolder(
  client: Client,
  folder: string,
  { name, owner, bar }: { name: string; owner: string; bar: Progress },
): Promise<{ cid: string; size: number; files: number }> {
  const files = filesIn(folder)
  const record = recordOf(`${owner} ${name} ${resolve(folder)}`)
  const { begun, arrived } = await begin(client, record, { files, name })
  const path = { id: begun.id }
  const missing = files.filter((file) => !arrived.has(file.path))
  if (arrived.size > 0) note(`${arrived.size} of ${files.length} files are there already`)
  const total = missing.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const part of batchesOf(missing, MOST)) {
    const form = { file: await Promise.all(part.map(async (file) => blobOf(folder, file))) }
    await client.node.post('/ipfs/folders/{id}/files', { path, form: form as never, timeoutMs: UPLOAD_TIMEOUT_MS })
    for (const { path, size, changed } of part) begun.sent[path] = [size, changed]
    record.write(begun)
    done += part.reduce((sum, { size }) => sum + size, 0)
    bar.show(done, total)
  }
  const finished = await client.node.post('/ipfs/folders/{id}/finish', { path, timeoutMs: UPLOAD_TIMEOUT_MS })
  record.delete()
  return finished
}

/**
 * Continues an earlier upload if it is still open and has no file that no longer exists here. Otherwise begins a new
 * one. `arrived` has the files that need not be sent again.
 */
async function begin(
  client: Client,
  record: ReturnType<typeof recordOf>,
  { files, name }: { files: LocalFile[]; name: string },
): Promise<{ begun: Begun; arrived: Set<string> }> {
  const known = record.read()
  if (known) {
    const local = new Map(files.map((file) => [file.path, file]))
    const arrived = await arrivedIn(client, known.id)
    const isGone = arrived === undefined || [...arrived].some((path) => !local.has(path))
    if (!isGone) {
      const isSame = (path: string): boolean => {
        const [size, changed] = known.sent[path] ?? []
        return local.get(path)?.size === size && local.get(path)?.changed === changed
      }
      return { begun: known, arrived: new Set([...arrived].filter(isSame)) }
    }
    if (arrived) await client.node.delete('/ipfs/folders/{id}', { path: { id: known.id } })
  }
  const { id } = await client.node.post('/ipfs/folders', { body: { name } })
  const begun: Begun = { id, sent: {} }
  record.write(begun)
  return { begun, arrived: new Set() }
}

/** The paths that have arrived; undefined if the upload is not open any more. */
async function arrivedIn(client: Client, id: string): Promise<Set<string> | undefined> {
  try {
    const { status } = await client.node.get('/ipfs/folders/{id}', { path: { id } })
    if (status !== 'open') return undefined
    const paths = new Set<string>()
    for await (const { path } of client.node.list('/ipfs/folders/{id}/files', { path: { id }, query: { limit: 1000 } }))
      paths.add(path)
    return paths
  } catch (error) {
    if (isQuorateError(error, 'FOLDER_NOT_FOUND')) return undefined
    throw error
  }
}

function filesIn(folder: string): LocalFile[] {
  const found: LocalFile[] = []
  const visit = (below: string): void => {
    const entries = readdirSync(join(folder, below), { withFileTypes: true })
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      else found.push(fileAt(folder, path, entry))
    }
  }
  visit('')
  return found
}

function fileAt(folder: string, path: string, entry: Dirent): LocalFile {
  if (!entry.isFile())
    throw new Failure('usage', `${join(folder, path)} is neither a file nor a folder: remove it, or upload the others`)
  const { size, mtimeMs } = statSync(join(folder, path))
  return { path, size, changed: mtimeMs }
}

/** Names are percent-encoded: the node decodes them. */
const blobOf = async (folder: string, { path, size }: LocalFile): Promise<File> => {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const file = join(folder, path)
  return new File([size <= SMALL_BYTES ? readFileSync(file) : await openAsBlob(file)], encoded)
}

/** The private file that an upload is recorded in, while it is open. */
function recordOf(what: string) {
  const folder = join(stateFolder(), 'folders')
  const file = join(folder, `${createHash('sha256').update(what).digest('hex').slice(0, 32)}.json`)
  return {
    read(): Begun | undefined {
      try {
        const { id, sent } = JSON.parse(readFileSync(file, 'utf8'))
        return typeof id === 'string' && typeof sent === 'object' ? { id, sent } : undefined
      } catch {
        // If the upload's record is missing or damaged, the upload starts again from the beginning.
        return undefined
      }
    },
    write(begun: Begun): void {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(file, JSON.stringify(begun), { mode: 0o600 })
    },
    delete: () => rmSync(file, { force: true }),
  }
}
