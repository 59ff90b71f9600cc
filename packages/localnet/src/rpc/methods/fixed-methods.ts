import { BLOCK_GAS_LIMIT } from '#mirror/rest/network/block-json.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { COINBASE } from '#services/contract/run-message.ts'
import { both, type Method, type Methods } from '../context.ts'
import { executedBy, GAS_PRICE_WEIBARS } from '../results.ts'
import { addressIn, hashIn, invalidParameter, quantity, quantityIn, RpcError, SERVER_ERROR } from '../values.ts'

const fixedPrice: Method = ([price]) => {
  if (quantityIn(price, 'the price') === GAS_PRICE_WEIBARS) return true
  throw invalidParameter(
    `the price of gas is fixed on Hedera: leave the call out, or send ${quantity(GAS_PRICE_WEIBARS)}`,
  )
}

const blockGasLimit: Method = ([limit]) => {
  if (quantityIn(limit, 'the limit') === BigInt(BLOCK_GAS_LIMIT)) return true
  throw invalidParameter(`the gas of a block is fixed: leave the call out, or send ${quantity(BLOCK_GAS_LIMIT)}`)
}

/** The ledger executes each transaction as it arrives. It can't collect them. */
const automine: Method = ([isOn]) => {
  if (isOn === true) return true
  throw invalidParameter('transactions are executed as they arrive: automine cannot be off')
}

const intervalMining: Method = ([interval]) => {
  if (quantityIn(interval, 'the interval') === 0n) return true
  throw invalidParameter('transactions are executed as they arrive: the interval is always 0')
}

/**
 * Methods of development networks for settings that are fixed on Hedera. They succeed if they ask for the fixed value.
 * Otherwise they say why it cannot be changed.
 */
export const fixedMethods: Methods = {
  evm_setAutomine: automine,
  anvil_setAutomine: automine,
  /** Hedera has no mempool: a transaction is executed when it arrives, or it is not known. */
  ...both('dropTransaction', async ([given], context) => {
    const hash = hashIn(given, 'the hash')
    if (!(await executedBy(hash, context))) return false
    throw new RpcError(
      SERVER_ERROR,
      `Transaction ${hex(hash)} cannot be dropped, because it is executed: the ledger executes transactions as they arrive`,
    )
  }),
  ...both('setNextBlockBaseFeePerGas', fixedPrice),
  ...both('setMinGasPrice', fixedPrice),
  ...both('setCoinbase', ([address]) => {
    if (hex(addressIn(address, 'the address')) === `0x${COINBASE}`) return true
    throw invalidParameter(`the coinbase is always 0.0.98 on Hedera: leave the call out, or send 0x${COINBASE}`)
  }),
  evm_setBlockGasLimit: blockGasLimit,
  anvil_setBlockGasLimit: blockGasLimit,
  evm_setIntervalMining: intervalMining,
  anvil_setIntervalMining: intervalMining,
  ...both('reset', () => {
    throw new RpcError(
      SERVER_ERROR,
      'The ledger cannot be reset: take a snapshot at the beginning (evm_snapshot), and return to it (evm_revert)',
    )
  }),
}
