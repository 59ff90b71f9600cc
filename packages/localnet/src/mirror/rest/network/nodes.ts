import type { proto } from '@hiero-ledger/proto'
import { invalidParameter } from '#mirror/rest/errors.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import { lastPeriodJson, stakingOf } from '#mirror/rest/lookups/staking-lookup.ts'
import { select } from '#mirror/rest/page.ts'
import type { Comparison } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRoute } from '#mirror/rest/route.ts'
import { int64 } from '#protocol/encoding/int64.ts'
import { idText } from '#protocol/ids.ts'
import { NODE_PUBLIC_KEY } from '#protocol/node-key.ts'
import { firstAccountOf, NODE_ID } from '#protocol/nodes.ts'
import { timestampText } from '#protocol/time.ts'
import { MAX_NODE_STAKE } from '#staking/limits.ts'

/** The files with the network's address book. */
const ADDRESS_BOOKS = [101, 102]

/**
 * GET /network/nodes: the ledger's own nodes. On the network, the list and the fields from the address book change at a
 * freeze upgrade, which the ledger does not have. The Mirror Node takes the other fields from the newest NodeUpdate.
 */
export const networkNodes: MirrorRoute = {
  path: '/network/nodes',
  parameters: ['file.id', 'limit', 'node.id', 'order'],
  answer({ query, url }, context) {
    const files = query.ids('file.id')
    const isOne = files.every(({ operator, value }) => operator === 'eq' && ADDRESS_BOOKS.includes(value))
    if (files.length > 1 || !isOne) throw invalidParameter('file.id')
    const order = query.order('asc')
    const ids = query.integers('node.id')
    const asked = [...context.addresses.keys()].filter((id) => isAmong(ids, BigInt(id)))
    const page = (order === 'asc' ? asked : asked.toReversed()).slice(0, query.limit())
    const last = page.at(-1)
    const isFull = last !== undefined && page.length === query.limit()
    const next = isFull ? `${url}?${query.beyond('node.id', order, String(last))}` : null
    return { nodes: page.map((id) => nodeJson(id, context)), links: { next } }
  },
}

/** A node must have one of the ids, if there are any, and be in all ranges (`NetworkServiceImpl.getNetworkNodes`). */
function isAmong(comparisons: readonly Comparison<bigint>[], id: bigint): boolean {
  const isEqual = ({ operator }: Comparison<bigint>): boolean => operator === 'eq'
  const [equal, ranges] = [comparisons.filter(isEqual), comparisons.filter((one) => !isEqual(one))]
  const isNamed = equal.length === 0 || equal.some(({ value }) => value === id)
  return isNamed && ranges.every((range) => holds(range, id))
}

function holds({ operator, value }: Comparison<bigint>, id: bigint): boolean {
  const outcomes = {
    eq: id === value,
    ne: id !== value,
    gt: id > value,
    gte: id >= value,
    lt: id < value,
    lte: id <= value,
  }
  return outcomes[operator]
}

/** All stake is on the first node. */
function nodeJson(id: number, context: MirrorContext): object {
  const staking = stakingOf(context)
  const stake = (amount: bigint): unknown => (id === NODE_ID ? int64Json(amount) : 0)
  const firstAccount = idText(firstAccountOf(id))
  const row = select(context, 'SELECT * FROM node WHERE num = ?', id)[0]
  const node = row && context.store.nodes.decode(row)
  const [host = '', port = ''] = (context.addresses[id] ?? '').split(':')
  return {
    admin_key: node ? keyJson(node.adminKey) : null,
    associated_registered_nodes: (node?.details.associatedRegisteredNode ?? []).map((id) => int64Json(int64(id))),
    decline_reward: node?.declineReward ?? false,
    description: 'localnet',
    file_id: idText(102),
    grpc_proxy_endpoint: endpointJson(node?.details.grpcProxyEndpoint),
    memo: firstAccount,
    node_account_id: node ? idText(node.account) : firstAccount,
    node_cert_hash: '0x',
    node_id: id,
    public_key: `0x${NODE_PUBLIC_KEY}`,
    service_endpoints: [{ domain_name: '', ip_address_v4: host, port: Number(port) }],
    staking_period: lastPeriodJson(staking),
    timestamp: { from: timestampText(0n), to: null },
    max_stake: int64Json(MAX_NODE_STAKE),
    min_stake: 0,
    reward_rate_start: int64Json(staking.rewardRate),
    stake: stake(staking.stake),
    stake_not_rewarded: stake(staking.stakeToNotReward),
    stake_rewarded: stake(staking.stakeRewardStart),
  }
}

function endpointJson(endpoint: proto.IServiceEndpoint | null | undefined): object | null {
  if (!endpoint) return null
  const { domainName, ipAddressV4, port } = endpoint
  return { domain_name: domainName ?? '', ip_address_v4: [...(ipAddressV4 ?? [])].join('.'), port: port ?? 0 }
}
