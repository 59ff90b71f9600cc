import { codeName, type ResponseCode } from '#protocol/status-error.ts'
import type { BlockTime } from '#store/block-time.ts'
import type { Dispatch, DispatchedTransaction } from '#transaction/definition.ts'
import { handle } from './handle.ts'
import { type PrecheckContext, precheckInner } from './precheck.ts'
import { definitionOf } from './registry.ts'

/** The functions of the ledger that handlers may call; `context` has its state. */
export function createDispatch(
  context: PrecheckContext & Pick<Dispatch, 'entropy'> & { blockAt(now: bigint): BlockTime },
): Dispatch {
  const dispatch: Dispatch = {
    definitionOf,
    admitInner: (envelope) => precheckInner(envelope, context),
    precedingTime: () => context.clock.preceding(),
    followingTime: () => context.clock.following(),
    block: (now) => context.blockAt(now),
    entropy: () => context.entropy(),
    rehearse(transaction: DispatchedTransaction, now: bigint): ResponseCode {
      const { receipt, following } = handle(transaction, context.state, now, dispatch).handled
      for (const next of following) dispatch.rehearse(next, now)
      return codeName(receipt.status ?? 0) as ResponseCode
    },
  }
  return dispatch
}
