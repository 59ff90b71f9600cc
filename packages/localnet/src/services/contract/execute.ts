import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, contractId } from '#protocol/ids.ts'
import { isActive, type KeyRule, keyToProto, type PublicKey, type Signer } from '#protocol/keys.ts'
import { check, codeNumber } from '#protocol/status-error.ts'
import { originalsOf, rowsOf } from '#state/journal.ts'
import { addFollowingChild } from '#transaction/children.ts'
import type { HandleContext } from '#transaction/definition.ts'
import { ActionLog } from './action-log.ts'
import { addressOfAccount, type Birth, ContractWorld, type NewContract } from './contract-world.ts'
import { functionResult } from './function-result.ts'
import { type Charge, chargeGas, MAX_GAS } from './gas.ts'
import { Rerun } from './rerun.ts'
import { type Request, type Result, runMessage } from './run-message.ts'
import { recordNatives } from './system/native.ts'

/** A transaction's request, after the checks of its body. */
interface RequestedMessage extends Pick<Request, 'to' | 'data' | 'accessList' | 'creates'> {
  readonly gas: bigint
  readonly value: bigint
  readonly created?: NewContract
  /** The account that sends the message, and who pays for it; by default both are the payer of the transaction. */
  readonly from?: { readonly sender: number; readonly charge: Charge; readonly key?: PublicKey | undefined }
}

/**
 * Runs the message of a transaction at its payer's cost, and fills record and receipt. If the message fails, only its
 * cost and its code in the receipt remain.
 */
export function execute(asked: RequestedMessage, context: HandleContext): Result {
  const { gas, value, created, from, ...message } = asked
  const { state, payer, now, receipt, record, dispatch } = context
  check(gas <= MAX_GAS, 'MAX_GAS_LIMIT_EXCEEDED')
  const { sender, charge } = from ?? { sender: payer, charge: chargeGas(payer) }
  const account = state.accounts.get(sender)
  check(account !== undefined, 'INVALID_ACCOUNT_ID')
  const entropy = dispatch.entropy()
  const native = nativeOf(context, from)
  const options = { now, native, entropy, ...(created ? { created } : {}) }
  const world = new ContractWorld({ state, ...options })
  const settle = charge(state, Number(gas), value)
  const savepoint = state.journal.savepoint()
  const request = { ...message, sender: addressOfAccount(account), gas: Number(gas), value }
  const block = dispatch.block(now)
  const before = rowsOf(state.journal.since(context.savepoint))
  const [children, presets] = [[...context.preceding], dispatch.presets.copy()]
  const observer = new ActionLog(world)
  const result = runMessage(request, { state, world, block, observer })
  const expected = { gasUsed: result.gasUsed, status: result.status }
  context.rerun = new Rerun({ request, options, block, before, presets, children, expected })
  context.actions = observer.actions ?? []
  const originals = originalsOf(state.journal.since(savepoint))
  const made = functionResult(request, result, { state, world, sender, originals })
  const { cost, ...paid } = settle(result.gasUsed)
  context.chargedMore += cost
  receipt.status = codeNumber(result.status)
  if (message.to === undefined) record.contractCreateResult = made
  else record.contractCallResult = made
  if (made.contractID) receipt.contractID = made.contractID
  context.entity = world.account(result.address)?.num ?? null
  recordNatives(world.natives, context)
  const topLevel = message.to === undefined ? context.entity : null
  for (const birth of result.births) if (birth.num !== topLevel) tell(birth, context)
  context.gas = paid
  return result
}

/** How the contracts of a transaction reach the ledger. An Ethereum wallet's key is in `from`, unless nobody signed. */
function nativeOf(
  { dispatch, transaction, validStart, preceding, signatures }: HandleContext,
  from: RequestedMessage['from'],
) {
  const key = from?.key
  const impersonated = from && !key ? from.sender : undefined
  const signedBy = (one: Signer): boolean => (one.kind !== 'contract' && one.id === key?.id) || signatures.signedBy(one)
  const isSigned = (rule: KeyRule): boolean => isActive(rule, signedBy)
  const authorises = (one: Signer): boolean => (key ? one.id === key.id : signatures.signedBy(one))
  return { dispatch, transaction, validStart, preceding, isSigned, authorises, impersonated, isOpen: false }
}

/** Writes the record of an account or a contract that the program made. */
function tell({ num, isContract }: Birth, context: HandleContext): void {
  const account = context.state.accounts.get(num)
  if (!account) return
  const key = keyToProto(account.key)
  const autoRenewPeriod = { seconds: toLong(account.autoRenewPeriod) }
  const evmAddress = account.evmAddress ?? Buffer.alloc(0)
  const child = isContract
    ? addFollowingChild(context, {
        bodyCase: 'contractCreateInstance',
        body: { contractCreateInstance: { adminKey: key, autoRenewPeriod, memo: account.memo } },
        receipt: { contractID: contractId(num) },
        record: {
          contractCreateResult: { contractID: contractId(num), evmAddress: { value: evmAddress } },
          evmAddress,
        },
        entity: num,
      })
    : addFollowingChild(context, {
        bodyCase: 'cryptoCreateAccount',
        body: { cryptoCreateAccount: { key, alias: evmAddress, autoRenewPeriod, maxAutomaticTokenAssociations: -1 } },
        receipt: { accountID: accountId(num) },
        record: { evmAddress },
        entity: num,
      })
  context.state.accounts.put(num, { ...account, createdAt: child })
  const contract = context.state.contracts.get(num)
  if (contract && isContract) context.state.contracts.put(num, { ...contract, createdAt: child })
}
