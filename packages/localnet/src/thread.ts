import { Worker } from 'node:worker_threads'
import type { PendingFault } from './faults.ts'
import { type Localnet, type LocalnetOptions, type SnapshotInfo, startLocalnet } from './localnet.ts'

/** The message of the worker once the network runs. */
export type Started = Pick<
  Localnet,
  'id' | 'grpc' | 'nodeAccountId' | 'nodes' | 'rpc' | 'mirrorGrpc' | 'mirrorRest' | 'accounts'
>

/** A call of a method in the worker. */
export interface Request {
  readonly id: number
  readonly method:
    | 'now'
    | 'advance'
    | 'snapshot'
    | 'snapshots'
    | 'dropSnapshot'
    | 'restore'
    | 'mark'
    | 'copyTo'
    | 'setFault'
    | 'faults'
    | 'close'
  readonly argument: unknown
}
export type Reply =
  | { readonly started: Started }
  | { readonly id: number; readonly error?: string; readonly result?: unknown }
  | { readonly failed: string }

/** Starts a Hedera network of one node: consensus gRPC, mirror gRPC and mirror REST. Rejects if a port is taken. */
export async function localnet(options: LocalnetOptions = {}): Promise<Localnet> {
  if (!options.thread) return startLocalnet(options)
  if (options.clock) throw new Error('A clock cannot be passed to a worker thread: omit it, and use advance()')
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options })
  const calls = new Calls(worker)
  const started = await calls.started
  const close = async (): Promise<void> => {
    await calls.call('close', undefined)
    await worker.terminate()
  }
  return {
    ...started,
    now: () => calls.call<Date>('now', undefined),
    advance: (ms) => calls.call('advance', ms),
    snapshot: () => calls.call<number>('snapshot', undefined),
    snapshots: () => calls.call<SnapshotInfo[]>('snapshots', undefined),
    dropSnapshot: (snapshot) => calls.call('dropSnapshot', snapshot),
    restore: (snapshot) => calls.call('restore', snapshot),
    mark: () => calls.call<number>('mark', undefined),
    copyTo: (folder) => calls.call('copyTo', folder),
    setFault: (fault) => calls.call('setFault', fault),
    faults: () => calls.call<PendingFault[]>('faults', undefined),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The calls into the worker that wait for their answers. They fail if the worker ends. */
class Calls {
  readonly started: Promise<Started>
  readonly #worker: Worker
  readonly #pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  #next = 1
  #ended: Error | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    this.started = new Promise((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if ('started' in reply) resolve(reply.started)
        else if ('failed' in reply) reject(new Error(reply.failed))
        else this.#settle(reply.id, reply)
      })
      worker.on('error', (error) => this.#end(error, reject))
      worker.on('exit', () => this.#end(new Error('The localnet worker has ended'), reject))
    })
  }

  call<T = void>(method: Request['method'], argument: unknown): Promise<T> {
    if (this.#ended) return method === 'close' ? Promise.resolve(undefined as T) : Promise.reject(this.#ended)
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage({ id, method, argument } satisfies Request)
    })
  }

  #settle(id: number, { error, result }: { error?: string; result?: unknown }): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) pending?.reject(new Error(error))
    else pending?.resolve(result as never)
  }

  #end(error: unknown, reject: (error: Error) => void): void {
    this.#ended = error instanceof Error ? error : new Error(String(error))
    reject(this.#ended)
    for (const pending of this.#pending.values()) pending.reject(this.#ended)
    this.#pending.clear()
  }
}
