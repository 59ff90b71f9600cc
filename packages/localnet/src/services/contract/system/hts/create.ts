import { isDeepStrictEqual } from 'node:util'
import type { proto } from '@hiero-ledger/proto'
import type { SystemOutcome } from '#evm/world.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { longZeroAddress, tokenNumber } from '#protocol/ids.ts'
import { keyFromProto } from '#protocol/keys.ts'
import { StatusError } from '#protocol/status-error.ts'
import { GAS_PRICE } from '#services/contract/gas.ts'
import {
  type Answering,
  codeValue,
  fn,
  halted,
  reverted,
  type SystemCall,
  type SystemFunction,
  standardized,
} from '../call.ts'
import { exact } from './codes.ts'
import {
  expiryOf,
  type FixedFee,
  type FractionalFee,
  fixedFeesOf,
  fractionalFeesOf,
  type HederaToken,
  keysOf,
  type RoyaltyFee,
  royaltyFeesOf,
  type StructTypes,
  V1,
  V2,
  V3,
  WITH_METADATA,
} from './structs.ts'

type Body = proto.ITokenCreateTransactionBody

/** The part of the price that gas pays. The value sent with the call pays the rest. */
const CREATION_GAS = 100_000
const MALFORMED = halted('ERROR_DECODING_PRECOMPILE_INPUT')
const ZERO_ADDRESS = Buffer.alloc(20)

/** The fields that the struct HederaToken has. */
function bodyOf(
  [name, symbol, treasury, memo, isLimited, maxSupply, ...rest]: HederaToken,
  call: SystemCall,
): Body | undefined {
  const [freezeDefault, tokenKeys, expiry, metadata] = rest
  const keys = keysOf(tokenKeys, call)
  if (!keys) return undefined
  return {
    name,
    symbol,
    memo,
    ...(treasury.some((byte) => byte !== 0) && { treasury: call.idOf(treasury) }),
    supplyType: isLimited ? 1 : 0,
    maxSupply: toLong(maxSupply),
    freezeDefault,
    ...keys,
    ...expiryOf(expiry, call),
    ...(metadata && { metadata }),
  }
}

const withFees = (body: Body | undefined, customFees: proto.ICustomFee[]): Body | undefined =>
  body && { ...body, customFees }

/** Creates a token. The caller pays the price of a TokenCreate plus a fifth, in gas and value. */
function create(body: Body | undefined, { call, success }: Answering): SystemOutcome {
  if (!body) return MALFORMED
  const price = call.priceOf('tokenCreation', body)
  const rest = price + price / 5n - BigInt(CREATION_GAS) * GAS_PRICE
  if (call.value < rest) return success(CREATION_GAS, codeValue('INSUFFICIENT_TX_FEE'), ZERO_ADDRESS)
  try {
    call.charge(rest)
  } catch (error) {
    if (error instanceof StatusError) return reverted(error.code, CREATION_GAS)
    throw error
  }
  if (!body.symbol) return reverted('MISSING_TOKEN_SYMBOL', CREATION_GAS)
  if (!call.state.account(body.treasury)) return reverted('INVALID_ACCOUNT_ID', CREATION_GAS)
  const admin = body.adminKey && keyFromProto(body.adminKey).rule
  // If the administrator is a public key, it may have signed the transaction itself.
  const isAdmin = (key: unknown): boolean =>
    (admin?.kind === 'ed25519' || admin?.kind === 'secp256k1') && isDeepStrictEqual(key, admin) && call.isSigned(admin)
  const { status, receipt } = call.dispatch('tokenCreation', body, isAdmin)
  if (status !== 'SUCCESS') return reverted(standardized(status), CREATION_GAS)
  return success(CREATION_GAS, codeValue(status), longZeroAddress(tokenNumber(receipt.tokenID)))
}

const declare = <A extends readonly unknown[]>(
  signature: string,
  body: (args: A, call: SystemCall) => Body | undefined,
): SystemFunction =>
  fn<A>(signature, '(int64,address)', (args, answering) => create(body(args, answering.call), answering), {
    isPayable: true,
    schedulable(args, call) {
      const tokenCreation = body(args, call)
      return tokenCreation && { tokenCreation }
    },
  })

/** The integer types of the initial supply and the decimals, which depend on the version. */
type Sizes = readonly [supply: string, decimals: string]

/** The functions for one version of the structs. */
function version(types: StructTypes, [supply, decimals]: Sizes): SystemFunction[] {
  const fungible = `${types.token},${supply},${decimals}`
  const withSupply = (body: Body | undefined, amount: bigint, digits: bigint): Body | undefined =>
    body && { ...body, tokenType: 0, initialSupply: exact(amount), decimals: Number(BigInt.asIntN(32, digits)) }
  const unique = (body: Body | undefined): Body | undefined => body && { ...body, tokenType: 1 }
  return [
    declare<[HederaToken, bigint, bigint]>(`createFungibleToken(${fungible})`, ([token, amount, digits], call) =>
      withSupply(bodyOf(token, call), amount, digits),
    ),
    declare<[HederaToken, bigint, bigint, readonly FixedFee[], readonly FractionalFee[]]>(
      `createFungibleTokenWithCustomFees(${fungible},${types.fixedFees},${types.fractionalFees})`,
      ([token, amount, digits, fixed, fractional], call) => {
        const customFees = [...fixedFeesOf(fixed, call), ...fractionalFeesOf(fractional, call)]
        return withSupply(withFees(bodyOf(token, call), customFees), amount, digits)
      },
    ),
    declare<[HederaToken]>(`createNonFungibleToken(${types.token})`, ([token], call) => unique(bodyOf(token, call))),
    declare<[HederaToken, readonly FixedFee[], readonly RoyaltyFee[]]>(
      `createNonFungibleTokenWithCustomFees(${types.token},${types.fixedFees},${types.royaltyFees})`,
      ([token, fixed, royalties], call) => {
        const customFees = [...fixedFeesOf(fixed, call), ...royaltyFeesOf(royalties, call)]
        return unique(withFees(bodyOf(token, call), customFees))
      },
    ),
  ]
}

export const creations: readonly SystemFunction[] = [
  ...version(V1, ['uint256', 'uint256']),
  ...version(V2, ['uint64', 'uint32']),
  ...version(V3, ['int64', 'int32']),
]

export const creationsWithMetadata: readonly SystemFunction[] = version(WITH_METADATA, ['int64', 'int32'])
