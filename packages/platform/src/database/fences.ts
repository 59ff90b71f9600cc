import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'

/**
 * Checks, as a change's first statement, that what makes the change still holds its lease, and keeps everybody from
 * taking that over until the change has ended; throws where it is lost. A process that was paused may go on long after
 * another one has taken over: a check before the change would not see that.
 */
// biome-ignore lint/suspicious/noExplicitAny: any service's tables will do.
export type Fence = (trx: Transaction<any>) => Promise<void>

const fences = new AsyncLocalStorage<Fence>()

/** Runs `work`, whose changes all stand behind `fence`, and behind no other. */
export const behind = <R>(fence: Fence, work: () => R): R => fences.run(fence, work)

/** The fence that the present work stands behind, if there is one. */
export const presentFence = (): Fence | undefined => fences.getStore()
