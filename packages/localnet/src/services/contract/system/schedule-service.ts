import type { proto } from '@hiero-ledger/proto'
import type { SystemOutcome } from '#evm/world.ts'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import {
  accountNumber,
  contractId,
  longZeroAddress,
  longZeroNumber,
  scheduleId,
  scheduleNumber,
} from '#protocol/ids.ts'
import { isActive, keyFromProto, keyToProto, type Signer } from '#protocol/keys.ts'
import { Signatures } from '#protocol/signatures.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { MAX_GAS } from '#services/contract/gas.ts'
import { hasCapacity } from '#services/schedule/capacity.ts'
import { MAX_LIFETIME } from '#services/schedule/create-schedule.ts'
import { decodeBody } from '#services/schedule/schedules.ts'
import type { Schedule, Token } from '#state/entities.ts'
import { pairsIn } from './account-service.ts'
import { type Answering, bySelector, codeValue, type Functions, fn, halted, type SystemCall, view } from './call.ts'
import { exact } from './hts/codes.ts'
import { tokenService, tokenServiceWithMetadata } from './hts/index.ts'
import { infoStruct } from './hts/structs.ts'
import { INFO_TYPES, LEDGER } from './hts/views.ts'
import { gasOf, VIEW_GAS } from './native.ts'

const RESULT = '(int64)'
const CREATED = '(int64,address)'
const ZERO_ADDRESS = Buffer.alloc(20)
/** The least price of scheduling a call of a contract. */
const CALL_GAS = gasOf(1_000_000_000n)

/** The schedule at an address. */
function scheduleAt(address: Buffer, call: SystemCall): proto.IScheduleID {
  const num = longZeroNumber(address)
  check(num !== undefined && call.state.schedules.get(num) !== undefined, 'INVALID_SCHEDULE_ID')
  return scheduleId(num)
}

const ownSchedule = ({ facade }: SystemCall): proto.IScheduleID => {
  check(facade !== undefined && facade !== 0, 'INVALID_SCHEDULE_ID')
  return scheduleId(facade)
}

/** If the caller is an account, the keys that signed count. A contract authorises only for itself. */
const signers = (call: SystemCall): ((key: Signer) => boolean) | undefined =>
  call.state.contracts.get(call.caller.account.num) ? undefined : (key) => call.authorises(key)

/** Authorises a schedule: by the contract that calls, or by the keys that signed the transaction. */
function authorize({ call, success }: Answering, scheduleID: proto.IScheduleID): SystemOutcome {
  const { status, gas } = call.dispatch('scheduleSign', { scheduleID }, signers(call))
  return success(gas, codeValue(status))
}

/** Adds signatures of the schedule's id: its shard, realm and number in 8 bytes each (HIP-755). */
function sign({ call, success }: Answering, address: Buffer, map: Buffer): SystemOutcome {
  const scheduleID = scheduleAt(address, call)
  const pairs = pairsIn(map)
  check(pairs !== undefined, 'INVALID_TRANSACTION_BODY')
  const message = Buffer.alloc(24)
  message.writeBigInt64BE(int64(scheduleID.scheduleNum), 16)
  const signatures = new Signatures(message, pairs)
  const { status, gas } = call.dispatch('scheduleSign', { scheduleID }, (key) => signatures.signedBy(key))
  return success(gas, codeValue(status))
}

function remove({ call, success }: Answering, scheduleID: proto.IScheduleID): SystemOutcome {
  const { status, gas } = call.dispatch('scheduleDelete', { scheduleID }, signers(call))
  return success(gas, codeValue(status))
}

/** The key that may delete what the caller schedules: a contract itself, or the key of the account. */
function adminKey(call: SystemCall): proto.IKey | null {
  const { account, isDelegate } = call.caller
  if (call.state.contracts.get(account.num))
    return isDelegate ? { delegatableContractId: contractId(account.num) } : { contractID: contractId(account.num) }
  const key = call.state.accounts.get(account.num)?.key
  return key && isActive(key.rule, (one) => call.authorises(one)) ? keyToProto(key) : null
}

interface Requested {
  readonly body: proto.ISchedulableTransactionBody
  readonly payer: proto.IAccountID
  readonly expiry?: bigint
  readonly waitForExpiry: boolean
  readonly leastGas: number
}

