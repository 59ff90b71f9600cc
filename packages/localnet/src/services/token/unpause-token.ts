import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { existingToken, livingToken } from './relations.ts'

/** TokenUnpause. */
export const unpauseToken = define('tokenUnpause', {
  type: 47,
  name: 'TOKENUNPAUSE',

  precheck: ({ token }) => check(token != null, 'INVALID_TOKEN_ID'),

  signers({ token }, { state }) {
    const { pauseKey } = existingToken(state, token)
    return pauseKey ? [pauseKey.rule] : []
  },

  handle(body, context) {
    const { state } = context
    check(existingToken(state, body.token).pauseKey !== null, 'TOKEN_HAS_NO_PAUSE_KEY')
    const token = livingToken(state, body.token)
    state.tokens.put(token.num, { ...token, paused: false })
    context.entity = token.num
  },
})
