/** What an operation takes and answers, read from the generated `paths` of a service. */

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The operation of a path and a method; never where there is none. */
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

/** The JSON or the text of an answer; never where files are answered. */
export type Answer<Paths, P extends keyof Paths, M extends Method> = JsonOrText<Content<Operation<Paths, P, M>>>

/** The paths that have this method, and answer JSON or text. */
export type PathsOf<Paths, M extends Method> = {
  [P in keyof Paths]: [Answer<Paths, P, M>] extends [never] ? never : P
}[keyof Paths] &
  string

/** The paths that have this method, whatever they answer. */
export type AnyPathOf<Paths, M extends Method> = {
  [P in keyof Paths]: [Operation<Paths, P, M>] extends [never] ? never : P
}[keyof Paths] &
  string

/** The paths of lists in pages, whose Link header says where they go on. */
export type PagedPathsOf<Paths> = {
  [P in keyof Paths]: Operation<Paths, P, 'get'> extends { responses: { 200: { headers: infer H } } }
    ? 'Link' extends keyof KnownKeys<H>
      ? P
      : never
    : never
}[keyof Paths] &
  string
type KnownKeys<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** An entry of a list in pages. */
export type Entry<Paths, P extends keyof Paths> = Answer<Paths, P, 'get'> extends readonly (infer E)[] ? E : never

/** A page of a list. */
export interface Page<E> {
  entries: E[]
  /** The `cursor` of the next page; absent where this is the last one. */
  cursor?: string
  /** How many entries the list has on all pages, where the query asks for it (`total: true`). */
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
  ? { body?: never; form?: never }
  : O extends { requestBody: { content: { 'multipart/form-data': infer F } } }
    ? { form: F; body?: never }
    : O extends { requestBody: { content: { 'application/json': infer B } } }
      ? { body: B; form?: never }
      : O extends { requestBody?: { content: { 'application/json': infer B } } }
        ? { body?: B; form?: never }
        : object

/** How one call is made, whatever it asks for. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal
  /** How long an attempt may take, in milliseconds. */
  timeoutMs?: number
  /**
   * The Idempotency-Key of a write: a key of its own unless given. With `false` none is sent, and the write is not
   * repeated by itself.
   */
  idempotencyKey?: string | false
  /** Further headers, such as `range`. */
  headers?: Readonly<Record<string, string>>
}

/** What a call of this operation takes. */
export type Options<Paths, P extends keyof Paths, M extends Method> = PathPart<Operation<Paths, P, M>> &
  QueryPart<Operation<Paths, P, M>> &
  BodyPart<Operation<Paths, P, M>> &
  CallOptions

/** The options as an argument, which may be left out where nothing in them is required. */
export type Given<O> = object extends O ? [options?: O] : [options: O]
