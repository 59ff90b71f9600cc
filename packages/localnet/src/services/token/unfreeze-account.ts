import { define } from '#transaction/definition.ts'
import { checkNamed, usableHolder } from './holders.ts'
import { existingToken } from './relations.ts'
import { requiredRole } from './token-keys.ts'

/** TokenUnfreezeAccount. */
export const unfreezeAccount = define('tokenUnfreeze', {
  type: 32,
  name: 'TOKENUNFREEZE',

  precheck: checkNamed,

  signers({ token }, { state }) {
    return [requiredRole(existingToken(state, token), { role: 'freezeKey', missing: 'TOKEN_HAS_NO_FREEZE_KEY' })]
  },

  handle(body, context) {
    const { account, relation } = usableHolder(context.state, body)
    context.state.putRelation({ ...relation, frozen: false })
    context.entity = account.num
  },
})
