import type { SystemOutcome } from '#evm/world.ts'
import type { ResponseCode } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import type { Token } from '#state/entities.ts'
import type { AbiValue } from '../abi.ts'
import { type Answering, addressOfNumber, codeValue, type SystemFunction, view } from '../call.ts'
import { VIEW_GAS } from '../native.ts'
import {
  expiryStruct,
  feeStructs,
  infoStruct,
  keyStruct,
  NO_EXPIRY,
  NO_KEY,
  roleOf,
  type StructTypes,
  V3,
  WITH_METADATA,
} from './structs.ts'

/** The ledger's id as these functions return it. */
export const LEDGER = '0x03'
const SUCCESS = codeValue('SUCCESS')
const ZERO_ADDRESS = Buffer.alloc(20)
const NONE = Buffer.alloc(0)

/** Declares a function that reads the token at the address in its first argument. */
const ofToken = <A extends readonly unknown[]>(
  signature: string,
  results: string,
  nothing: (answering: Answering) => readonly AbiValue[],
  read: (token: Token, args: A, answering: Answering) => readonly AbiValue[] | ResponseCode,
): SystemFunction =>
  view<readonly [Buffer, ...A]>(signature, results, ([address, ...args], answering): SystemOutcome => {
    const token = answering.call.token(address)
    const found = token ? read(token, args as unknown as A, answering) : 'INVALID_TOKEN_ID'
    if (typeof found === 'string') return answering.failure(found, ...nothing(answering))
    return answering.success(VIEW_GAS, SUCCESS, ...found)
  })

const infoTypes = ({ token, fixedFees, fractionalFees, royaltyFees }: StructTypes): string =>
  `(${token},int64,bool,bool,bool,${fixedFees},${fractionalFees},${royaltyFees},string)`

/** The types of the struct TokenInfo. */
export const INFO_TYPES: string = infoTypes(V3)

/** The functions that return whole tokens, which 0x16c returns with metadata. */
function infos(types: StructTypes): SystemFunction[] {
  const info = infoTypes(types)
  const empty = ({ call }: Answering): AbiValue => infoStruct(undefined, LEDGER, call.state)
  return [
    ofToken(
      `getTokenInfo(address)`,
      `(int64,${info})`,
      (a) => [empty(a)],
      (token, _, { call }) => [infoStruct(token, LEDGER, call.state)],
    ),
    ofToken(
      `getFungibleTokenInfo(address)`,
      `(int64,(${info},int32))`,
      (a) => [[empty(a), 0n]],
      (token, _, { call }) =>
        token.type === 'FUNGIBLE_COMMON'
          ? [[infoStruct(token, LEDGER, call.state), BigInt(token.decimals)]]
          : 'INVALID_TOKEN_ID',
    ),
    ofToken<[bigint]>(
      `getNonFungibleTokenInfo(address,int64)`,
      `(int64,(${info},int64,address,int64,bytes,address))`,
      (a) => [[empty(a), 0n, ZERO_ADDRESS, 0n, NONE, ZERO_ADDRESS]],
      (token, [serial], { call: { state } }) => {
        if (token.type !== 'NON_FUNGIBLE_UNIQUE') return 'INVALID_TOKEN_ID'
        const nft = state.nft(token.num, serial)
        if (!nft) return 'INVALID_TOKEN_NFT_SERIAL_NUMBER'
        const created = nft.createdAt / NANOS_PER_SECOND
        const owner = addressOfNumber(state, nft.owner)
        const spender = addressOfNumber(state, nft.spender)
        return [[infoStruct(token, LEDGER, state), serial, owner, created, nft.metadata, spender]]
      },
    ),
  ]
}

const relation = (
  name: string,
  read: (relation: { frozen: boolean; kycGranted: boolean } | undefined) => boolean,
): SystemFunction =>
  ofToken<[Buffer]>(
    `${name}(address,address)`,
    '(int64,bool)',
    () => [false],
    ({ num }, [address], { call }) => {
      const account = call.account(address)
      return account ? [read(call.state.relation(account.num, num))] : 'INVALID_ACCOUNT_ID'
    },
  )

export const tokenViews: readonly SystemFunction[] = [
  view<[Buffer]>('isToken(address)', '(int64,bool)', ([address], { call, success }) =>
    success(VIEW_GAS, SUCCESS, call.token(address) !== undefined),
  ),
  ofToken(
    'getTokenType(address)',
    '(int64,int32)',
    () => [0n],
    ({ type }) => [type === 'FUNGIBLE_COMMON' ? 0n : 1n],
  ),
  ofToken(
    'getTokenDefaultFreezeStatus(address)',
    '(int64,bool)',
    () => [false],
    ({ freezeDefault }) => [freezeDefault],
  ),
  ofToken(
    'getTokenDefaultKycStatus(address)',
    '(int64,bool)',
    () => [false],
    ({ kycKey }) => [kycKey === null],
  ),
  ofToken(
    'getTokenExpiryInfo(address)',
    `(int64,${V3.expiry})`,
    () => [NO_EXPIRY],
    (token, _, { call }) => [expiryStruct(token, call.state)],
  ),
  ofToken(
    'getTokenCustomFees(address)',
    `(int64,${V3.fixedFees},${V3.fractionalFees},${V3.royaltyFees})`,
    () => [[], [], []],
    (token, _, { call }) => feeStructs(token, call.state),
  ),
  ofToken<[bigint]>(
    'getTokenKey(address,uint256)',
    '(int64,(bool,address,bytes,bytes,address))',
    () => [NO_KEY],
    (token, [type], { call }) => {
      const role = roleOf(type)
      const key = role && token[role]
      return key ? [keyStruct(key, call.state)] : 'KEY_NOT_PROVIDED'
    },
  ),
  relation('isFrozen', (found) => found?.frozen ?? false),
  relation('isKyc', (found) => found?.kycGranted ?? false),
]

export const infoViews: readonly SystemFunction[] = infos(V3)
export const infoViewsWithMetadata: readonly SystemFunction[] = infos(WITH_METADATA)
