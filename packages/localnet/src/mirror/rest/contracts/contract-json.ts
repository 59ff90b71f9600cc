import { hexJson, int64Json } from '#mirror/rest/json.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import type { Row } from '#mirror/rest/page.ts'
import { contractNumber, idText, longZeroAddress } from '#protocol/ids.ts'
import { keyToProto } from '#protocol/keys.ts'
import { NANOS_PER_SECOND, timestampText } from '#protocol/time.ts'
import type { Account } from '#state/entities.ts'

const idOrNull = (num: unknown): string | null => (num === null || num === 0n ? null : idText(Number(num)))

/** A contract as the Mirror Node writes it in lists; `row` is the row of its program. */
export function contractJson(account: Account, row: Row): object {
  const isOwn = contractNumber(keyToProto(account.key).contractID) === account.num
  return {
    // A contract created without a key is its own key. The Mirror Node reads the key of the transaction, which is
    // absent.
    admin_key: isOwn && account.evmAddress === null ? null : keyJson(account.key),
    auto_renew_account: idOrNull(row.auto_renew_account),
    auto_renew_period: int64Json(account.autoRenewPeriod),
    contract_id: idText(account.num),
    created_timestamp: timestampText(row.created_at as bigint),
    deleted: account.deleted,
    evm_address: hexJson(account.evmAddress ?? longZeroAddress(account.num)),
    expiration_timestamp: timestampText(account.expiry * NANOS_PER_SECOND),
    file_id: idOrNull(row.file),
    max_automatic_token_associations: account.maxAutoAssociations,
    memo: account.memo,
    nonce: int64Json(account.ethereumNonce),
    obtainer_id: idOrNull(row.obtainer),
    permanent_removal: null,
    proxy_account_id: null,
    timestamp: { from: timestampText(row.created_at as bigint), to: null },
  }
}
