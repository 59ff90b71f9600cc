/** Requests to one service, typed by its OpenAPI description. */

import { toHex } from '../values/bytes.ts'
import { addressOf } from './address.ts'
import { errorOf, isQuorateError, QuorateError } from './errors.ts'
import type {
  Answer,
  AnyPathOf,
  CallOptions,
  Entry,
  Given,
  Method,
  Options,
  Page,
  PagedPathsOf,
  PathsOf,
} from './operations.ts'
import { nextOf } from './pages.ts'
import { type RetryOptions, repeated } from './retry.ts'

export interface ServiceOptions {
  /** The name of the service in the options of `createClient`. */
  name: string
  /** The base URL, such as `http://127.0.0.1:3003`. */
  url: string | undefined
  fetch: typeof fetch
  retry: RetryOptions
  timeoutMs: number
  /** The access token of the session, if there is one. */
  token(): string | undefined
  /** Identifies the session's account, chain and scope. Sessions with an equal value are interchangeable. */
  owner(): string
  /** Called after the session has expired. Resolves to true if there is a new session. */
  renew(): Promise<boolean>
}

/** The calls of one service, typed by its generated `Paths`. All methods throw {@link QuorateError}. */
export interface Service<Paths> {
  get<P extends PathsOf<Paths, 'get'>>(
    path: P,
    ...given: Given<Options<Paths, P, 'get'>>
  ): Promise<Answer<Paths, P, 'get'>>
  post<P extends PathsOf<Paths, 'post'>>(
    path: P,
    ...given: Given<Options<Paths, P, 'post'>>
  ): Promise<Answer<Paths, P, 'post'>>
  put<P extends PathsOf<Paths, 'put'>>(
    path: P,
    ...given: Given<Options<Paths, P, 'put'>>
  ): Promise<Answer<Paths, P, 'put'>>
  patch<P extends PathsOf<Paths, 'patch'>>(
    path: P,
    ...given: Given<Options<Paths, P, 'patch'>>
  ): Promise<Answer<Paths, P, 'patch'>>
  delete<P extends PathsOf<Paths, 'delete'>>(
    path: P,
    ...given: Given<Options<Paths, P, 'delete'>>
  ): Promise<Answer<Paths, P, 'delete'>>
  /** Returns the unread response: for headers, and for files, which are read as a stream. */
  response<M extends Method, P extends AnyPathOf<Paths, M>>(
    method: M,
    path: P,
    ...given: Given<Options<Paths, P, M>>
  ): Promise<Response>
  /** Iterates over the entries of a list. Requests each page only when it is needed. */
  list<P extends PagedPathsOf<Paths>>(
    path: P,
    ...given: Given<Options<Paths, P, 'get'>>
  ): AsyncGenerator<Entry<Paths, P>>
  /**
   * Returns one page of a list with the cursor of the next page, and the number of all entries if the query has
   * `total`.
   */
  page<P extends PagedPathsOf<Paths>>(
    path: P,
    ...given: Given<Options<Paths, P, 'get'>>
  ): Promise<Page<Entry<Paths, P>>>
  /** Iterates over the pages of a list. */
  pages<P extends PagedPathsOf<Paths>>(
    path: P,
    ...given: Given<Options<Paths, P, 'get'>>
  ): AsyncGenerator<Answer<Paths, P, 'get'>>
}

interface AnyOptions extends CallOptions {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown>
  bytes?: Blob
}

