import type { Mirror } from '@quorate/ledger'

/** The same mirror, asked once for each entity: whatever one write looks at, it sees as it was at one time. `count` is called for each read. */
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
    tokenDetails: once(counting(mirror.tokenDetails)),
    topic: once(counting(mirror.topic)),
    nftOwner: once(counting(mirror.nftOwner)),
    holding: once(counting(mirror.holding)),
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
