import { check } from '#protocol/status-error.ts'
import { existingToken, usableToken } from '#services/token-relations.ts'
import { define } from '#transaction/definition.ts'
import { checkFeeCount, checkNewSchedule, insistingCollectorRules } from './custom-fees.ts'

/** TokenFeeScheduleUpdate: replaces the custom fees; an empty list removes them. */
export const updateFeeSchedule = define('tokenFeeScheduleUpdate', {
  type: 45,
  name: 'TOKENFEESCHEDULEUPDATE',
  price: { functionality: 'TokenFeeScheduleUpdate', base: 9_000_000n },

  precheck: ({ tokenId }) => check(tokenId != null, 'INVALID_TOKEN_ID'),

  checkLengths: checkFeeCount,

  signers({ tokenId, customFees }, { state }) {
    const { feeScheduleKey } = existingToken(state, tokenId)
    return feeScheduleKey ? [feeScheduleKey.rule, ...insistingCollectorRules(customFees ?? [], state)] : []
  },

  handle({ tokenId, customFees }, context) {
    const { state } = context
    const fees = customFees ?? []
    const token = usableToken(state, tokenId)
    check(token.feeScheduleKey !== null, 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY')
    check(fees.length > 0 || token.customFees.length > 0, 'CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES')
    checkNewSchedule(fees, token, state)
    state.tokens.put(token.num, { ...token, customFees: fees })
    context.entity = token.num
  },
})
