import type { BlockTime } from '#store/block-time.ts'
import type { Dispatch, DispatchedTransaction, Handled } from '#transaction/definition.ts'
import { eachFollowing } from './following.ts'
import { handle, handleCall } from './handle.ts'
import { type PrecheckContext, precheckInner } from './precheck.ts'
import { definitionOf } from './registry.ts'

/** The functions of the ledger that handlers may call; `context` has its state. */
export function createDispatch(
  context: PrecheckContext & Pick<Dispatch, 'entropy' | 'presets'> & { blockAt(now: bigint): BlockTime },
): Dispatch {
  const dispatch: Dispatch = {
    definitionOf,
    admitInner: (envelope) => precheckInner(envelope, context),
    precedingTime: () => context.clock.preceding(),
    followingTime: () => context.clock.following(),
    block: (now) => context.blockAt(now),
    presets: context.presets,
    entropy: () => context.entropy(),
    handleCall: (transaction, state, now, preceding, within) => handleCall(transaction, state, now, within, preceding),
    rehearse(transaction: DispatchedTransaction, now: bigint): Handled {
      const { handled } = handle(transaction, context.state, now, dispatch)
      eachFollowing(handled, (next) => handle(next, context.state, now, dispatch).handled)
      return handled
    },
  }
  return dispatch
}
