/**
 * The upload of a folder: opens it at the node, sends its files in batches, and finishes it. After a break it asks
 * which files have arrived, and sends the others.
 */
import { type NodeTypes, QuorateError } from '@quorate/client'
import { api } from '../../api/client.ts'
import { ledgerNow } from '../../api/time.ts'
import { batchesOf, missingIn, sizeOf } from './batches.ts'
import type { ChosenFolder, FileAt } from './chosen.ts'
import { cancelled, sendFiles } from './upload.ts'

export type Folder = NodeTypes['Folder']
export type FinishedFolder = NodeTypes['FinishedFolder']
type FolderFile = NodeTypes['FolderFile']

export interface FolderProgress {
  /** Bytes and files that have arrived, now or before the break. */
  sent: number
  files: number
}

interface Watch {
  signal: AbortSignal
  onProgress: (progress: FolderProgress) => void
}

const PAGE = 1_000

/** @throws QuorateError with the code `CANCELLED` after an abort. The files that have arrived are kept for a day */
export async function uploadFolder(chosen: ChosenFolder, { signal, onProgress }: Watch): Promise<FinishedFolder> {
  const { id, missing } = await begun(chosen, signal)
  const all = sizeOf(chosen.files)
  let sent = all - sizeOf(missing)
  let files = chosen.files.length - missing.length
  onProgress({ sent, files })
  for (const batch of batchesOf(missing)) {
    const size = sizeOf(batch)
    // The form is larger than its files, so progress is scaled to their size.
    const watched = (loaded: number, total: number) => onProgress({ sent: sent + (size * loaded) / total, files })
    await sendFiles(id, batch, { signal, onProgress: watched })
    sent += size
    files += batch.length
    onProgress({ sent, files })
  }
  if (signal.aborted) throw cancelled()
  return api.node.post('/ipfs/folders/{id}/finish', { path: { id } })
}

/** Continues the open upload with the same name, unless it has files that are not in this folder. */
async function begun({ name, files }: ChosenFolder, signal: AbortSignal): Promise<{ id: string; missing: FileAt[] }> {
  const open = (await openFolders()).find((folder) => folder.name === name)
  if (signal.aborted) throw cancelled()
  if (open) {
    const arrived = await arrivedIn(open.id)
    if (signal.aborted) throw cancelled()
    const missing = missingIn(files, arrived, Date.parse(open.createdAt) - (ledgerNow() - Date.now()))
    if (missing) return { id: open.id, missing }
    await deleteFolder(open.id)
  }
  const { id } = await api.node.post('/ipfs/folders', { body: name === '' ? {} : { name: name.slice(0, 255) } })
  return { id, missing: [...files] }
}

/** The uploads of folders that are not finished, newest first. */
export const openFolders = async (): Promise<Folder[]> =>
  (await api.node.get('/ipfs/folders')).filter(({ status }) => status === 'open')

export async function deleteFolder(id: string): Promise<void> {
  await api.node.delete('/ipfs/folders/{id}', { path: { id } }).catch((error: unknown) => {
    if (!(error instanceof QuorateError && error.status === 404)) throw error
  })
}

async function arrivedIn(id: string): Promise<FolderFile[]> {
  const files: FolderFile[] = []
  for await (const file of api.node.list('/ipfs/folders/{id}/files', { path: { id }, query: { limit: PAGE } }))
    files.push(file)
  return files
}
