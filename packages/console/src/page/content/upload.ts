/**
 * An upload that tells how far it is, and can be cancelled. `fetch` tells nothing of what it has sent, so that this
 * asks the node itself. The session's cookie authorises it, with the page's own origin, which the browser names.
 */
import { type NodeTypes, QuorateError } from '@quorate/client'

export type Uploaded = NodeTypes['Upload']

export interface Upload {
  /** Rejects with a QuorateError; its code is `CANCELLED` after `cancel`. */
  done: Promise<Uploaded>
  cancel(): void
}

/**
 * @param key sent again under the same one, the file is stored once
 * @param onProgress is told the bytes that were sent, of those of the whole form
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
