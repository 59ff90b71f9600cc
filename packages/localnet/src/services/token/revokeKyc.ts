import { define } from '../../definition.ts'
import { checkNamed, unfrozenHolder } from './holders.ts'
import { existingToken } from './relations.ts'
import { requiredRole } from './tokenKeys.ts'

/** TokenRevokeKyc. */
export const revokeKyc = define('tokenRevokeKyc', {
  type: 34,
  name: 'TOKENREVOKEKYC',

  precheck: checkNamed,

  signers({ token }, { state }) {
    return [requiredRole(existingToken(state, token), { role: 'kycKey', missing: 'TOKEN_HAS_NO_KYC_KEY' })]
  },

  handle(body, handling) {
    const { account, relation } = unfrozenHolder(handling.state, body)
    handling.state.putRelation({ ...relation, kycGranted: false })
    handling.entity = account.num
  },
})
