import { define } from '#transaction/definition.ts'
import { checkNamed, unfrozenHolder } from './holders.ts'
import { existingToken } from './relations.ts'
import { requiredRole } from './token-keys.ts'

/** TokenGrantKyc: the account may send and receive the token. */
export const grantKyc = define('tokenGrantKyc', {
  type: 33,
  name: 'TOKENGRANTKYC',

  precheck: checkNamed,

  signers({ token }, { state }) {
    return [requiredRole(existingToken(state, token), { role: 'kycKey', missing: 'TOKEN_HAS_NO_KYC_KEY' })]
  },

  handle(body, context) {
    const { account, relation } = unfrozenHolder(context.state, body)
    context.state.putRelation({ ...relation, kycGranted: true })
    context.entity = account.num
  },
})
