import { MAX_DATA_BYTES } from '#mirror/rest/contracts/call.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { keccak } from '#protocol/encoding/keccak.ts'
import { CHAIN_ID } from '#services/contract/run-message.ts'
import type { Methods } from '../context.ts'
import { GAS_PRICE_WEIBARS } from '../results.ts'
import { dataIn, quantity } from '../values.ts'

/** Methods whose answers are the same on every ledger of this kind, which has neither uncles nor miners. */
export const chainMethods: Methods = {
  eth_chainId: () => quantity(CHAIN_ID),
  eth_gasPrice: () => quantity(GAS_PRICE_WEIBARS),
  eth_maxPriorityFeePerGas: () => '0x0',
  eth_syncing: () => false,
  eth_mining: () => false,
  eth_hashrate: () => '0x0',
  eth_submitWork: () => false,
  eth_getUncleByBlockHashAndIndex: () => null,
  eth_getUncleByBlockNumberAndIndex: () => null,
  eth_getUncleCountByBlockHash: () => '0x0',
  eth_getUncleCountByBlockNumber: () => '0x0',
  net_listening: () => true,
  net_version: () => String(CHAIN_ID),
  web3_clientVersion: () => 'quorate-localnet',
  web3_sha3: ([data]) => hex(keccak(dataIn(data, 'the data', MAX_DATA_BYTES))),
}
