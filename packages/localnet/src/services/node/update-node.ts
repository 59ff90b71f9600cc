import { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { type KeyRule, keyFromProto } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { usableAccount } from '#services/validation.ts'
import type { Node } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define } from '#transaction/definition.ts'
import {
  checkAccountId,
  checkAdminKey,
  checkAssociated,
  checkCertificate,
  checkDescription,
  checkGossipEndpoints,
  checkNotEmpty,
  checkProxy,
  checkServiceEndpoints,
  checkUnlinked,
  nodeOf,
} from './nodes.ts'

type Body = NonNullable<proto.ITransactionBody['nodeUpdate']>

/**
 * NodeUpdate: changes the fields that are given. The account and the reward setting take effect immediately (HIP-1299),
 * fields of the address book at the next freeze upgrade.
 */
export const updateNode = define('nodeUpdate', {
  type: 55,
  name: 'NODEUPDATE',
  price: { functionality: 'NodeUpdate', base: 9_000_000n },

  precheck(body, transaction) {
    check(int64(body.nodeId) >= 0n, 'INVALID_NODE_ID')
    if (body.gossipCaCertificate) checkCertificate(body.gossipCaCertificate.value, transaction)
    if (body.adminKey) checkAdminKey(body.adminKey)
    if (body.grpcCertificateHash) checkNotEmpty(body.grpcCertificateHash.value, 'INVALID_GRPC_CERTIFICATE_HASH')
  },

  signers(body, { state }) {
    const node = nodeOf(state, body.nodeId)
    check(!node.deleted, 'INVALID_NODE_ID')
    const added = newAccountRules(body, state)
    if (body.accountId && onlyChangesAccount(body)) return [...added, accountOrAdmin(node, state)]
    return [...added, node.adminKey.rule, ...(body.adminKey ? [keyFromProto(body.adminKey).rule] : [])]
  },

  handle(body, { state }) {
    const node = nodeOf(state, body.nodeId)
    const account = body.accountId ? newAccount(body.accountId, node, state) : node.account
    if (body.description) checkDescription(body.description.value ?? '')
    checkGossipEndpoints(body.gossipEndpoint ?? [])
    checkServiceEndpoints(body.serviceEndpoint ?? [])
    if (body.grpcProxyEndpoint && !isEmpty(body.grpcProxyEndpoint)) checkProxy(body.grpcProxyEndpoint)
    checkAssociated(state, body.associatedRegisteredNodeList?.associatedRegisteredNode)
    state.nodes.put(node.num, {
      ...node,
      account,
      adminKey: body.adminKey ? keyFromProto(body.adminKey) : node.adminKey,
      declineReward: body.declineReward ? (body.declineReward.value ?? false) : node.declineReward,
      details: changedDetails(body, node),
    })
  },
})

/** The key of the node's new account. */
function newAccountRules({ accountId }: Body, state: State): KeyRule[] {
  if (!accountId) return []
  checkAccountId(accountId)
  const account = state.account(accountId)
  check(account !== undefined, 'INVALID_SIGNATURE')
  return [account.key.rule]
}

const OTHER_FIELDS = [
  'description',
  'adminKey',
  'gossipCaCertificate',
  'grpcCertificateHash',
  'declineReward',
  'grpcProxyEndpoint',
  'associatedRegisteredNodeList',
] as const

function onlyChangesAccount(body: Body): boolean {
  const lists = [body.gossipEndpoint, body.serviceEndpoint]
  return OTHER_FIELDS.every((field) => body[field] == null) && lists.every((list) => !list?.length)
}

/** HIP-1299: the node's account may give the node to another one without the administrator. */
function accountOrAdmin({ account, adminKey }: Node, state: State): KeyRule {
  const key = state.accounts.get(account)?.key
  return { kind: 'threshold', threshold: 1, keys: key ? [adminKey.rule, key.rule] : [adminKey.rule] }
}

function newAccount(id: proto.IAccountID, node: Node, state: State): number {
  const account = state.account(id)
  check(account !== undefined, 'INVALID_NODE_ACCOUNT_ID')
  if (account.num === node.account) return account.num
  const { num, balance } = usableAccount(state, id, 'INVALID_NODE_ACCOUNT_ID')
  checkUnlinked(state, num)
  check(balance > 0n, 'NODE_ACCOUNT_HAS_ZERO_BALANCE')
  return num
}

/** Whether an endpoint is empty, which removes the proxy. */
const isEmpty = (endpoint: proto.IServiceEndpoint): boolean =>
  proto.ServiceEndpoint.encode(endpoint).finish().length === 0

function changedDetails(body: Body, { details }: Node): Node['details'] {
  const proxy = body.grpcProxyEndpoint
  const registered = body.associatedRegisteredNodeList
  return {
    ...details,
    ...(body.description ? { description: body.description.value ?? '' } : {}),
    ...(body.gossipEndpoint?.length ? { gossipEndpoint: body.gossipEndpoint } : {}),
    ...(body.serviceEndpoint?.length ? { serviceEndpoint: body.serviceEndpoint } : {}),
    ...(body.gossipCaCertificate ? { gossipCaCertificate: body.gossipCaCertificate.value ?? null } : {}),
    ...(body.grpcCertificateHash ? { grpcCertificateHash: body.grpcCertificateHash.value ?? null } : {}),
    ...(registered ? { associatedRegisteredNode: registered.associatedRegisteredNode ?? [] } : {}),
    ...(proxy ? { grpcProxyEndpoint: isEmpty(proxy) ? null : proxy } : {}),
  }
}
