import type { proto } from '@hiero-ledger/proto'
import { existingToken } from '#services/token-relations.ts'
import { define, type HandleContext, type Reading } from '#transaction/definition.ts'
import { checkNamed, unfrozenHolder } from './holders.ts'
import { requiredRole } from './token-keys.ts'

type Body = proto.ITokenGrantKycTransactionBody & proto.ITokenRevokeKycTransactionBody

const change = (kycGranted: boolean) => ({
  precheck: checkNamed,

  signers({ token }: Body, { state }: Reading) {
    return [requiredRole(existingToken(state, token), { role: 'kycKey', missing: 'TOKEN_HAS_NO_KYC_KEY' })]
  },

  handle(body: Body, context: HandleContext) {
    const { account, relation } = unfrozenHolder(context.state, body)
    context.state.putRelation({ ...relation, kycGranted })
    context.entity = account.num
  },
})

/** TokenGrantKyc: lets the account send and receive the token. */
export const grantKyc = define('tokenGrantKyc', {
  type: 33,
  name: 'TOKENGRANTKYC',
  price: { functionality: 'TokenGrantKycToAccount', base: 9_000_000n },
  ...change(true),
})

/** TokenRevokeKyc. */
export const revokeKyc = define('tokenRevokeKyc', {
  type: 34,
  name: 'TOKENREVOKEKYC',
  price: { functionality: 'TokenRevokeKycFromAccount', base: 9_000_000n },
  ...change(false),
})
