import { check } from '#protocol/status-error.ts'
import { changeTreasuryCount, existingToken, usableToken } from '#services/token-relations.ts'
import { define } from '#transaction/definition.ts'

/** TokenDelete: the token cannot be used any more; its holders may dissociate from it. */
export const deleteToken = define('tokenDeletion', {
  type: 35,
  name: 'TOKENDELETION',
  price: { functionality: 'TokenDelete', base: 9_000_000n },

  precheck: ({ token }) => check(token != null, 'INVALID_TOKEN_ID'),

  signers({ token }, { state }) {
    const { adminKey } = existingToken(state, token)
    return adminKey ? [adminKey.rule] : []
  },

  handle(body, context) {
    const { state } = context
    const token = usableToken(state, body.token)
    check(token.adminKey !== null, 'TOKEN_IS_IMMUTABLE')
    state.tokens.put(token.num, { ...token, deleted: true })
    changeTreasuryCount(state, token.treasury, -1)
    context.entity = token.num
  },
})
