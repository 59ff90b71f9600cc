import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'

/** HIP-991: checks the limits that a payer sets for custom fees; only messages to topics may have such limits. */
export function checkMaxCustomFees(limits: readonly proto.ICustomFeeLimit[], bodyCase: string | undefined): void {
  check(limits.length === 0 || bodyCase === 'consensusSubmitMessage', 'MAX_CUSTOM_FEES_IS_NOT_SUPPORTED')
  for (const { accountId, fees } of limits) {
    check(accountId != null && (fees?.length ?? 0) > 0, 'INVALID_MAX_CUSTOM_FEES')
    check(
      (fees ?? []).every(({ amount }) => int64(amount) >= 0n),
      'INVALID_MAX_CUSTOM_FEES',
    )
  }
}
