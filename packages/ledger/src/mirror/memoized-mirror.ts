import type { Mirror } from './mirror.ts'

/** The same mirror, but each entity is read once, so that one request sees each entity at one time. */
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
