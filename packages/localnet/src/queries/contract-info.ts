import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, contractId, longZeroAddress } from '#protocol/ids.ts'
import { keyToProto } from '#protocol/keys.ts'
import { LEDGER_ID } from '#protocol/nodes.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'
import { existingContract } from '#services/contract/contracts.ts'
import { MAX_RELATIONS } from './account-balance.ts'
import { relationshipOf, stakingOf } from './account-info.ts'
import { defineQuery } from './query-definition.ts'

/** The bytes of a slot and its value. */
const SLOT_BYTES = 64

/** ContractGetInfo: everything about a contract but its program. Deleted contracts have it, too. */
export const contractInfo = defineQuery('contractGetInfo', {
  response: 'contractGetInfo',
  isPaid: true,
  answer({ contractID }, { state }) {
    const account = existingContract(state, contractID)
    const { num } = account
    const autoRenewAccount = state.contracts.get(num)?.autoRenewAccount ?? null
    return {
      contractInfo: {
        contractID: contractId(num),
        accountID: accountId(num),
        contractAccountID: (account.evmAddress ?? longZeroAddress(num)).toString('hex'),
        adminKey: keyToProto(account.key),
        expirationTime: toTimestamp(account.expiry * NANOS_PER_SECOND),
        autoRenewPeriod: { seconds: toLong(account.autoRenewPeriod) },
        storage: toLong(BigInt(state.slotCount(num) * SLOT_BYTES)),
        memo: account.memo,
        balance: toLong(account.balance),
        deleted: account.deleted,
        tokenRelationships: Array.from(state.relationsOf(num).take(MAX_RELATIONS), (relation) =>
          relationshipOf(relation, state),
        ),
        ledgerId: LEDGER_ID,
        autoRenewAccountId: autoRenewAccount === null ? null : accountId(autoRenewAccount),
        maxAutomaticTokenAssociations: account.maxAutoAssociations,
        stakingInfo: stakingOf(account),
      },
    }
  },
})
