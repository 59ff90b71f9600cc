import type { proto } from '@hiero-ledger/proto'
import { check } from '#protocol/status-error.ts'
import { existingToken, livingToken } from '#services/token-relations.ts'
import { define, type HandleContext, type Reading } from '#transaction/definition.ts'

type Body = proto.ITokenPauseTransactionBody & proto.ITokenUnpauseTransactionBody

const change = (paused: boolean) => ({
  precheck: ({ token }: Body) => check(token != null, 'INVALID_TOKEN_ID'),

  signers({ token }: Body, { state }: Reading) {
    const { pauseKey } = existingToken(state, token)
    return pauseKey ? [pauseKey.rule] : []
  },

  handle(body: Body, context: HandleContext) {
    const { state } = context
    check(existingToken(state, body.token).pauseKey !== null, 'TOKEN_HAS_NO_PAUSE_KEY')
    const token = livingToken(state, body.token)
    state.tokens.put(token.num, { ...token, paused })
    context.entity = token.num
  },
})

/** TokenPause: nothing can be done with the token until it is unpaused. */
export const pauseToken = define('tokenPause', {
  type: 46,
  name: 'TOKENPAUSE',
  price: { functionality: 'TokenPause', base: 9_000_000n },
  ...change(true),
})

/** TokenUnpause. */
export const unpauseToken = define('tokenUnpause', {
  type: 47,
  name: 'TOKENUNPAUSE',
  price: { functionality: 'TokenUnpause', base: 9_000_000n },
  ...change(false),
})
