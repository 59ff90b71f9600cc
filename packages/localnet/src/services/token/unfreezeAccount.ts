import { define } from '../../definition.ts'
import { checkNamed, usableHolder } from './holders.ts'
import { existingToken } from './relations.ts'
import { requiredRole } from './tokenKeys.ts'

/** TokenUnfreezeAccount. */
export const unfreezeAccount = define('tokenUnfreeze', {
  type: 32,
  name: 'TOKENUNFREEZE',

  precheck: checkNamed,

  signers({ token }, { state }) {
    return [requiredRole(existingToken(state, token), { role: 'freezeKey', missing: 'TOKEN_HAS_NO_FREEZE_KEY' })]
  },

  handle(body, handling) {
    const { account, relation } = usableHolder(handling.state, body)
    handling.state.putRelation({ ...relation, frozen: false })
    handling.entity = account.num
  },
})
