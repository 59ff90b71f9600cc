import { TokenFeeScheduleUpdateTransaction } from '@hiero-ledger/sdk'
import { needKey } from '../checks.ts'
import { customFeesErrors, existingTokenErrors } from '../errors.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { customFees, flattened, MirrorFees } from './custom-fees.ts'
import { TokenPath } from './token-path.ts'

export const updateFees = defineOperation({
  name: 'update/fees',
  method: 'PATCH',
  path: '/hts/update/{token}/fees',
  tag: 'tokens',
  summary: 'Replace the custom fees of a token',
  errors: [customFeesErrors, existingTokenErrors, { 422: ['TOKEN_HAS_NO_FEE_SCHEDULE_KEY', 'TOKEN_IS_PAUSED'] }],
  params: TokenPath,
  body: bodyOf({ customFees: MirrorFees }),
  async prepare({ params, body }, { facts }) {
    const token = await facts.token(params.token)
    needKey(token, 'feeScheduleKey')
    const fees = await customFees(flattened(body.customFees), token.type, facts, token.id)
    return { transaction: new TokenFeeScheduleUpdateTransaction().setTokenId(token.id).setCustomFees(fees) }
  },
})
