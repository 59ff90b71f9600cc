import type { AccessListEntry } from '#protocol/ethereum-transaction.ts'
import { check } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import type { GasPaid } from '#transaction/definition.ts'
import { chargeFee, isExempt, refundFee, tinybars } from '#transaction/fees.ts'

/** The price of a unit of gas in tinycents. */
export const GAS_TINYCENTS = 852n
/** The price of a unit of gas in tinybars. */
export const GAS_PRICE: bigint = tinybars(GAS_TINYCENTS)

/** The maximum gas of a transaction (contracts.maxGasPerTransaction). */
export const MAX_GAS = 15_000_000n

const TRANSACTION_GAS = 21_000
const CREATION_GAS = 32_000
const INIT_CODE_WORD_GAS = 2

const ACCESS_LIST_ADDRESS_GAS = 2400
const ACCESS_LIST_SLOT_GAS = 1900

/** The gas of a transaction before its first instruction. */
export function intrinsicGas(
  data: Uint8Array,
  isCreation: boolean,
  accessList: readonly AccessListEntry[] = [],
): number {
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  const creation = isCreation ? CREATION_GAS + INIT_CODE_WORD_GAS * Math.ceil(data.length / 32) : 0
  const listed = accessList.reduce(
    (sum, { slots }) => sum + ACCESS_LIST_ADDRESS_GAS + ACCESS_LIST_SLOT_GAS * slots.length,
    0,
  )
  return TRANSACTION_GAS + 4 * zeros + 16 * (data.length - zeros) + creation + listed
}

/** Charges for all the gas that a transaction may use; see {@link chargeGas}. */
export type Charge = (state: State, gas: number, value: bigint) => (used: number) => Settlement

/** The gas that was paid, and its whole cost in tinybars. */
interface Settlement extends GasPaid {
  readonly cost: bigint
}

/**
 * Charges an account for all the gas that a transaction may use. Returns the function that refunds unused gas and
 * returns the cost of the rest (HIP-1249).
 *
 * @throws StatusError INSUFFICIENT_PAYER_BALANCE if the account cannot pay for the gas and `value`
 */
export function chargeGas(payer: number): Charge {
  return (state, gas, value) => {
    const price = isExempt(payer) ? 0n : GAS_PRICE
    const most = BigInt(gas) * price
    check((state.accounts.get(payer)?.balance ?? 0n) >= most + value, 'INSUFFICIENT_PAYER_BALANCE')
    chargeFee(state, payer, most)
    return (used) => {
      const cost = BigInt(used) * price
      refundFee(state, payer, most - cost)
      return { cost, charges: [[payer, cost]] }
    }
  }
}

/** The payers of an Ethereum transaction's gas. Prices and amounts are in tinybars. */
interface Payers {
  readonly sender: number
  /** The sender's price for a unit of gas. */
  readonly offered: bigint
  readonly relayer: number
  /** The most that the relayer pays. */
  readonly allowance: bigint
}

/**
 * Like {@link chargeGas}, for an Ethereum transaction: the sender pays what it offers, and the relayer the rest. The
 * price of unused gas goes back to the relayer first. From here on, the transaction counts in the sender's nonce.
 *
 * @throws StatusError INSUFFICIENT_TX_FEE if the relayer would pay more than it allows; INSUFFICIENT_PAYER_BALANCE
 */
export function chargeEthereumGas({ sender, offered, relayer, allowance }: Payers): Charge {
  return (state, gas, value) => {
    const most = BigInt(gas) * GAS_PRICE
    const own = offered >= GAS_PRICE ? most : BigInt(gas) * offered
    const relayed = most - own
    check(allowance >= relayed, 'INSUFFICIENT_TX_FEE')
    check((state.accounts.get(relayer)?.balance ?? 0n) >= relayed, 'INSUFFICIENT_PAYER_BALANCE')
    const account = state.accounts.get(sender)
    const needed = own + value + (sender === relayer ? relayed : 0n)
    check(account !== undefined && account.balance >= needed, 'INSUFFICIENT_PAYER_BALANCE')
    state.accounts.put(sender, { ...account, ethereumNonce: account.ethereumNonce + 1n })
    chargeFee(state, relayer, relayed)
    chargeFee(state, sender, own)
    return (used) => {
      const cost = BigInt(used) * GAS_PRICE
      const back = most - cost
      const first = back < relayed ? back : relayed
      refundFee(state, relayer, first)
      refundFee(state, sender, back - first)
      const charges = [
        [relayer, relayed - first],
        [sender, own - (back - first)],
      ] as const
      return { cost, charges, sender }
    }
  }
}

/**
 * Charges the gas of a transaction of a failed batch once more, after the batch's changes were undone
 * (EthereumTransactionRollbackHandler). An account pays what it has. Returns the sum in tinybars.
 */
export function payGas({ charges, sender }: GasPaid, state: State): bigint {
  let sum = 0n
  for (const [num, amount] of charges) {
    const balance = state.accounts.get(num)?.balance ?? 0n
    const paid = balance < amount ? balance : amount
    chargeFee(state, num, paid)
    sum += paid
  }
  const account = sender === undefined ? undefined : state.accounts.get(sender)
  if (account) state.accounts.put(account.num, { ...account, ethereumNonce: account.ethereumNonce + 1n })
  return sum
}
