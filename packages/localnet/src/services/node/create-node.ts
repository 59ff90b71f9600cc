import { toLong } from '#protocol/encoding/int64.ts'
import { keyFromProto } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { usableAccount } from '#services/validation.ts'
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
  isCouncil,
} from './nodes.ts'

/** nodes.maxNumber */
const MAX_NODES = 100

/** NodeCreate (HIP-869): the council adds a node, which joins the address book at the next freeze upgrade. */
export const createNode = define('nodeCreate', {
  type: 54,
  name: 'NODECREATE',
  price: { functionality: 'NodeCreate', base: 9_000_000n },

  precheck(body, transaction) {
    checkAccountId(body.accountId)
    checkNotEmpty(body.gossipEndpoint, 'INVALID_GOSSIP_ENDPOINT')
    checkNotEmpty(body.serviceEndpoint, 'INVALID_SERVICE_ENDPOINT')
    checkCertificate(body.gossipCaCertificate, transaction)
    checkAdminKey(body.adminKey)
  },

  signers({ adminKey }, { payer }) {
    check(isCouncil(payer), 'AUTHORIZATION_FAILED')
    return [keyFromProto(adminKey ?? {}).rule]
  },

  handle(body, { state, receipt, now }) {
    check(state.nodes.size < MAX_NODES, 'MAX_NODES_CREATED')
    const num = state.nextNodeId()
    const account = usableAccount(state, body.accountId, 'INVALID_NODE_ACCOUNT_ID')
    checkUnlinked(state, account.num)
    checkDescription(body.description ?? '')
    checkGossipEndpoints(body.gossipEndpoint ?? [])
    checkServiceEndpoints(body.serviceEndpoint ?? [])
    if (body.grpcProxyEndpoint) checkProxy(body.grpcProxyEndpoint)
    checkAssociated(state, body.associatedRegisteredNode)
    const { accountId: _, adminKey, declineReward, ...details } = body
    state.nodes.put(num, {
      num,
      account: account.num,
      adminKey: keyFromProto(adminKey ?? {}),
      declineReward: declineReward ?? false,
      deleted: false,
      details,
      createdAt: now,
    })
    receipt.nodeId = toLong(BigInt(num))
  },
})
