import { attemptAfter, type Grpc, GrpcFailure } from './grpc.ts'

/** One address of a consensus node; a node may have several. */
export interface NodeAddress {
  /** The node's account, `0.0.3`. */
  nodeId: string
  /** `host:port`; 443 and 50212 speak TLS. */
  address: string
}

/** The consensus nodes of a chain. */
export interface Nodes {
  /**
   * Picks the account of a node for which a transaction is frozen. Nodes take turns; nodes that were unreachable or
   * reported down recently are skipped.
   */
  pick(): string
  /** Makes one attempt at a reachable address of the node. @throws GrpcFailure */
  call(nodeId: string, path: string, message: Uint8Array, timeoutMs: number): Promise<Uint8Array>
}

/** How long an unreachable node is not picked, in milliseconds. */
const UNREACHED_PAUSE_MS = 30_000
/**
 * How long a node is not picked after an answer that it is down, in milliseconds. The time is short, since a certain
 * message may cause that answer at every node.
 */
const AWAY_PAUSE_MS = 5_000

export function createNodes(grpc: Grpc, addresses: readonly NodeAddress[]): Nodes {
  const byNode = Map.groupBy(addresses, ({ nodeId }) => nodeId)
  const ids = [...byNode.keys()]
  /** The time until which each node is not picked. */
  const restsUntil = new Map<string, number>()
  let turn = Math.floor(Math.random() * ids.length)

  const rested = (id: string): boolean => performance.now() > (restsUntil.get(id) ?? 0)
  const rest = (id: string, forMs: number): void => {
    const until = performance.now() + forMs
    restsUntil.set(id, Math.max(until, restsUntil.get(id) ?? 0))
  }
  const next = (): string => ids[turn++ % ids.length] ?? '0.0.3'

  return {
    pick() {
      for (let tried = 0; tried < ids.length; tried++) {
        const id = next()
        if (rested(id)) return id
      }
      return next()
    },
    async call(nodeId, path, message, timeoutMs) {
      try {
        const answer = await callAny(grpc, nodeId, shuffled(byNode.get(nodeId) ?? []), path, message, timeoutMs)
        restsUntil.delete(nodeId)
        return answer
      } catch (error) {
        if (error instanceof GrpcFailure && error.isNodes) rest(nodeId, UNREACHED_PAUSE_MS)
        else if (error instanceof GrpcFailure && error.isSaidAway) rest(nodeId, AWAY_PAUSE_MS)
        throw error
      }
    },
  }
}

/** Tries a node's addresses one after the other, as long as the last attempt cannot have reached the node. */
async function callAny(
  grpc: Grpc,
  nodeId: string,
  addresses: readonly NodeAddress[],
  path: string,
  message: Uint8Array,
  timeoutMs: number,
): Promise<Uint8Array> {
  const deadline = performance.now() + timeoutMs
  let failure = new GrpcFailure(`the consensus node ${nodeId} has no known address`, false)
  for (const { address } of addresses) {
    try {
      const left = Math.max(1, deadline - performance.now())
      return await attemptAfter(failure, () => grpc.call(address, path, message, left))
    } catch (error) {
      const again = error instanceof GrpcFailure && !error.mayHaveArrived && performance.now() < deadline
      if (!again) throw error
      failure = error
    }
  }
  throw failure
}

const shuffled = <T>(items: readonly T[]): readonly T[] =>
  items.length < 2
    ? items
    : items
        .map((item) => [Math.random(), item] as const)
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item)
