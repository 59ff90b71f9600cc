import { balanceAt } from '#mirror/rest/accounts/balance-json.ts'
import { select, turn } from '#mirror/rest/page.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { WEIBARS_PER_TINYBAR } from '#protocol/ethereum-transaction.ts'
import type { Room } from '#services/contract/tracing/instructions.ts'
import { Traceless } from '#services/contract/tracing/traceless.ts'
import type { CallContext } from '../context.ts'
import { accountAt, codeAt } from '../methods/state-methods.ts'
import { quantity } from '../values.ts'

/** Slots, and addresses, that are read before other requests have a turn. */
const SLOTS_PER_TURN = 1000
const ADDRESSES_PER_TURN = 50
/** Of a slot, and of an account without its program, in JSON. */
const SLOT_BYTES = 140
const ACCOUNT_BYTES = 120
const ZERO = Buffer.alloc(32)

/** An account as the prestateTracer writes it. Its balance is in weibars. */
interface AccountJson {
  readonly balance: string
  readonly nonce: number
  readonly code: string
  readonly storage: Readonly<Record<string, string>>
}

/**
 * The accounts at addresses as they were right after a consensus time, by address, with their whole storage. Those that
 * did not exist are left out.
 *
 * @throws Traceless if they need more bytes than there is room
 */
export async function prestateOf(
  addresses: readonly string[],
  moment: bigint,
  context: CallContext,
): Promise<Record<string, AccountJson>> {
  const { ledger, room } = context
  const accounts: Record<string, AccountJson> = {}
  for (const [index, address] of addresses.entries()) {
    if (index % ADDRESSES_PER_TURN === ADDRESSES_PER_TURN - 1) await turn()
    const account = accountAt(Buffer.from(address.slice(2), 'hex'), moment, context)
    if (!account) continue
    const code = hex(codeAt(account.num, moment, context))
    use(room, ACCOUNT_BYTES + code.length)
    accounts[address] = {
      balance: quantity(balanceAt(account.num, moment, ledger) * WEIBARS_PER_TINYBAR),
      nonce: Number(account.ethereumNonce),
      code,
      storage: await storageAt(account.num, moment, context),
    }
  }
  return accounts
}

async function storageAt(num: number, moment: bigint, { ledger, room }: CallContext): Promise<Record<string, string>> {
  const sql = `SELECT u.slot, (SELECT value_written FROM contract_state_change c WHERE c.contract = u.contract
      AND c.slot = u.slot AND c.consensus_timestamp <= ? ORDER BY c.consensus_timestamp DESC LIMIT 1) AS value
    FROM contract_slot_use u WHERE u.contract = ? AND u.slot > ? ORDER BY u.slot LIMIT ?`
  const storage: Record<string, string> = {}
  // No slot is skipped: an empty key comes before all others.
  for (let last: Uint8Array = new Uint8Array(); ; await turn()) {
    const rows = select(ledger, sql, moment, num, last, SLOTS_PER_TURN)
    for (const { slot, value } of rows) {
      if (!value || ZERO.equals(value as Uint8Array)) continue
      use(room, SLOT_BYTES)
      storage[hex(slot as Uint8Array)] = hex(value as Uint8Array)
    }
    const end = rows.at(-1)?.slot as Uint8Array | undefined
    if (!end || rows.length < SLOTS_PER_TURN) return storage
    last = end
  }
}

/** Takes bytes of an answer's room. */
export function use(room: Room, bytes: number): void {
  room.left -= bytes
  if (room.left < 0) throw Traceless.tooLarge()
}
