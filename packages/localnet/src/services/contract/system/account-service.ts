import { proto, Reader } from '@hiero-ledger/proto'
import { ecrecover } from '#evm/precompiles/ecrecover.ts'
import type { SystemOutcome } from '#evm/world.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, longZeroAddress, longZeroNumber } from '#protocol/ids.ts'
import { isActive, isKeyRemoval, type KeyRule } from '#protocol/keys.ts'
import { Signatures, verifySignature } from '#protocol/signatures.ts'
import {
  type Answering,
  bySelector,
  codeValue,
  type Functions,
  fn,
  halted,
  reverted,
  type SystemCall,
  view,
} from './call.ts'
import { VIEW_GAS } from './native.ts'

const ECDSA_GAS = 3000
const ED25519_GAS = 1_500_000
const SUCCESS = codeValue('SUCCESS')
const ZERO_ADDRESS = Buffer.alloc(20)
const INT64_MAX = 2n ** 63n - 1n
const SIGNATURE_BYTES = 64
const MAX_V_BYTES = 8
const UNLIMITED = -1

function allowance({ call, success }: Answering, owner: Buffer, spender: Buffer): SystemOutcome {
  const [from, to] = [call.account(owner), call.account(spender)]
  if (!from) return reverted('INVALID_ALLOWANCE_OWNER_ID', VIEW_GAS)
  return success(VIEW_GAS, SUCCESS, (to && call.state.hbarAllowance(from.num, to.num)?.amount) ?? 0n)
}

function approve({ call, success }: Answering, owner: Buffer, spender: Buffer, amount: bigint): SystemOutcome {
  if (amount > INT64_MAX || amount < -INT64_MAX) return halted('INVALID_OPERATION')
  const cryptoAllowances = [{ owner: call.idOf(owner), spender: call.idOf(spender), amount: toLong(amount) }]
  const { status, gas } = call.dispatch('cryptoApproveAllowance', { cryptoAllowances })
  return status === 'SUCCESS' ? success(gas, codeValue(status)) : reverted(status, gas)
}

/** How many keys of each kind a rule has. */
function keysIn(rule: KeyRule): { ecdsa: number; ed25519: number } {
  if (rule.kind === 'secp256k1') return { ecdsa: 1, ed25519: 0 }
  if (rule.kind === 'ed25519') return { ecdsa: 0, ed25519: 1 }
  if (rule.kind !== 'list' && rule.kind !== 'threshold') return { ecdsa: 0, ed25519: 0 }
  const counts = rule.keys.map(keysIn)
  return {
    ecdsa: counts.reduce((sum, { ecdsa }) => sum + ecdsa, 0),
    ed25519: counts.reduce((sum, { ed25519 }) => sum + ed25519, 0),
  }
}

/** Whether a signature map has the signatures that an account's key requires. */
function isAuthorized({ call, success }: Answering, address: Buffer, message: Buffer, blob: Buffer): SystemOutcome {
  const account = call.account(address)
  if (!account) return success(call.gasLeft, codeValue('INVALID_ACCOUNT_ID'), false)
  const pairs = pairsIn(blob)
  if (!pairs || isKeyRemoval(account.key.rule))
    return success(call.gasLeft, codeValue('INVALID_TRANSACTION_BODY'), false)
  const { ecdsa, ed25519 } = keysIn(account.key.rule)
  const gas = ecdsa * ECDSA_GAS + ed25519 * ED25519_GAS
  if (gas > call.gasLeft) return halted('INSUFFICIENT_GAS')
  return success(gas, SUCCESS, isActive(account.key.rule, new Signatures(message, pairs).signedBy))
}

/** The signatures in a map. Ethereum's wallets add a byte for recovery, which is left out. */
export function pairsIn(blob: Uint8Array): proto.ISignaturePair[] | undefined {
  try {
    const { sigPair } = proto.SignatureMap.decode(Reader.create(blob))
    return sigPair.map(({ pubKeyPrefix, ed25519, ECDSASecp256k1: ecdsa }) => ({
      pubKeyPrefix: pubKeyPrefix ?? null,
      ...(ed25519?.length && { ed25519 }),
      ...(ecdsa?.length && { ECDSASecp256k1: ecdsa.subarray(0, SIGNATURE_BYTES) }),
    }))
  } catch {
    return undefined
  }
}