function create({ call, success }: Answering, requested: Requested): SystemOutcome {
  const { body, payer, expiry, waitForExpiry, leastGas } = requested
  const op = {
    scheduledTransactionBody: { ...body, transactionFee: toLong(MAX_FEE) },
    adminKey: adminKey(call),
    payerAccountID: payer,
    waitForExpiry,
    ...(expiry !== undefined && { expirationTime: { seconds: exact(expiry) } }),
  }
  const { status, gas, receipt } = call.dispatch('scheduleCreate', op, signers(call))
  const num = status === 'SUCCESS' ? scheduleNumber(receipt.scheduleID) : undefined
  return success(Math.max(gas, leastGas), codeValue(status), num === undefined ? ZERO_ADDRESS : longZeroAddress(num))
}

/** The most that the payer of a scheduled transaction pays, in tinybars. */
const MAX_FEE = 100_000_000_000n

interface ContractCall {
  readonly to: Buffer
  readonly payer: proto.IAccountID
  readonly expiry: bigint
  readonly gas: bigint
  readonly value: bigint
  readonly data: Buffer
  readonly waitForExpiry: boolean
}

function scheduleCall(answering: Answering, { to, payer, expiry, gas, value, data, waitForExpiry }: ContractCall) {
  const num = answering.call.account(to)?.num ?? longZeroNumber(to)
  const contractID = num === undefined ? { evmAddress: to } : contractId(num)
  const contractCall = { contractID, gas: exact(gas), amount: exact(value), functionParameters: data }
  return create(answering, { body: { contractCall }, payer, expiry, waitForExpiry, leastGas: CALL_GAS })
}

/** Schedules what a call to the token service would dispatch (HIP-756). */
function scheduleNative(answering: Answering, target: Buffer, data: Buffer, payer: Buffer): SystemOutcome {
  const { call } = answering
  const services: ReadonlyMap<number | undefined, Functions> = new Map([
    [0x167, tokenService],
    [0x16c, tokenServiceWithMetadata],
  ])
  const found = services.get(longZeroNumber(target))?.get(data.toString('hex', 0, 4))
  const body = found?.schedulable?.(data.subarray(4), call)
  if (!body) return halted('INVALID_OPERATION')
  return create(answering, { body, payer: call.idOf(payer), waitForExpiry: false, leastGas: 0 })
}

/** The token that a schedule will create; undefined if it creates none of this type. */
function scheduledToken(address: Buffer, call: SystemCall, type: Token['type']): Token | undefined {
  const schedule = call.state.schedules.get(longZeroNumber(address) ?? -1)
  const body = schedule && decodeBody(schedule.body).tokenCreation
  if (!schedule || !body || (body.tokenType === 1) !== (type === 'NON_FUNGIBLE_UNIQUE')) return undefined
  return tokenOf(body, schedule, call)
}

function tokenOf(body: proto.ITokenCreateTransactionBody, { createdAt }: Schedule, { state }: SystemCall): Token {
  const key = (given: proto.IKey | null | undefined) => (given ? keyFromProto(given) : null)
  const account = (id: proto.IAccountID | null | undefined) => state.account(id)?.num ?? accountNumber(id)
  return {
    num: 0,
    type: body.tokenType === 1 ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    supplyType: body.supplyType === 1 ? 'FINITE' : 'INFINITE',
    name: body.name ?? '',
    symbol: body.symbol ?? '',
    memo: body.memo ?? '',
    metadata: Buffer.from(body.metadata ?? []),
    decimals: body.decimals ?? 0,
    initialSupply: int64(body.initialSupply),
    totalSupply: int64(body.initialSupply),
    maxSupply: int64(body.maxSupply),
    lastSerial: 0n,
    treasury: account(body.treasury),
    freezeDefault: body.freezeDefault ?? false,
    paused: false,
    deleted: false,
    customFees: body.customFees ?? [],
    autoRenewAccount: body.autoRenewAccount ? account(body.autoRenewAccount) : null,
    autoRenewPeriod: int64(body.autoRenewPeriod?.seconds),
    expiry: int64(body.expiry?.seconds),
    createdAt,
    adminKey: key(body.adminKey),
    kycKey: key(body.kycKey),
    freezeKey: key(body.freezeKey),
    wipeKey: key(body.wipeKey),
    supplyKey: key(body.supplyKey),
    feeScheduleKey: key(body.feeScheduleKey),
    pauseKey: key(body.pauseKey),
    metadataKey: key(body.metadataKey),
  }
}

