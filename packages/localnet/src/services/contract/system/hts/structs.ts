/** The structs of IHederaTokenService, as the ledger's fields. */
import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { accountNumber, contractId, longZeroNumber, tokenNumber } from '#protocol/ids.ts'
import { type Key, keyToProto } from '#protocol/keys.ts'
import type { Token, TokenKeys } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { AbiValue } from '../abi.ts'
import { addressOfNumber, type SystemCall } from '../call.ts'
import { tokenIdOf } from './transfers.ts'

export type KeyValue = readonly [
  inherit: boolean,
  contract: Buffer,
  ed25519: Buffer,
  ecdsa: Buffer,
  delegatable: Buffer,
]
export type TokenKey = readonly [type: bigint, value: KeyValue]
export type Expiry = readonly [second: bigint, autoRenewAccount: Buffer, autoRenewPeriod: bigint]
export type HederaToken = readonly [
  name: string,
  symbol: string,
  treasury: Buffer,
  memo: string,
  isFinite: boolean,
  maxSupply: bigint,
  freezeDefault: boolean,
  keys: readonly TokenKey[],
  expiry: Expiry,
  metadata?: Buffer,
]
export type FixedFee = readonly [
  amount: bigint,
  token: Buffer,
  useHbars: boolean,
  useCurrentToken: boolean,
  collector: Buffer,
]
export type FractionalFee = readonly [
  numerator: bigint,
  denominator: bigint,
  minimum: bigint,
  maximum: bigint,
  netOfTransfers: boolean,
  collector: Buffer,
]
export type RoyaltyFee = readonly [
  numerator: bigint,
  denominator: bigint,
  amount: bigint,
  token: Buffer,
  useHbars: boolean,
  collector: Buffer,
]

/** The types of the structs in signatures. The first versions had smaller integers. */
export interface StructTypes {
  readonly keys: string
  readonly expiry: string
  readonly token: string
  readonly fixedFees: string
  readonly fractionalFees: string
  readonly royaltyFees: string
}

const KEYS = '(uint256,(bool,address,bytes,bytes,address))[]'

const structs = (supply: string, time: string, fee: string, more = ''): StructTypes => ({
  keys: KEYS,
  expiry: `(${time},address,${time})`,
  token: `(string,string,address,string,bool,${supply},bool,${KEYS},(${time},address,${time})${more})`,
  fixedFees: `(${fee},address,bool,bool,address)[]`,
  fractionalFees: `(${fee},${fee},${fee},${fee},bool,address)[]`,
  royaltyFees: `(${fee},${fee},${fee},address,bool,address)[]`,
})

export const V1: StructTypes = structs('uint32', 'uint32', 'uint32')
export const V2: StructTypes = structs('int64', 'uint32', 'uint32')
export const V3: StructTypes = structs('int64', 'int64', 'int64')
/** With the token's metadata, at 0x16c. */
export const WITH_METADATA: StructTypes = structs('int64', 'int64', 'int64', ',bytes')

/** The bit of each role key. */
const ROLES: readonly (readonly [bit: bigint, role: keyof TokenKeys])[] = [
  [1n, 'adminKey'],
  [2n, 'kycKey'],
  [4n, 'freezeKey'],
  [8n, 'wipeKey'],
  [16n, 'supplyKey'],
  [32n, 'feeScheduleKey'],
  [64n, 'pauseKey'],
  [128n, 'metadataKey'],
]

/** The role of one bit; undefined for any other number. */
export const roleOf = (type: bigint): keyof TokenKeys | undefined => ROLES.find(([bit]) => bit === type)?.[1]

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

