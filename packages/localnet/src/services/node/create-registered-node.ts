import { toLong } from '#protocol/encoding/int64.ts'
import { keyFromProto } from '#protocol/keys.ts'
import { define } from '#transaction/definition.ts'
import { checkAdminKey, checkDescription, checkNotEmpty } from './nodes.ts'
import { checkedEndpoints } from './registered-endpoints.ts'

/** RegisteredNodeCreate (HIP-1137): anyone can register a node that offers services other than consensus. */
export const createRegisteredNode = define('registeredNodeCreate', {
  type: 78,
  name: 'REGISTEREDNODECREATE',
  price: { functionality: 'RegisteredNodeCreate', base: 9_000_000n },

  precheck({ adminKey, serviceEndpoint }) {
    checkNotEmpty(serviceEndpoint, 'INVALID_REGISTERED_ENDPOINT')
    checkAdminKey(adminKey)
  },

  signers: ({ adminKey }) => [keyFromProto(adminKey ?? {}).rule],

  handle({ adminKey, description, serviceEndpoint }, { state, receipt, now }) {
    checkDescription(description ?? '')
    const num = state.nextNodeId()
    state.registeredNodes.put(num, {
      num,
      adminKey: keyFromProto(adminKey ?? {}),
      description: description ?? '',
      ...checkedEndpoints(serviceEndpoint ?? []),
      deleted: false,
      createdAt: now,
    })
    receipt.registeredNodeId = toLong(BigInt(num))
  },
})
