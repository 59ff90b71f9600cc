import { int64 } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { isCouncil, nodeOf } from './nodes.ts'

/** NodeDelete: its administrator or the council removes a node, which leaves the address book at the next upgrade. */
export const deleteNode = define('nodeDelete', {
  type: 56,
  name: 'NODEDELETE',
  price: { functionality: 'NodeDelete', base: 9_000_000n },

  precheck: ({ nodeId }) => check(int64(nodeId) >= 0n, 'INVALID_NODE_ID'),

  signers({ nodeId }, { state, payer }) {
    const node = nodeOf(state, nodeId)
    check(!node.deleted, 'NODE_DELETED')
    return isCouncil(payer) ? [] : [node.adminKey.rule]
  },

  handle({ nodeId }, { state }) {
    const node = nodeOf(state, nodeId)
    state.nodes.put(node.num, { ...node, deleted: true })
  },
})
