import { int64 } from '#protocol/encoding/int64.ts'
import { keyFromProto } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { checkAdminKey, checkDescription, registeredNodeOf } from './nodes.ts'
import { checkedEndpoints } from './registered-endpoints.ts'

/** RegisteredNodeUpdate (HIP-1137): its administrator changes the fields that are given, endpoints as a whole. */
export const updateRegisteredNode = define('registeredNodeUpdate', {
  type: 79,
  name: 'REGISTEREDNODEUPDATE',
  price: { functionality: 'RegisteredNodeUpdate', base: 9_000_000n },

  precheck({ registeredNodeId, adminKey }) {
    check(int64(registeredNodeId) >= 0n, 'INVALID_REGISTERED_NODE_ID')
    if (adminKey) checkAdminKey(adminKey)
  },

  signers({ registeredNodeId, adminKey }, { state }) {
    const node = registeredNodeOf(state, registeredNodeId)
    return [node.adminKey.rule, ...(adminKey ? [keyFromProto(adminKey).rule] : [])]
  },

  handle({ registeredNodeId, adminKey, description, serviceEndpoint }, { state }) {
    if (description) checkDescription(description.value ?? '')
    const endpoints = serviceEndpoint?.length ? checkedEndpoints(serviceEndpoint) : {}
    const node = registeredNodeOf(state, registeredNodeId)
    state.registeredNodes.put(node.num, {
      ...node,
      ...endpoints,
      adminKey: adminKey ? keyFromProto(adminKey) : node.adminKey,
      description: description ? (description.value ?? '') : node.description,
    })
  },
})
