import { limits } from '#limits.ts'
import { checkRange } from '#mirror/rest/bounds.ts'
import { badRequest } from '#mirror/rest/errors.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import { continuedBy, page, type Row } from '#mirror/rest/page.ts'
import { type Comparison, type Condition, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { timestampText } from '#protocol/time.ts'
import { typeOf } from '#services/node/registered-endpoints.ts'
import type { RegisteredNode, ServiceType } from '#state/entities.ts'

const ID = 'registerednode.id'
const TYPES: readonly string[] = ['BLOCK_NODE', 'MIRROR_NODE', 'RPC_RELAY', 'GENERAL_SERVICE'] satisfies ServiceType[]
/** BlockNodeEndpoint.BlockNodeApi */
const APIS = ['OTHER', 'STATUS', 'PUBLISH', 'SUBSCRIBE_STREAM', 'STATE_PROOF']
const IPV4_BYTES = 4

/** GET /network/registered-nodes (HIP-1137): nodes that offer services other than consensus. */
export const registeredNodes: MirrorRoute = {
  path: '/network/registered-nodes',
  parameters: ['limit', 'order', ID, 'type'],
  async answer(request, context) {
    const { query } = request
    checkLimit(query.text('limit'))
    const order = query.order('asc')
    const { rows, links } = await page(request, context, {
      columns: '*',
      from: 'registered_node',
      along: compareAll('num', askedIds(query)),
      filters: [{ sql: 'deleted = 0', values: [] }, ...typeConditions(query)],
      keys: ['num'],
      order,
      after: continuedBy(request, ID, order, (row) => String(row.num)),
    })
    return { registered_nodes: rows.map((row) => nodeJson(row, context)), links }
  },
}

/** Refuses a limit above the maximum, as the Java part of the Mirror Node does. */
function checkLimit(text: string | undefined): void {
  const { value } = limits.maxPage
  if (Number(text ?? 0) > value) throw badRequest(`limit must be less than or equal to ${value}`)
}

/** At most two ranges, or one id (`NetworkServiceImpl.resolveRegisteredNodeIdBounds`). */
function askedIds(query: MirrorRequest['query']): Comparison<bigint>[] {
  const comparisons = query.integers(ID)
  if (comparisons.length > 2) throw badRequest(`${ID} size must be between 0 and 2`)
  if (comparisons.length > 1 && comparisons.some(({ operator }) => operator === 'eq'))
    throw badRequest("The 'eq' operator cannot be combined with other operators")
  checkRange({ parameter: ID, comparisons })
  return comparisons
}

function typeConditions(query: MirrorRequest['query']): Condition[] {
  const type = query.text('type')?.toUpperCase()
  if (type === undefined) return []
  if (!TYPES.includes(type)) throw badRequest("Failed to convert 'type'")
  return [{ sql: 'instr(types, ?) > 0', values: [`,${type},`] }]
}

function nodeJson(row: Row, { store }: MirrorContext): object {
  const node = store.registeredNodes.decode(row)
  return {
    admin_key: keyJson(node.adminKey),
    created_timestamp: timestampText(node.createdAt),
    description: node.description,
    registered_node_id: node.num,
    service_endpoints: node.endpoints.map(endpointJson),
    timestamp: { from: timestampText(BigInt(row.modified_at as bigint)), to: null },
  }
}

function endpointJson(endpoint: RegisteredNode['endpoints'][number]): object {
  const { blockNode, domainName, generalService, ipAddress, mirrorNode, port, requiresTls, rpcRelay } = endpoint
  return {
    block_node: blockNode
      ? { endpoint_apis: (blockNode.endpointApi ?? []).map((api) => APIS[api] ?? 'UNRECOGNIZED') }
      : null,
    domain_name: domainName ?? null,
    general_service: generalService ? { description: generalService.description ?? '' } : null,
    ip_address: ipAddress ? addressText(ipAddress) : null,
    mirror_node: mirrorNode ? {} : null,
    port: port ?? 0,
    requires_tls: requiresTls ?? false,
    rpc_relay: rpcRelay ? {} : null,
    type: typeOf(endpoint),
  }
}

/** An address as Java's InetAddress writes it: IPv6 without leaving out zeros. */
function addressText(bytes: Uint8Array): string {
  if (bytes.length === IPV4_BYTES) return [...bytes].join('.')
  return (Buffer.from(bytes).toString('hex').match(/.{4}/g) ?? [])
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
