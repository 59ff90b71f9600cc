import { idText } from '../../ids.ts'
import { NODE_ACCOUNT_TEXT, NODE_ID } from '../../nodes.ts'
import { timestampText } from '../../time.ts'
import type { Comparison } from './parameters.ts'
import type { MirrorRoute } from './route.ts'

/** Nodes stake and are rewarded at the end of each period, which the ledger does not play yet. */
const NO_STAKE = {
  max_stake: 0,
  min_stake: 0,
  reward_rate_start: 0,
  stake: 0,
  stake_not_rewarded: 0,
  stake_rewarded: 0,
}

/** GET /network/nodes: the one node. */
export const networkNodes: MirrorRoute = {
  path: '/network/nodes',
  parameters: ['file.id', 'limit', 'node.id', 'order'],
  answer({ query }, context) {
    query.limit()
    query.order('asc')
    const isAsked = query.integers('node.id').every((comparison) => holds(comparison, BigInt(NODE_ID)))
    return { nodes: isAsked ? [nodeJson(context.address)] : [], links: { next: null } }
  },
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

function nodeJson(address: string): object {
  const [host = '', port = ''] = address.split(':')
  return {
    admin_key: null,
    decline_reward: false,
    description: 'localnet',
    file_id: idText(102),
    grpc_proxy_endpoint: null,
    memo: NODE_ACCOUNT_TEXT,
    node_account_id: NODE_ACCOUNT_TEXT,
    node_cert_hash: '0x',
    node_id: NODE_ID,
    public_key: '0x',
    service_endpoints: [{ domain_name: '', ip_address_v4: host, port: Number(port) }],
    staking_period: null,
    timestamp: { from: timestampText(0n), to: null },
    ...NO_STAKE,
  }
}
