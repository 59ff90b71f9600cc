import { int64 } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import { define } from '#transaction/definition.ts'
import { isCouncil, registeredNodeOf } from './nodes.ts'

/**
 * RegisteredNodeDelete (HIP-1137): deletes a registered node that is not associated with any consensus node. Its admin
 * key must sign, unless the council pays.
 */
export const deleteRegisteredNode = define('registeredNodeDelete', {
  type: 80,
  name: 'REGISTEREDNODEDELETE',
  price: { functionality: 'RegisteredNodeDelete', base: 9_000_000n },

  precheck: ({ registeredNodeId }) => check(int64(registeredNodeId) >= 0n, 'INVALID_REGISTERED_NODE_ID'),

  signers({ registeredNodeId }, { state, payer }) {
    const node = registeredNodeOf(state, registeredNodeId)
    return isCouncil(payer) ? [] : [node.adminKey.rule]
  },

  handle({ registeredNodeId }, { state }) {
    const node = registeredNodeOf(state, registeredNodeId)
    check(!isAssociated(state, node.num), 'REGISTERED_NODE_STILL_ASSOCIATED')
    state.registeredNodes.put(node.num, { ...node, deleted: true })
  },
})

/** Whether a consensus node names this registered node as associated. */
const isAssociated = (state: State, num: number): boolean =>
  [...state.nodes.values()].some(
    ({ deleted, details }) =>
      !deleted && (details.associatedRegisteredNode ?? []).some((id) => Number(int64(id)) === num),
  )