export function createService<Paths>(options: ServiceOptions): Service<Paths> {
  const { name, url: base } = options
  const send = <T>(method: Method, path: string, given: AnyOptions, read: Read<T>): Promise<T> =>
    sendRepeatedly(options, addressOf(base, name, path, given), { method, given, read })
  const reading =
    (method: Method) =>
    async (path: string, given: AnyOptions = {}) =>
      send(method, path, given, readAnswer)

  /**
   * Returns one page and the query of the next. Takes only the query of the link, so a link can't send the token
   * elsewhere.
   */
  const readPage = (path: string, given: AnyOptions) =>
    send('get', path, given, async (response) => {
      const [link, total] = ['link', 'x-total-count'].map((name) => response.headers.get(name))
      const next = nextOf(link ?? null, addressOf(base, name, path, given))
      return { answer: await readAnswer(response), next, total }
    })
  async function* pages(path: string, given: AnyOptions = {}) {
    for (let query = given.query, isFirst = true; isFirst || query !== undefined; isFirst = false) {
      const { answer, next } = await readPage(path, query ? { ...given, query } : given)
      yield answer
      query = next && { ...given.query, ...next }
    }
  }
  async function page(path: string, given: AnyOptions = {}): Promise<Page<unknown>> {
    const { answer, next, total } = await readPage(path, given)
    return {
      entries: answer as unknown[],
      ...(next?.cursor === undefined ? {} : { cursor: next.cursor }),
      ...(total == null ? {} : { total: Number(total) }),
    }
  }
  async function* list(path: string, given?: AnyOptions) {
    for await (const page of pages(path, given)) yield* page as unknown[]
  }
  const methods = {
    get: reading('get'),
    post: reading('post'),
    put: reading('put'),
    patch: reading('patch'),
    delete: reading('delete'),
    response: async (method: Method, path: string, given: AnyOptions = {}) =>
      send(method, path, given, async (response) => response),
    page,
    pages,
    list,
  }
  return methods as unknown as Service<Paths>
}

type Read<T> = (response: Response) => Promise<T>

interface Call<T> {
  method: Method
  given: AnyOptions
  read: Read<T>
}

async function sendRepeatedly<T>(options: ServiceOptions, url: URL, call: Call<T>): Promise<T> {
  const { retry, token, owner, renew } = options
  const { method, given } = call
  const key = method === 'get' || given.idempotencyKey === false ? undefined : (given.idempotencyKey ?? newKey())
  let isRenewed = false
  const attempt = async (): Promise<T> => {
    const [sent, by] = [token(), owner()]
    try {
      return await sendOnce(options, url, call, { key, token: sent })
    } catch (error) {
      // A request that was refused for its token had no effect, so it can be sent again with the new token.
      if (isRenewed || sent === undefined || !isQuorateError(error, 'TOKEN_EXPIRED')) throw error
      isRenewed = true
      if (token() === sent && !(await renew())) throw error
      // In the meantime, another account's session may have replaced this one. That account did not make this request.
      if (owner() !== by) throw error
      return attempt()
    }
  }
  return method === 'get' || key !== undefined ? repeated(retry, given.signal, attempt) : attempt()
}

async function sendOnce<T>(
  { fetch, timeoutMs: usualMs }: ServiceOptions,
  url: URL,
  { method, given, read }: Call<T>,
  { key, token }: { key: string | undefined; token: string | undefined },
): Promise<T> {
  const { signal, timeoutMs = usualMs } = given
  const body = bodyOf(given)
  const late = new AbortController()
  // If the caller reads the response itself, the timeout ends with the headers: a file may take longer.
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: {
        ...given.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      // The token alone identifies the session. A cookie would belong to another login.
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      ...(body === undefined ? {} : { body }),
    })
    if (response.ok || response.status === 304) return await read(response)
    throw await errorOf(response, { origin: url.origin, idempotencyKey: key })
  } catch (error) {
    if (error instanceof QuorateError) throw error
    signal?.throwIfAborted()
    const [code, message] = late.signal.aborted
      ? ['TIMEOUT', `${url.origin} did not answer within ${timeoutMs} ms`]
      : ['UNANSWERED', `Nothing answers at ${url.origin}, or the connection broke${reasonOf(error)}`]
    throw new QuorateError({ code, message, idempotencyKey: key, cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Node states the reason in `cause`; browsers state none. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  if (!(cause instanceof Error)) return ''
  // If all addresses of a name refuse the connection, Node gives a code without a message.
  const reason = cause.message || String((cause as { code?: unknown }).code ?? '')
  return reason && `: ${reason}`
}

const newKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))

function bodyOf({ body, form, bytes }: AnyOptions): string | FormData | Blob | undefined {
  if (bytes) return bytes
  if (form === undefined) return body === undefined ? undefined : JSON.stringify(body)
  const data = new FormData()
  for (const [name, values] of Object.entries(form))
    for (const value of Array.isArray(values) ? values : [values])
      data.append(name, value instanceof Blob ? value : String(value))
  return data
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('application/json')) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `${response.url} answered no JSON`
    throw new QuorateError({ code: 'INVALID_ANSWER', status: response.status, message, cause })
  }
}
