/**
 * An upload with progress that can be cancelled. `fetch` does not report upload progress, so this uses XMLHttpRequest.
 * The session's cookie and the page's origin, which the browser sends, authorise it.
 */
import { type NodeTypes, QuorateError } from '@quorate/client'

export type Uploaded = NodeTypes['Upload']

export interface Upload {
  /** Rejects with a QuorateError, with the code `CANCELLED` after `cancel`. */
  done: Promise<Uploaded>
  cancel(): void
}

/**
 * @param key The Idempotency-Key: an upload that is sent again with the same key stores the file once
 * @param onProgress Called with the bytes sent so far and the size of the whole form
 */
export function upload(file: File, key: string, onProgress: (sent: number, total: number) => void): Upload {
  const request = new XMLHttpRequest()
  const done = Promise.withResolvers<Uploaded>()
  request.open('POST', `${location.origin}/api/node/ipfs/upload`)
  request.setRequestHeader('idempotency-key', key)
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
  request.onabort = () => done.reject(new QuorateError({ code: 'CANCELLED', message: 'The upload was cancelled' }))
  request.onerror = () =>
    done.reject(new QuorateError({ code: 'UNANSWERED', message: 'The connection broke before the node answered' }))
  request.onload = () => {
    if (request.status === 201) done.resolve(JSON.parse(request.responseText))
    else done.reject(errorOf(request))
  }
  const form = new FormData()
  form.append('file', file)
  request.send(form)
  return { done: done.promise, cancel: () => request.abort() }
}

function errorOf(request: XMLHttpRequest): QuorateError {
  const { code, message } = bodyOf(request.responseText)
  return new QuorateError({
    code: code ?? 'INVALID_ANSWER',
    message: message ?? `The node answered ${request.status}`,
    status: request.status,
    requestId: request.getResponseHeader('x-request-id') ?? undefined,
  })
}

function bodyOf(text: string): { code?: string; message?: string } {
  try {
    const { code, message } = JSON.parse(text)
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : {}
  } catch {
    return {}
  }
}