function isAuthorizedRaw(
  { call, success }: Answering,
  address: Buffer,
  hash: Buffer,
  signature: Buffer,
): SystemOutcome {
  const refuse = (code: Parameters<typeof reverted>[0]): SystemOutcome => reverted(code, call.gasLeft)
  const isEd25519 = signature.length === SIGNATURE_BYTES
  const isEcdsa = signature.length > SIGNATURE_BYTES && signature.length <= SIGNATURE_BYTES + MAX_V_BYTES
  if (!isEd25519 && !isEcdsa) return refuse('INVALID_TRANSACTION_BODY')
  const gas = isEcdsa ? ECDSA_GAS : ED25519_GAS
  if (call.gasLeft < gas) return refuse('INSUFFICIENT_GAS')
  if (isEcdsa && hash.length !== 32) return refuse('INVALID_TRANSACTION_BODY')
  const account = call.account(address)
  if (!account || (isEcdsa && longZeroNumber(address) !== undefined)) return refuse('INVALID_ACCOUNT_ID')
  if (isEcdsa) return success(gas, recovered(hash, signature)?.equals(address) ?? false)
  const { rule } = account.key
  if (rule.kind === 'list' || rule.kind === 'threshold') return refuse('INVALID_TRANSACTION_BODY')
  if (rule.kind !== 'ed25519') return refuse('INVALID_SIGNATURE_TYPE_MISMATCHING_KEY')
  return success(gas, verifySignature(rule, hash, signature))
}

/** The address that signed a hash; v is 0, 1, 27, 28 or has the chain's id in it (EIP-155). */
function recovered(hash: Buffer, signature: Buffer): Buffer | undefined {
  const given = BigInt(`0x${signature.toString('hex', SIGNATURE_BYTES)}`)
  const v = given < 2n ? given + 27n : given
  if (v < 35n && v !== 27n && v !== 28n) return undefined
  const input = Buffer.alloc(128)
  input.set(hash)
  input[63] = v < 35n ? Number(v) : Number(27n + ((v - 35n) % 2n))
  input.set(signature.subarray(0, SIGNATURE_BYTES), 64)
  const output = ecrecover(input)
  return output.length === 0 ? undefined : Buffer.from(output.subarray(12))
}

function isAlias(call: SystemCall, address: Buffer): boolean {
  return call.account(address) !== undefined
}

/** The account service at 0x16a (HIP-632, HIP-906). */
export const accountService: Functions = bySelector(
  view<[Buffer, Buffer]>('hbarAllowance(address,address)', '(int64,int256)', ([owner, spender], answering) =>
    allowance(answering, owner, spender),
  ),
  fn<[Buffer, Buffer, bigint]>(
    'hbarApprove(address,address,int256)',
    '(int64)',
    ([owner, spender, amount], answering) => approve(answering, owner, spender, amount),
  ),
  view<[Buffer]>('getEvmAddressAlias(address)', '(int64,address)', ([address], { call, success }) => {
    const account = longZeroNumber(address) === undefined ? undefined : call.account(address)
    const alias = account?.evmAddress
    return alias ? success(VIEW_GAS, SUCCESS, alias) : success(VIEW_GAS, codeValue('INVALID_ACCOUNT_ID'), ZERO_ADDRESS)
  }),
  view<[Buffer]>('getHederaAccountNumAlias(address)', '(int64,address)', ([address], { call, success }) => {
    const account = call.account(address)
    return account
      ? success(VIEW_GAS, SUCCESS, longZeroAddress(account.num))
      : success(VIEW_GAS, codeValue('INVALID_SOLIDITY_ADDRESS'), ZERO_ADDRESS)
  }),
  view<[Buffer]>('isValidAlias(address)', '(bool)', ([address], { call, success }) =>
    success(VIEW_GAS, isAlias(call, address)),
  ),
  view<[Buffer, Buffer, Buffer]>(
    'isAuthorizedRaw(address,bytes,bytes)',
    '(bool)',
    ([address, hash, signature], answering) => isAuthorizedRaw(answering, address, hash, signature),
  ),
  view<[Buffer, Buffer, Buffer]>(
    'isAuthorized(address,bytes,bytes)',
    '(int64,bool)',
    ([address, message, signatures], answering) => isAuthorized(answering, address, message, signatures),
  ),
)

/** The functions at an account's own address (HIP-904, HIP-906). */
export const accountFacade: Functions = bySelector(
  view<[Buffer]>('hbarAllowance(address)', '(int64,int256)', ([spender], answering) =>
    allowance(answering, longZeroAddress(answering.call.facade ?? 0), spender),
  ),
  fn<[Buffer, bigint]>('hbarApprove(address,int256)', '(int64)', ([spender, amount], answering) =>
    approve(answering, longZeroAddress(answering.call.facade ?? 0), spender, amount),
  ),
  fn<[boolean]>('setUnlimitedAutomaticAssociations(bool)', '(int64)', ([isUnlimited], { call, success }) => {
    const { status, gas } = call.dispatch('cryptoUpdateAccount', {
      accountIDToUpdate: accountId(call.facade ?? 0),
      maxAutomaticTokenAssociations: { value: isUnlimited ? UNLIMITED : 0 },
    })
    return success(gas, codeValue(status))
  }),
)