/** The schedule service at 0x16b (HIP-755, HIP-756, HIP-1215). */
export const scheduleService: Functions = bySelector(
  fn<[Buffer]>('authorizeSchedule(address)', RESULT, ([address], answering) =>
    authorize(answering, scheduleAt(address, answering.call)),
  ),
  fn<[Buffer, Buffer]>('signSchedule(address,bytes)', RESULT, ([address, map], answering) =>
    sign(answering, address, map),
  ),
  fn<[Buffer]>('deleteSchedule(address)', RESULT, ([address], answering) =>
    remove(answering, scheduleId(longZeroNumber(address) ?? 0)),
  ),
  fn<[Buffer, bigint, bigint, bigint, Buffer]>(
    'scheduleCall(address,uint256,uint256,uint64,bytes)',
    CREATED,
    ([to, expiry, gas, value, data], answering) => {
      const payer = answering.call.callerId
      return scheduleCall(answering, { to, payer, expiry, gas, value, data, waitForExpiry: true })
    },
  ),
  fn<[Buffer, Buffer, bigint, bigint, bigint, Buffer]>(
    'scheduleCallWithPayer(address,address,uint256,uint256,uint64,bytes)',
    CREATED,
    ([to, by, expiry, gas, value, data], answering) => {
      const payer = answering.call.idOf(by)
      return scheduleCall(answering, { to, payer, expiry, gas, value, data, waitForExpiry: true })
    },
  ),
  fn<[Buffer, Buffer, bigint, bigint, bigint, Buffer]>(
    'executeCallOnPayerSignature(address,address,uint256,uint256,uint64,bytes)',
    CREATED,
    ([to, by, expiry, gas, value, data], answering) => {
      const payer = answering.call.idOf(by)
      return scheduleCall(answering, { to, payer, expiry, gas, value, data, waitForExpiry: false })
    },
  ),
  view<[bigint, bigint]>('hasScheduleCapacity(uint256,uint256)', '(bool)', ([expiry, gas], { call, success }) => {
    const now = call.now / NANOS_PER_SECOND
    const isWithin = expiry > now && expiry <= now + MAX_LIFETIME && gas <= MAX_GAS
    return success(VIEW_GAS, isWithin && hasCapacity('contractCall', call.state.scheduleIndex.scheduledAt(expiry)))
  }),
  fn<[Buffer, Buffer, Buffer]>('scheduleNative(address,bytes,address)', CREATED, ([target, data, payer], answering) =>
    scheduleNative(answering, target, data, payer),
  ),
  view<[Buffer]>(
    'getScheduledCreateFungibleTokenInfo(address)',
    `(int64,(${INFO_TYPES},int32))`,
    ([address], { call, success, failure }) => {
      const token = scheduledToken(address, call, 'FUNGIBLE_COMMON')
      const info = infoStruct(token, LEDGER, call.state)
      if (!token) return failure('INVALID_SCHEDULE_ID', [info, 0n])
      return success(VIEW_GAS, codeValue('SUCCESS'), [info, BigInt(token.decimals)])
    },
  ),
  view<[Buffer]>(
    'getScheduledCreateNonFungibleTokenInfo(address)',
    `(int64,(${INFO_TYPES},int64,address,int64,bytes,address))`,
    ([address], { call, success, failure }) => {
      const token = scheduledToken(address, call, 'NON_FUNGIBLE_UNIQUE')
      const nothing = [infoStruct(token, LEDGER, call.state), 0n, ZERO_ADDRESS, 0n, Buffer.alloc(0), ZERO_ADDRESS]
      return token ? success(VIEW_GAS, codeValue('SUCCESS'), nothing) : failure('INVALID_SCHEDULE_ID', nothing)
    },
  ),
)

/** The functions at a schedule's own address. */
export const scheduleFacade: Functions = bySelector(
  fn('signSchedule()', RESULT, (_, answering) => authorize(answering, ownSchedule(answering.call))),
  fn('deleteSchedule()', RESULT, (_, answering) => remove(answering, ownSchedule(answering.call))),
)
