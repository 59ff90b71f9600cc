import type { proto } from '@hiero-ledger/proto'
import type { Log } from '#evm/substate.ts'
import { toBytes } from '#evm/word.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { keccak } from '#protocol/encoding/keccak.ts'
import { accountId, contractId, longZeroNumber } from '#protocol/ids.ts'
import type { Originals } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type { ContractWorld } from './contract-world.ts'
import type { Request, Result } from './run-message.ts'

export const BLOOM_BYTES = 256

/** Adds a value to a bloom filter of logs (Ethereum's yellow paper §4.3.1). */
function addToBloom(bloom: Buffer, value: Uint8Array): void {
  const digest = keccak(value)
  for (const at of [0, 2, 4]) {
    const bit = digest.readUInt16BE(at) % (8 * BLOOM_BYTES)
    const byte = BLOOM_BYTES - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7))
  }
}

/** The bloom filter of logs. */
export function bloomOf(logs: readonly Log[]): Buffer {
  const bloom = Buffer.alloc(BLOOM_BYTES)
  for (const { address, topics } of logs) {
    addToBloom(bloom, Buffer.from(address, 'hex'))
    for (const topic of topics) addToBloom(bloom, toBytes(topic))
  }
  return bloom
}

/** Combines bloom filters into one that matches everything in any of them. */
export function joinedBloom(blooms: Iterable<Uint8Array>): Buffer {
  const whole = Buffer.alloc(BLOOM_BYTES)
  for (const bloom of blooms) for (const [at, byte] of bloom.entries()) whole[at] = (whole[at] ?? 0) | byte
  return whole
}

function logInfo(log: Log, world: ContractWorld): proto.IContractLoginfo {
  const num = world.account(log.address)?.num ?? longZeroNumber(Buffer.from(log.address, 'hex'))
  return {
    contractID: num === undefined ? { evmAddress: Buffer.from(log.address, 'hex') } : contractId(num),
    bloom: bloomOf([log]),
    topic: log.topics.map(toBytes),
    data: log.data,
  }
}

/** The changes of the message, and its sender. */
export interface Effects {
  readonly state: State
  readonly world: ContractWorld
  readonly sender: number
  readonly originals: Originals
}

/** The result of a message in the form that records and queries use. */
export function functionResult(request: Request, result: Result, effects: Effects): proto.IContractFunctionResult {
  const { outcome, gasUsed, address, logs, births } = result
  const { state, world, sender, originals } = effects
  const called = world.account(address)?.num ?? (request.to && longZeroNumber(Buffer.from(address, 'hex')))
  const common = {
    gasUsed: toLong(BigInt(gasUsed)),
    ...(typeof called !== 'number' ? {} : { contractID: contractId(called) }),
    senderId: accountId(sender),
    gas: toLong(BigInt(request.gas)),
    amount: toLong(request.value),
    signerNonce: { value: toLong(state.accounts.get(sender)?.ethereumNonce ?? 0n) },
  }
  if (outcome.status === 'revert')
    return { ...common, errorMessage: `0x${Buffer.from(outcome.output).toString('hex')}` }
  if (outcome.status !== 'success') return { ...common, errorMessage: outcome.status }
  return {
    ...common,
    contractCallResult: outcome.output,
    bloom: bloomOf(logs),
    logInfo: logs.map((log) => logInfo(log, world)),
    createdContractIDs: births.filter(({ isContract }) => isContract).map(({ num }) => contractId(num)),
    ...(request.to === undefined ? { evmAddress: { value: Buffer.from(address, 'hex') } } : {}),
    contractNonces: nonces(state, originals),
  }
}

/** The contracts' nonces that changed. */
function nonces(state: State, originals: Originals): proto.IContractNonceInfo[] {
  const changed: proto.IContractNonceInfo[] = []
  for (const [num, before, after] of state.accounts.changed(originals)) {
    if (!after || after.ethereumNonce === (before?.ethereumNonce ?? 0n) || !state.contracts.get(num)) continue
    changed.push({ contractId: contractId(num), nonce: toLong(after.ethereumNonce) })
  }
  return changed
}
