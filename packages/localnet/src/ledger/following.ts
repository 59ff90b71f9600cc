import type { DispatchedTransaction, Handled } from '#transaction/definition.ts'

type Causing = Pick<Handled, 'following'>

/**
 * Handles the transactions that a transaction contains or causes, and those that they cause, each right after the one
 * that caused it. `handle` returns undefined for one that failed. The chain may be long, since each may sign the
 * schedule that is next, so this is a loop and no recursion.
 */
export function eachFollowing(first: Causing, handle: (next: DispatchedTransaction) => Causing | undefined): void {
  const waiting = first.following.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop())
    waiting.push(...(handle(next)?.following.toReversed() ?? []))
}
