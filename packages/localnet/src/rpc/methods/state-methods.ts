import { toBytes, wordOf } from '#evm/word.ts'
import { balanceAt } from '#mirror/rest/accounts/balance-json.ts'
import { MAX_DATA_BYTES, reasonIn } from '#mirror/rest/contracts/call.ts'
import { MirrorError } from '#mirror/rest/errors.ts'
import { findAccount } from '#mirror/rest/lookups/account-lookup.ts'
import { select } from '#mirror/rest/page.ts'
import { versionAt } from '#mirror/rest/version.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { type AccessListEntry, WEIBARS_PER_TINYBAR } from '#protocol/ethereum-transaction.ts'
import { entityCode, knownAddress } from '#services/contract/contract-world.ts'
import { MAX_GAS } from '#services/contract/gas.ts'
import type { Request, Result } from '#services/contract/run-message.ts'
import { canPay, estimate, simulate } from '#services/contract/simulate.ts'
import type { Account } from '#state/entities.ts'
import { slotKey } from '#state/state.ts'
import { isNewest, momentOf } from '../block-lookup.ts'
import type { Methods, RpcContext } from '../context.ts'
import {
  addressIn,
  dataIn,
  hashIn,
  invalidParameter,
  objectIn,
  optionalQuantity,
  quantity,
  RpcError,
  SERVER_ERROR,
} from '../values.ts'

/** The JSON-RPC error code of a call that reverted. The error's data is the call's output. */
const REVERTED = 3
const NOBODY = Buffer.alloc(20)
const NO_SLOT = Buffer.alloc(32)

/** The account at an address, at a block's end or now. */
export function accountAt(address: Buffer, moment: bigint | undefined, { ledger }: RpcContext): Account | undefined {
  if (moment === undefined) {
    const account = ledger.state.accountByAlias(address)
    return account?.deleted ? undefined : account
  }
  try {
    const account = findAccount(hex(address), ledger, moment)
    return account.createdAt <= moment && !account.deleted ? account : undefined
  } catch (error) {
    if (error instanceof MirrorError && error.statusCode === 404) return undefined
    throw error
  }
}

/** The program of an account, at a block's end or now; undefined if it has none. */
export function codeAt(num: number, moment: bigint | undefined, { ledger }: RpcContext): Uint8Array | undefined {
  if (moment === undefined) return ledger.state.contracts.get(num)?.bytecode
  const [row] = select(ledger, 'SELECT * FROM contract WHERE num = ?', num)
  const version = row && versionAt('contract', row, moment, ledger)
  return version?.bytecode as Uint8Array | undefined
}

interface Call {
  readonly request: Request
  readonly accessList: readonly AccessListEntry[]
}

/** The request in a call object, such as the first parameter of `eth_call`. */
export function callIn(value: unknown, { ledger }: RpcContext): Call {
  const { from, to, data, input, gas, value: amount, accessList } = objectIn(value, 'the transaction')
  if (data !== undefined && input !== undefined && data !== input)
    throw invalidParameter('data and input differ: send one of them')
  const weibars = optionalQuantity(amount, 'value') ?? 0n
  if (weibars > 0n && weibars < WEIBARS_PER_TINYBAR)
    throw invalidParameter(`value must be 0 or at least ${WEIBARS_PER_TINYBAR} weibars, which is one tinybar`)
  const limit = optionalQuantity(gas, 'gas') ?? MAX_GAS
  const listed = accessListIn(accessList)
  const hasTo = to !== undefined && to !== null
  return {
    accessList: listed,
    request: {
      sender: knownAddress(ledger.state, from === undefined || from === null ? NOBODY : addressIn(from, 'from')),
      to: hasTo ? knownAddress(ledger.state, addressIn(to, 'to')) : undefined,
      data: dataIn(input ?? data ?? '0x', 'data', MAX_DATA_BYTES),
      gas: Number(limit > MAX_GAS ? MAX_GAS : limit),
      value: weibars / WEIBARS_PER_TINYBAR,
      accessList: listed,
    },
  }
}

export function accessListIn(value: unknown): AccessListEntry[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidParameter('accessList must be a list')
  return value.map((entry) => {
    const { address, storageKeys } = objectIn(entry, 'an entry of accessList')
    if (!Array.isArray(storageKeys)) throw invalidParameter('storageKeys must be a list')
    return { address: addressIn(address, 'address'), slots: storageKeys.map((key) => hashIn(key, 'a storage key')) }
  })
}

