import type { Mirror } from '@quorate/ledger'

/** The same mirror, asked once for each entity: whatever one write looks at, it sees as it was at one time. */
export function memoized(mirror: Mirror): Mirror {
  return {
    ...mirror,
    account: once(mirror.account),
    tokenDetails: once(mirror.tokenDetails),
    topic: once(mirror.topic),
    nftOwner: once(mirror.nftOwner),
    holding: once(mirror.holding),
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
