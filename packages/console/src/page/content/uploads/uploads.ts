/** The uploads of this screen, one after the other. */
import { isQuorateError } from '@quorate/client'
import { sizeOf } from './batches.ts'
import { type Chosen, MOST_FILES } from './chosen.ts'
import { uploadFolder } from './folder-upload.ts'
import { cancelled, importArchive, uploadFile } from './upload.ts'

export interface Running {
  chosen: Chosen
  /** Bytes. */
  sent: number
  total: number
  /** For a folder: the files that have arrived. */
  files: number
}

export interface Stored {
  name: string
  cid: string
  /** null for the folders in an archive. */
  size: number | null
  mimetype?: string | null
  /** Only for a folder. */
  files?: number
}

export interface Failure {
  chosen: Chosen
  key: string
  error: unknown
}

export interface UploadsState {
  running: Running | undefined
  waiting: readonly Chosen[]
  /** Since the queue was last empty. */
  stored: readonly Stored[]
  failures: readonly Failure[]
  cancelled: Chosen | undefined
}

const IDLE: UploadsState = { running: undefined, waiting: [], stored: [], failures: [], cancelled: undefined }

export type Uploads = ReturnType<typeof createUploads>

/** @param onSettled Called after each upload, whatever its outcome */
export function createUploads(onSettled: () => void) {
  let state = IDLE
  let abort = new AbortController()
  const queue: { chosen: Chosen; key: string }[] = []
  const listeners = new Set<() => void>()
  const change = (part: Partial<UploadsState>): void => {
    state = { ...state, ...part, waiting: queue.map(({ chosen }) => chosen) }
    for (const listener of listeners) listener()
  }

  async function run(): Promise<void> {
    abort = new AbortController()
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { chosen, key } = next
      try {
        const stored = await store(chosen, key, abort.signal, (running) => change({ running }))
        change({ stored: [...state.stored, stored] })
      } catch (error) {
        if (isQuorateError(error, 'CANCELLED')) {
          queue.length = 0
          change({ cancelled: chosen })
        } else change({ failures: [...state.failures, { chosen, key, error }] })
      }
      onSettled()
    }
    change({ running: undefined })
  }

  function add(all: readonly { chosen: Chosen; key: string }[]): void {
    const [first] = all
    if (!first) return
    queue.push(...all)
    if (state.running) {
      change({})
      return
    }
    change({ running: { chosen: first.chosen, sent: 0, total: 0, files: 0 }, stored: [], cancelled: undefined })
    void run()
  }

  return {
    /** Starts these uploads, or adds them to the queue. A new start forgets earlier failures. */
    add(all: readonly Chosen[]): void {
      if (!state.running) change({ failures: [] })
      add(all.map((chosen) => ({ chosen, key: crypto.randomUUID() })))
    },
    again(failure: Failure): void {
      change({ failures: state.failures.filter((one) => one !== failure) })
      add([failure])
    },
    /** Shows a failure before anything was chosen, such as a folder that cannot be read. */
    fail(error: unknown): void {
      change({ failures: [...state.failures, { chosen: { kind: 'folder', name: '', files: [] }, key: '', error }] })
    },
    /** Cancels the running upload and the queued ones. */
    cancel: () => abort.abort(),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
  }
}

async function store(
  chosen: Chosen,
  key: string,
  signal: AbortSignal,
  onProgress: (running: Running) => void,
): Promise<Stored> {
  if (signal.aborted) throw cancelled()
  const { name } = chosen
  if (chosen.kind === 'folder') {
    const total = sizeOf(chosen.files)
    onProgress({ chosen, sent: 0, total, files: 0 })
    const watched = (progress: { sent: number; files: number }) => onProgress({ chosen, total, ...progress })
    return { name, ...(await uploadFolder(chosen, { signal, onProgress: watched })) }
  }
  const { file, size } = chosen
  const watch = {
    signal,
    onProgress: (sent: number, total: number) => onProgress({ chosen, sent, total, files: 0 }),
  }
  watch.onProgress(0, size)
  if (chosen.kind === 'archive') {
    const { filename = name, ...stored } = await importArchive(file, key, watch)
    return { ...stored, name: filename }
  }
  const { filename, ...stored } = await uploadFile(file, key, watch)
  return { ...stored, name: filename }
}

/** The first file that is larger than the node takes, and the first folder with too many files. */
export function tooLargeIn(all: readonly Chosen[], most: number | undefined): { file?: string; folder?: string } {
  for (const chosen of all) {
    if (chosen.kind === 'folder' && chosen.files.length > MOST_FILES) return { folder: chosen.name }
    if (most === undefined) continue
    const files = chosen.kind === 'folder' ? chosen.files : [{ path: chosen.name, size: chosen.size }]
    const large = files.find(({ size }) => size > most)
    if (large) return { file: large.path }
  }
  return {}
}