/** The key in a struct: exactly one of its fields is set. */
function keyOf([inherit, contract, ed25519, ecdsa, delegatable]: KeyValue, call: SystemCall): proto.IKey | undefined {
  const given: proto.IKey[] = []
  if (inherit) {
    const own = call.state.accounts.get(call.caller.account.num)
    if (own) given.push(keyToProto(own.key))
  }
  if (!isZero(contract)) given.push({ contractID: contractIdOf(contract, call) })
  if (ed25519.length > 0) given.push({ ed25519 })
  if (ecdsa.length > 0) given.push({ ECDSASecp256k1: ecdsa })
  if (!isZero(delegatable)) given.push({ delegatableContractId: contractIdOf(delegatable, call) })
  return given.length === 1 ? given[0] : undefined
}

const contractIdOf = (address: Buffer, call: SystemCall): proto.IContractID => {
  const num = call.account(address)?.num ?? longZeroNumber(address)
  return num === undefined ? { evmAddress: address } : contractId(num)
}

/** The keys for a token's roles; undefined if one of them is not exactly one key. */
export function keysOf(
  keys: readonly TokenKey[],
  call: SystemCall,
): { readonly [role in keyof TokenKeys]?: proto.IKey } | undefined {
  const found: { -readonly [role in keyof TokenKeys]?: proto.IKey } = {}
  for (const [type, value] of keys) {
    const key = keyOf(value, call)
    if (!key) return undefined
    for (const [bit, role] of ROLES) if ((type & bit) !== 0n) found[role] = key
  }
  return found
}

/** The fields for a token's expiry that are set. */
export function expiryOf([second, account, period]: Expiry, call: SystemCall) {
  return {
    ...(second !== 0n && { expiry: { seconds: toLong(second) } }),
    ...(!isZero(account) && { autoRenewAccount: call.idOf(account) }),
    ...(period !== 0n && { autoRenewPeriod: { seconds: toLong(period) } }),
  }
}

/** A fee of a fixed amount; 0.0.0 stands for the token that is being created. */
function fixedFeeOf([amount, token, useHbars, useCurrent]: FixedFee): proto.IFixedFee {
  const common = { amount: toLong(amount) }
  if (useCurrent) return { ...common, denominatingTokenId: tokenIdOf(Buffer.alloc(20)) }
  return useHbars || isZero(token) ? common : { ...common, denominatingTokenId: tokenIdOf(token) }
}

const collectorOf = (collector: Buffer, call: SystemCall) =>
  isZero(collector) ? {} : { feeCollectorAccountId: call.idOf(collector) }

export const fixedFeesOf = (fees: readonly FixedFee[], call: SystemCall): proto.ICustomFee[] =>
  fees.map((fee) => ({ fixedFee: fixedFeeOf(fee), ...collectorOf(fee[4], call) }))

export const fractionalFeesOf = (fees: readonly FractionalFee[], call: SystemCall): proto.ICustomFee[] =>
  fees.map(([numerator, denominator, minimum, maximum, netOfTransfers, collector]) => ({
    fractionalFee: {
      fractionalAmount: { numerator: toLong(numerator), denominator: toLong(denominator) },
      minimumAmount: toLong(minimum),
      maximumAmount: toLong(maximum),
      netOfTransfers,
    },
    ...collectorOf(collector, call),
  }))

export const royaltyFeesOf = (fees: readonly RoyaltyFee[], call: SystemCall): proto.ICustomFee[] =>
  fees.map(([numerator, denominator, amount, token, useHbars, collector]) => ({
    royaltyFee: {
      exchangeValueFraction: { numerator: toLong(numerator), denominator: toLong(denominator) },
      ...((amount !== 0n || !isZero(token) || useHbars) && {
        fallbackFee: fixedFeeOf([amount, token, useHbars, false, collector]),
      }),
    },
    ...collectorOf(collector, call),
  }))

const NONE = Buffer.alloc(0)
const ZERO_ADDRESS = Buffer.alloc(20)
export const NO_KEY: KeyValue = [false, ZERO_ADDRESS, NONE, NONE, ZERO_ADDRESS]

