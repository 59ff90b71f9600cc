import type { Mirror } from './mirror.ts'

/**
 * The same mirror, but it reads each entity only once, so that a request sees each entity at a single point in time.
 */
export const memoized = (mirror: Mirror): Mirror => ({
  ...mirror,
  account: once(mirror.account),
  token: once(mirror.token),
  tokenDetails: once(mirror.tokenDetails),
  topic: once(mirror.topic),
  nftOwner: once(mirror.nftOwner),
  holding: once(mirror.holding),
  node: once(mirror.node),
})

function once<Args extends unknown[], R>(read: (...args: Args) => Promise<R>): (...args: Args) => Promise<R> {
  const asked = new Map<string, Promise<R>>()
  return (...args) => {
    const name = args.join(' ')
    const answer = asked.get(name) ?? read(...args)
    asked.set(name, answer)
    return answer
  }
}
