import { type Grpc, GrpcFailure } from './grpc.ts'

/** One address of a consensus node; a node may have several. */
export interface NodeAddress {
  /** The node's account, `0.0.3`. */
  nodeId: string
  /** `host:port`; 443 and 50212 speak TLS. */
  address: string
}

/** The consensus nodes of a chain. */
export interface Nodes {
  /** The account of a node to freeze a transaction for: in turn, those that could not be reached lately left out. */
  pick(): string
  /** One attempt at one of the node's addresses. @throws GrpcFailure */
  call(nodeId: string, path: string, message: Uint8Array, timeoutMs: number): Promise<Uint8Array>
}

/** For how long a node that could not be reached is not picked. */
const REST_MS = 30_000

export function createNodes(grpc: Grpc, addresses: readonly NodeAddress[]): Nodes {
  const byNode = Map.groupBy(addresses, ({ nodeId }) => nodeId)
  const ids = [...byNode.keys()]
  const downSince = new Map<string, number>()
  let turn = Math.floor(Math.random() * ids.length)

  const rested = (id: string): boolean => performance.now() - (downSince.get(id) ?? Number.NEGATIVE_INFINITY) > REST_MS
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
      const places = byNode.get(nodeId) ?? []
      const place = places[Math.floor(Math.random() * places.length)]
      if (!place) throw new GrpcFailure(`no address is known of the consensus node ${nodeId}`, false)
      try {
        const answer = await grpc.call(place.address, path, message, timeoutMs)
        downSince.delete(nodeId)
        return answer
      } catch (error) {
        downSince.set(nodeId, performance.now())
        throw error
      }
    },
  }
}
