import { codeName, type ResponseCode } from '../protocol/status-error.ts'
import type { Dispatch, DispatchedTransaction } from '../transaction/definition.ts'
import { handle } from './handle.ts'
import { admit, type PrecheckContext } from './precheck.ts'
import { definitionOf } from './registry.ts'

/** HIP-551: transactions of a batch name 0.0.0 as their node. */
const BATCH_NODE = 0

/** The functions of the ledger that handlers may call; `context` has its state. */
export function createDispatch(context: PrecheckContext & Pick<Dispatch, 'entropy'>): Dispatch {
  const dispatch: Dispatch = {
    definitionOf,
    admitInner: (envelope) => admit(envelope, context, BATCH_NODE),
    precedingTime: () => context.clock.preceding(),
    entropy: () => context.entropy(),
    rehearse(transaction: DispatchedTransaction, now: bigint): ResponseCode {
      const { receipt, following } = handle(transaction, context.state, now, dispatch)
      for (const next of following) dispatch.rehearse(next, now)
      return codeName(receipt.status ?? 0) as ResponseCode
    },
  }
  return dispatch
}
