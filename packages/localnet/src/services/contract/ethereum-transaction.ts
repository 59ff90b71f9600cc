import type { proto } from '@hiero-ledger/proto'
import { createAddress } from '#evm/calls.ts'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import {
  type EthereumTransaction,
  offeredPrice,
  parseEthereumTransaction,
  signerOf,
  tinybarsOf,
  withData,
} from '#protocol/ethereum-transaction.ts'
import { evmAddressOf } from '#protocol/evm-address.ts'
import { accountId, fileNumber } from '#protocol/ids.ts'
import type { PublicKey } from '#protocol/keys.ts'
import { check, codeNumber, StatusError } from '#protocol/status-error.ts'
import { completeHollowAccount, isHollow } from '#services/crypto/hollow-accounts.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { refundFee } from '#transaction/fees.ts'
import { addressOfAccount, knownAddress } from './contract-world.ts'
import { decodeHex } from './create-contract.ts'
import { execute } from './execute.ts'
import { chargeEthereumGas, intrinsicGas } from './gas.ts'
import { CHAIN_ID } from './run-message.ts'

type Body = proto.IEthereumTransactionBody

/**
 * EthereumTransaction (HIP-410): runs what an Ethereum wallet signed. The account with the wallet's address is the
 * sender, and pays for the gas; the payer relays it, and pays nothing if it succeeds (HIP-1084) and the sender offers
 * the network's price.
 */
export const ethereumTransaction = define('ethereumTransaction', {
  type: 50,
  name: 'ETHEREUMTRANSACTION',
  price: { functionality: 'EthereumTransaction', base: 0n },

  precheck({ ethereumData, maxGasAllowance }) {
    check(int64(maxGasAllowance) >= 0n, 'NEGATIVE_ALLOWANCE_AMOUNT')
    const { to, data, value, gasLimit, accessList } = parseEthereumTransaction(ethereumData ?? new Uint8Array())
    check(value === 0n || !isZeroAddress(to), 'INVALID_SOLIDITY_ADDRESS')
    check(gasLimit >= BigInt(intrinsicGas(data, to.length === 0, accessList)), 'INSUFFICIENT_GAS')
  },

  signers: () => [],

  handle(body, context) {
    const { state, record } = context
    const transaction = parseEthereumTransaction(wholeOf(body, state))
    record.ethereumHash = transaction.hash
    const key = signerOf(transaction)
    runFrom({ transaction, key, sender: senderOf(key, state), allowance: int64(body.maxGasAllowance) }, context)
  },
})

interface Sent {
  readonly transaction: EthereumTransaction
  /** The key that signed it; undefined if the sender is impersonated. */
  readonly key: PublicKey | undefined
  readonly sender: Account | undefined
  /** The most that the relayer pays for gas, in tinybars. */
  readonly allowance: bigint
}

/** Runs a transaction of a sender, and fills record and receipt. */
export function runFrom(sent: Sent, context: HandleContext): void {
  const { transaction, sender } = sent
  const { state, payer, receipt, record } = context
  record.ethereumHash = transaction.hash
  try {
    const { status } = run(sent, context)
    const result = record.contractCallResult ?? record.contractCreateResult
    if (result) result.functionParameters = transaction.data
    if (status !== 'SUCCESS') return
    refundFee(state, payer, context.fee)
    context.chargedMore -= context.fee
  } catch (error) {
    // Nothing has run yet, and nothing was charged.
    if (!(error instanceof StatusError)) throw error
    receipt.status = codeNumber(error.code)
    const result = {
      errorMessage: error.code,
      gas: toLong(transaction.gasLimit),
      amount: toLong(tinybarsOf(transaction)),
      functionParameters: transaction.data,
      ...(sender && { senderId: accountId(sender.num), signerNonce: { value: toLong(sender.ethereumNonce) } }),
    }
    if (transaction.to.length === 0) record.contractCreateResult = result
    else record.contractCallResult = result
  }
}

const isZeroAddress = (address: Uint8Array): boolean => address.length > 0 && address.every((byte) => byte === 0)

/** The transaction with its data, which may be in a file as hex digits. */
function wholeOf({ ethereumData, callData }: Body, state: State): Uint8Array {
  const given = ethereumData ?? new Uint8Array()
  if (!callData || parseEthereumTransaction(given).data.length > 0) return given
  const file = state.files.get(fileNumber(callData))
  check(file !== undefined, 'INVALID_FILE_ID')
  check(!file.deleted, 'FILE_DELETED')
  check(file.contents.length > 0, 'CONTRACT_FILE_EMPTY')
  return withData(given, decodeHex(file.contents))
}

/** The account whose wallet signed; undefined if there is none. */
function senderOf(key: PublicKey, state: State): Account | undefined {
  const address = evmAddressOf(key)
  const account = address ? state.accountByAlias(address) : undefined
  const { rule } = account?.key ?? {}
  const isOther = rule?.kind === 'secp256k1' && rule.id !== key.id
  check(!isOther, 'INVALID_ETHEREUM_TRANSACTION')
  return account?.deleted ? undefined : account
}

function run({ transaction, key, sender, allowance }: Sent, context: HandleContext) {
  const { chainId, nonce, to, data, gasLimit, accessList } = transaction
  check(chainId === undefined || chainId === BigInt(CHAIN_ID), 'WRONG_CHAIN_ID')
  check(sender !== undefined, 'INVALID_ACCOUNT_ID')
  check(sender.ethereumNonce === nonce, 'WRONG_NONCE')
  if (key && isHollow(sender)) completeHollowAccount(sender, key, context)
  const payers = { sender: sender.num, offered: offeredPrice(transaction), relayer: context.payer, allowance }
  const isCreation = to.length === 0
  return execute(
    {
      ...(isCreation
        ? { to: undefined, creates: createAddress(addressOfAccount(sender), nonce) }
        : { to: knownAddress(context.state, to) }),
      data,
      gas: gasLimit,
      value: tinybarsOf(transaction),
      accessList,
      from: { sender: sender.num, charge: chargeEthereumGas(payers), key },
    },
    context,
  )
}
