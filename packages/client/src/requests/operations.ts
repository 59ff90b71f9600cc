/** The parameters and answers of operations, derived from a service's generated `paths`. */

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The operation of a path and a method; `never` if the path does not have the method. */
type Operation<Paths, P extends keyof Paths, M extends Method> = Paths[P] extends { [K in M]: infer O extends object }
  ? O
  : never

type Content<O> = O extends { responses: infer R }
  ? { [S in keyof R & (200 | 201 | 202)]: ContentOf<R[S]> }[keyof R & (200 | 201 | 202)]
  : never
type ContentOf<R> = R extends { content: infer C } ? C : never
type JsonOrText<C> = C extends unknown
  ? {
      [K in keyof C]: K extends 'application/json'
        ? C[K]
        : K extends `text/${string}` | 'application/jsonl'
          ? string
          : never
    }[keyof C]
  : never

/** The JSON or text of an answer; `never` if the answer is a file. */
export type Answer<Paths, P extends keyof Paths, M extends Method> = JsonOrText<Content<Operation<Paths, P, M>>>

/** The paths that have this method and answer JSON or text. */
export type PathsOf<Paths, M extends Method> = {
  [P in keyof Paths]: [Answer<Paths, P, M>] extends [never] ? never : P
}[keyof Paths] &
  string

/** The paths that have this method, with any kind of answer. */
export type AnyPathOf<Paths, M extends Method> = {
  [P in keyof Paths]: [Operation<Paths, P, M>] extends [never] ? never : P
}[keyof Paths] &
  string

/** The paths of paged lists, whose Link header names the next page. */
export type PagedPathsOf<Paths> = {
  [P in keyof Paths]: Operation<Paths, P, 'get'> extends { responses: { 200: { headers: infer H } } }
    ? 'Link' extends keyof KnownKeys<H>
      ? P
      : never
    : never
}[keyof Paths] &
  string
type KnownKeys<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** One entry of a paged list. */
export type Entry<Paths, P extends keyof Paths> = Answer<Paths, P, 'get'> extends readonly (infer E)[] ? E : never

export interface Page<E> {
  entries: E[]
  /** The `cursor` of the next page; absent on the last page. */
  cursor?: string
  /** The number of entries on all pages, if the query asks for it (`total: true`). */
  total?: number
}

type Parameters<O, In extends 'path' | 'query'> = O extends { parameters: { [K in In]?: infer V } }
  ? Exclude<V, undefined>
  : never
type PathPart<O> = [Parameters<O, 'path'>] extends [never] ? { path?: never } : { path: Parameters<O, 'path'> }
type QueryPart<O> = [Parameters<O, 'query'>] extends [never]
  ? { query?: never }
  : object extends Parameters<O, 'query'>
    ? { query?: Parameters<O, 'query'> }
    : { query: Parameters<O, 'query'> }
type BodyPart<O> = O extends { requestBody?: never }
  ? { body?: never; form?: never; bytes?: never }
  : O extends { requestBody: { content: { 'multipart/form-data': infer F } } }
    ? { form: F; body?: never }
    : O extends { requestBody: { content: { 'application/json': infer B } } }
      ? { body: B; form?: never }
      : O extends { requestBody?: { content: { 'application/json': infer B } } }
        ? { body?: B; form?: never }
        : O extends { requestBody: { content: infer C } }
          ? BytesPart<C[keyof C]>
          : object
/** A body of bytes. The type of the Blob is the media type of the request. */
type BytesPart<B> = B extends Blob ? { bytes: B; body?: never; form?: never } : object

/** The options that every call takes. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  signal?: AbortSignal
  /** Timeout of one attempt in milliseconds. */
  timeoutMs?: number
  /**
   * The Idempotency-Key of a write. Defaults to a new key for each write. `false` sends none, and then the write is not
   * retried automatically.
   */
  idempotencyKey?: string | false
  /** More headers, such as `range`. */
  headers?: Readonly<Record<string, string>>
}

/** The options of a call to this operation. */
export type Options<Paths, P extends keyof Paths, M extends Method> = PathPart<Operation<Paths, P, M>> &
  QueryPart<Operation<Paths, P, M>> &
  BodyPart<Operation<Paths, P, M>> &
  CallOptions

/** The options as an argument, which is optional if none of them is required. */
export type Given<O> = object extends O ? [options?: O] : [options: O]