/** A key as a struct, which cannot represent lists of keys. */
export function keyStruct(key: Key | null, state: State): KeyValue {
  if (!key) return NO_KEY
  const { contractID, delegatableContractId, ed25519, ECDSASecp256k1 } = keyToProto(key)
  const addressOf = (id: proto.IContractID | null | undefined): Buffer =>
    id ? addressOfNumber(state, state.accountOrContract(id)?.num ?? null) : ZERO_ADDRESS
  return [
    false,
    addressOf(contractID),
    Buffer.from(ed25519 ?? []),
    Buffer.from(ECDSASecp256k1 ?? []),
    addressOf(delegatableContractId),
  ]
}

export const expiryStruct = ({ expiry, autoRenewAccount, autoRenewPeriod }: Token, state: State): AbiValue => [
  expiry,
  addressOfNumber(state, autoRenewAccount),
  autoRenewPeriod > 0n ? autoRenewPeriod : 0n,
]

export const NO_EXPIRY: AbiValue = [0n, ZERO_ADDRESS, 0n]

/** A token as the struct HederaToken. */
export function tokenStruct(token: Token, state: State): AbiValue[] {
  const { name, symbol, memo, supplyType, maxSupply, freezeDefault, metadata } = token
  const keys = ROLES.map(([bit, role]): AbiValue => [bit, keyStruct(token[role], state)])
  return [
    name,
    symbol,
    addressOfNumber(state, token.treasury),
    memo,
    supplyType === 'FINITE',
    maxSupply,
    freezeDefault,
    keys,
    expiryStruct(token, state),
    metadata,
  ]
}

/** A token's custom fees as lists of the three structs. */
export function feeStructs({ customFees }: Pick<Token, 'customFees'>, state: State): [AbiValue, AbiValue, AbiValue] {
  const lists: [AbiValue[], AbiValue[], AbiValue[]] = [[], [], []]
  for (const { fixedFee, fractionalFee, royaltyFee, feeCollectorAccountId } of customFees) {
    const collector = addressOfNumber(state, accountNumber(feeCollectorAccountId))
    if (fixedFee) lists[0].push([int64(fixedFee.amount), ...denomination(fixedFee, state), false, collector])
    if (fractionalFee) {
      const { fractionalAmount, minimumAmount, maximumAmount, netOfTransfers } = fractionalFee
      const { numerator, denominator } = fractionalAmount ?? {}
      const bounds = [int64(minimumAmount), int64(maximumAmount)]
      lists[1].push([int64(numerator), int64(denominator), ...bounds, netOfTransfers ?? false, collector])
    }
    if (royaltyFee) {
      const { exchangeValueFraction, fallbackFee } = royaltyFee
      const { numerator, denominator } = exchangeValueFraction ?? {}
      const fallback = [int64(fallbackFee?.amount), ...denomination(fallbackFee ?? {}, state)]
      lists[2].push([int64(numerator), int64(denominator), ...fallback, collector])
    }
  }
  return lists
}

function denomination({ denominatingTokenId }: proto.IFixedFee, state: State): [AbiValue, AbiValue] {
  const address = denominatingTokenId ? addressOfNumber(state, tokenNumber(denominatingTokenId)) : ZERO_ADDRESS
  return [address, !denominatingTokenId]
}

/** The struct TokenInfo. Without a token, its fields are empty. */
export function infoStruct(token: Token | undefined, ledgerId: string, state: State): AbiValue {
  if (!token) {
    const nothing: AbiValue[] = ['', '', ZERO_ADDRESS, '', false, 0n, false, [], NO_EXPIRY, NONE]
    return [nothing, 0n, false, false, false, [], [], [], ledgerId]
  }
  const { totalSupply, deleted, kycKey, paused } = token
  return [
    tokenStruct(token, state),
    totalSupply,
    deleted,
    kycKey === null,
    paused,
    ...feeStructs(token, state),
    ledgerId,
  ]
}
