import type { Mirror } from './mirror.ts'

/**
 * The same mirror, asked once for each entity, so that one request sees each entity at one time. `count` is called for
 * each read.
 */
export function memoized(mirror: Mirror, count: () => void = () => {}): Mirror {
  const counting = withReads(mirror, (read) => (...args) => {
    count()
    return read(...args)
  })
  return {
    ...counting,
    account: once(counting.account),
    token: once(counting.token),
    tokenDetails: once(counting.tokenDetails),
    topic: once(counting.topic),
    nftOwner: once(counting.nftOwner),
    holding: once(counting.holding),
    node: once(counting.node),
  }
}

/** The same mirror, whose reads each wait for their turn. */
export const inTurns = (mirror: Mirror, turn: <R>(read: () => Promise<R>) => Promise<R>): Mirror =>
  withReads(
    mirror,
    (read) =>
      (...args) =>
        turn(() => read(...args)),
  )

type Read<Args extends unknown[], R> = (...args: Args) => Promise<R>

/** The same mirror with other functions for what requests to write read. */
const withReads = (
  mirror: Mirror,
  other: <Args extends unknown[], R>(read: Read<Args, R>) => Read<Args, R>,
): Mirror => ({
  ...mirror,
  transactionIdAt: other(mirror.transactionIdAt),
  topicMessage: other(mirror.topicMessage),
  account: other(mirror.account),
  token: other(mirror.token),
  tokenDetails: other(mirror.tokenDetails),
  topic: other(mirror.topic),
  nftOwner: other(mirror.nftOwner),
  holding: other(mirror.holding),
  node: other(mirror.node),
})

/**
 * A function to be called for each read of a request: reads beyond the first `free` ones count as further requests of
 * the same sender.
 */
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
