/** The keys of a token that a write can replace, and how the SDK sets them. */
import type { Key as SdkKey, TokenUpdateTransaction } from '@hiero-ledger/sdk'
import type { TokenKeyName } from '../../mirror/entities.ts'

type Set = (transaction: TokenUpdateTransaction, key: SdkKey) => unknown

export const TOKEN_KEYS: readonly (readonly [TokenKeyName, Set])[] = [
  ['adminKey', (transaction, key) => transaction.setAdminKey(key)],
  ['kycKey', (transaction, key) => transaction.setKycKey(key)],
  ['freezeKey', (transaction, key) => transaction.setFreezeKey(key)],
  ['wipeKey', (transaction, key) => transaction.setWipeKey(key)],
  ['supplyKey', (transaction, key) => transaction.setSupplyKey(key)],
  ['feeScheduleKey', (transaction, key) => transaction.setFeeScheduleKey(key)],
  ['pauseKey', (transaction, key) => transaction.setPauseKey(key)],
]
