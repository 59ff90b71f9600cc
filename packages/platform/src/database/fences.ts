import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'

/**
 * Checks, as the first statement of a change, that the worker still holds its lease, and locks the lease until the
 * database transaction ends. Throws if the lease is lost. A paused process may resume long after another one has taken
 * over, and a check before the transaction would miss that.
 */
// biome-ignore lint/suspicious/noExplicitAny: any service's tables will do.
export type Fence = (trx: Transaction<any>) => Promise<void>

const fences = new AsyncLocalStorage<Fence>()

/** Runs `work`. Every change in it is checked by `fence`, and by no other fence. */
export const behind = <R>(fence: Fence, work: () => R): R => fences.run(fence, work)

/** The fence of the current work, if it has one. */
export const presentFence = (): Fence | undefined => fences.getStore()
