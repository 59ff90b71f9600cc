/**
 * Uploads with progress that can be cancelled. `fetch` does not report upload progress, so this uses XMLHttpRequest.
 * The session's cookie and the page's origin, which the browser sends, authorise it.
 */
import { type NodeTypes, QuorateError } from '@quorate/client'
import type { FileAt } from './chosen.ts'

export type Uploaded = NodeTypes['Upload']
export type Imported = NodeTypes['Import']

interface Watch {
  signal: AbortSignal
  /** Called with the bytes sent so far and the size of the whole body. */
  onProgress: (sent: number, total: number) => void
}

/**
 * Uploads and pins a file.
 *
 * @param key The Idempotency-Key: an upload that is sent again with the same key stores the file once
 * @throws QuorateError with the code `CANCELLED` after an abort
 */
export function uploadFile(file: File, key: string, watch: Watch): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', file)
  return send<Uploaded>('/ipfs/upload', form, { 'idempotency-key': key }, watch)
}

/** Imports an archive (CAR), and pins its only root. */
export const importArchive = (file: File, key: string, watch: Watch): Promise<Imported> =>
  send<Imported>(
    `/ipfs/import?filename=${encodeURIComponent(file.name.slice(0, 255).toWellFormed())}`,
    file,
    { 'idempotency-key': key, 'content-type': 'application/vnd.ipld.car' },
    watch,
  )

/** Sends some files of a folder. A filename is the percent-encoded path, so its slashes and quotes arrive. */
export function sendFiles(id: string, files: readonly FileAt[], watch: Watch): Promise<unknown> {
  const form = new FormData()
  for (const { path, file } of files) form.append('file', file, encodeURIComponent(path.toWellFormed()))
  return send(`/ipfs/folders/${id}/files`, form, {}, watch)
}

function send<T>(path: string, body: FormData | File, headers: Record<string, string>, watch: Watch): Promise<T> {
  const { signal, onProgress } = watch
  const request = new XMLHttpRequest()
  const done = Promise.withResolvers<T>()
  const abort = () => request.abort()
  request.open('POST', `${location.origin}/api/node${path}`)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
  request.onabort = () => done.reject(cancelled())
  request.onerror = () =>
    done.reject(new QuorateError({ code: 'UNANSWERED', message: 'The connection broke before the node answered' }))
  request.onload = () => {
    if (request.status === 201 || request.status === 200) done.resolve(JSON.parse(request.responseText))
    else done.reject(errorOf(request))
  }
  if (signal.aborted) return Promise.reject(cancelled())
  signal.addEventListener('abort', abort)
  request.send(body)
  return done.promise.finally(() => signal.removeEventListener('abort', abort))
}

export const cancelled = () => new QuorateError({ code: 'CANCELLED', message: 'The upload was cancelled' })

function errorOf(request: XMLHttpRequest): QuorateError {
  const { code, message } = bodyOf(request.responseText)
  return new QuorateError({
    code: code ?? 'INVALID_ANSWER',
    message: message ?? `The node answered ${request.status}`,
    status: request.status,
    requestId: request.getResponseHeader('x-request-id') ?? undefined,
  })
}

/** The code and message in an error response; empty if it is not in the services' error format. */
export function bodyOf(text: string): { code?: string; message?: string } {
  try {
    const { code, message } = JSON.parse(text)
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : {}
  } catch {
    return {}
  }
}
