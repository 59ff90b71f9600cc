import { define } from '../../definition.ts'
import { require } from '../../refusal.ts'
import { checkNewSchedule, insistingCollectorRules } from './customFees.ts'
import { existingToken, usableToken } from './relations.ts'

/** TokenFeeScheduleUpdate: other custom fees, or none. */
export const updateFeeSchedule = define('tokenFeeScheduleUpdate', {
  type: 45,
  name: 'TOKENFEESCHEDULEUPDATE',

  precheck: ({ tokenId }) => require(tokenId != null, 'INVALID_TOKEN_ID'),

  signers({ tokenId, customFees }, { state }) {
    const { feeScheduleKey } = existingToken(state, tokenId)
    return feeScheduleKey ? [feeScheduleKey.rule, ...insistingCollectorRules(customFees ?? [], state)] : []
  },

  handle({ tokenId, customFees }, handling) {
    const { state } = handling
    const fees = customFees ?? []
    const token = usableToken(state, tokenId)
    require(token.feeScheduleKey !== null, 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY')
    require(fees.length > 0 || token.customFees.length > 0, 'CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES')
    checkNewSchedule(fees, token, state)
    state.tokens.put(token.num, { ...token, customFees: fees })
    handling.entity = token.num
  },
})