/** Refuses calls on an older state, which the ledger does not keep. */
export function checkNewest(tag: unknown, context: RpcContext): void {
  if (tag === undefined || tag === null || isNewest(tag)) return
  if (momentOf(tag, context) !== undefined)
    throw new RpcError(SERVER_ERROR, 'The local network answers calls at the latest block only: send "latest"')
}

export function surroundings({ ledger }: RpcContext) {
  const now = ledger.clock.now()
  const { state, store, dispatch } = ledger
  return { state, now, block: store.blocks.blockAt(now), entropy: ledger.sampleEntropy(), dispatch }
}

export function checkFunds(request: Request, { ledger }: RpcContext): void {
  if (canPay(request, ledger.state)) return
  throw new RpcError(SERVER_ERROR, 'Insufficient funds for transfer: from has less than value')
}

/** @throws RpcError for a call that fails */
function fail({ status, outcome }: Result): never {
  if (outcome.status !== 'revert') throw new RpcError(SERVER_ERROR, `execution failed: ${status}`)
  const reason = reasonIn(outcome.output)
  throw new RpcError(REVERTED, `execution reverted${reason && `: ${reason}`}`, hex(outcome.output))
}

/** The gas that a transaction needs. */
export async function gasFor(value: unknown, context: RpcContext): Promise<bigint> {
  const { request } = callIn(value, context)
  checkFunds(request, context)
  const gas = await estimate(request, surroundings(context))
  return typeof gas === 'number' ? BigInt(gas) : fail(gas)
}

/** The number of transactions that an account has sent. */
export const nonceOf = (address: Buffer, { ledger }: RpcContext): bigint =>
  ledger.state.accountByAlias(address)?.ethereumNonce ?? 0n

export const stateMethods: Methods = {
  async eth_call([call, tag], context) {
    checkNewest(tag, context)
    const { request } = callIn(call, context)
    checkFunds(request, context)
    const result = await simulate(request, surroundings(context))
    return result.status === 'SUCCESS' ? hex(result.outcome.output) : fail(result)
  },

  async eth_estimateGas([call, tag], context) {
    checkNewest(tag, context)
    return quantity(await gasFor(call, context))
  },

  eth_getBalance([address, tag], context) {
    const bytes = addressIn(address, 'the address')
    const moment = momentOf(tag, context)
    const account = accountAt(bytes, moment, context)
    if (!account) return '0x0'
    const tinybars = moment === undefined ? account.balance : balanceAt(account.num, moment, context.ledger)
    return quantity(tinybars * WEIBARS_PER_TINYBAR)
  },

  eth_getTransactionCount([address, tag], context) {
    return quantity(accountAt(addressIn(address, 'the address'), momentOf(tag, context), context)?.ethereumNonce ?? 0n)
  },

  eth_getCode([address, tag], context) {
    const bytes = addressIn(address, 'the address')
    const moment = momentOf(tag, context)
    const account = accountAt(bytes, moment, context)
    return account ? hex(codeAt(account.num, moment, context)) : hex(entityCode(bytes, context.ledger.state))
  },

  eth_getStorageAt([address, slot, tag], context) {
    const bytes = addressIn(address, 'the address')
    const at = slotIn(slot)
    const moment = momentOf(tag, context)
    const account = accountAt(bytes, moment, context)
    if (!account) return hex(NO_SLOT)
    if (moment === undefined)
      return hex(toBytes(context.ledger.state.contractSlots.get(slotKey(account.num, wordOf(at)))?.value ?? 0))
    const sql = `SELECT value_written FROM contract_state_change WHERE contract = ? AND slot = ?
      AND consensus_timestamp <= ? ORDER BY consensus_timestamp DESC LIMIT 1`
    const [row] = select(context.ledger, sql, account.num, at, moment)
    return hex((row?.value_written as Uint8Array | undefined) ?? NO_SLOT)
  },
}

/** The number of a storage slot, as a quantity or 32 bytes. */
export function slotIn(value: unknown): Buffer {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw invalidParameter('the slot must be 0x and 1 to 64 hex digits')
  return Buffer.from(value.slice(2).padStart(64, '0'), 'hex')
}
