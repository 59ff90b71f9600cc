import { define } from '#transaction/definition.ts'
import { checkNamed, usableHolder } from './holders.ts'
import { existingToken } from './relations.ts'
import { requiredRole } from './token-keys.ts'

/** TokenFreezeAccount: the account can neither send nor receive the token until it is unfrozen. */
export const freezeAccount = define('tokenFreeze', {
  type: 31,
  name: 'TOKENFREEZE',

  precheck: checkNamed,

  signers({ token }, { state }) {
    return [requiredRole(existingToken(state, token), { role: 'freezeKey', missing: 'TOKEN_HAS_NO_FREEZE_KEY' })]
  },

  handle(body, context) {
    const { account, relation } = usableHolder(context.state, body)
    context.state.putRelation({ ...relation, frozen: true })
    context.entity = account.num
  },
})
