import type { Mirror } from './mirror.ts'

/** The same mirror, asked once for each entity, so that one request sees each entity at one time. `count` is called for each read. */
export function memoized(mirror: Mirror, count: () => void): Mirror {
  const counting =
    <Args extends unknown[], R>(read: (...args: Args) => R) =>
    (...args: Args): R => {
      count()
      return read(...args)
    }
  return {
    ...mirror,
    transactionIdAt: counting(mirror.transactionIdAt),
    topicMessage: counting(mirror.topicMessage),
    account: once(counting(mirror.account)),
    token: once(counting(mirror.token)),
    tokenDetails: once(counting(mirror.tokenDetails)),
    topic: once(counting(mirror.topic)),
    nftOwner: once(counting(mirror.nftOwner)),
    holding: once(counting(mirror.holding)),
    node: once(counting(mirror.node)),
  }
}

/** A function to be called for each read of a request: reads beyond the first `free` ones count as further requests of the same sender. */
export function countReads(request: { countMore(count: number): void }, free: number): () => void {
  let reads = 0
  return () => {
    if (++reads > free) request.countMore(1)
  }
}

function once<Args extends unknown[], R>(read: (...args: Args) => Promise<R>): (...args: Args) => Promise<R> {
  const asked = new Map<string, Promise<R>>()
  return (...args) => {
    const name = args.join(' ')
    const answer = asked.get(name) ?? read(...args)
    asked.set(name, answer)
    return answer
  }
}
