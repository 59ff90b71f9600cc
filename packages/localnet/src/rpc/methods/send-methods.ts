import { RLP } from '@ethereumjs/rlp'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { MAX_INIT_CODE } from '#evm/calls.ts'
import { developmentAccounts } from '#ledger/development-accounts.ts'
import { DER_PREFIX } from '#ledger/genesis.ts'
import { MAX_DATA_BYTES } from '#mirror/rest/contracts/call.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { keccak } from '#protocol/encoding/keccak.ts'
import {
  type EthereumTransaction,
  offeredPrice,
  parseEthereumTransaction,
  signerOf,
  WEIBARS_PER_TINYBAR,
} from '#protocol/ethereum-transaction.ts'
import { evmAddressOf } from '#protocol/evm-address.ts'
import { StatusError } from '#protocol/status-error.ts'
import { GAS_PRICE, intrinsicGas, MAX_GAS } from '#services/contract/gas.ts'
import { CHAIN_ID } from '#services/contract/run-message.ts'
import type { Methods, RpcContext } from '../context.ts'
import type { Relay } from '../relay.ts'
import { GAS_PRICE_WEIBARS } from '../results.ts'
import { typedDataDigest } from '../typed-data.ts'
import {
  addressIn,
  dataIn,
  invalidParameter,
  objectIn,
  optionalQuantity,
  quantity,
  RpcError,
  SERVER_ERROR,
} from '../values.ts'
import { gasFor, nonceOf } from './state-methods.ts'

/** The maximum number of bytes of a signed transaction with its data (HIP-1086) and an access list. */
const MAX_TRANSACTION_BYTES = MAX_DATA_BYTES + 8_192
const TOO_LARGE = -32_201
const UNSUPPORTED_TYPE = -32_611
const GAS_LIMIT_TOO_HIGH = -32_005
const GAS_LIMIT_TOO_LOW = -32_003
const GAS_PRICE_TOO_LOW = -32_009
const BLOB_TYPE = 3
const TYPE_2 = Buffer.from([2])

/** The private keys of the development accounts with an EVM address, by address. */
const KEYS = new Map(
  developmentAccounts().flatMap(({ evmAddress, privateKey }) =>
    evmAddress ? [[evmAddress, Buffer.from(privateKey.slice(DER_PREFIX.secp256k1.length), 'hex')] as const] : [],
  ),
)

/** The addresses of the accounts that the ledger signs for, in the order of their numbers. */
export const developmentAddresses = (): string[] => [...KEYS.keys()]

function parsed(bytes: Buffer): EthereumTransaction {
  if (bytes[0] === BLOB_TYPE)
    throw new RpcError(UNSUPPORTED_TYPE, 'Transactions with blobs (type 3) do not exist on Hedera')
  try {
    return parseEthereumTransaction(bytes)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw invalidParameter('The bytes are not a signed transaction of type 0, 1 or 2')
  }
}

function senderOf(transaction: EthereumTransaction): Buffer {
  try {
    const address = evmAddressOf(signerOf(transaction))
    if (address) return address
  } catch {
    // No key can have made this signature.
  }
  throw invalidParameter('The signature of the transaction is not valid')
}

/**
 * Checks a transaction in the order of hiero-json-rpc-relay.
 *
 * @throws RpcError
 */
export function checkSendable(transaction: EthereumTransaction, sender: Buffer, { ledger }: RpcContext): void {
  const { to, data, gasLimit, chainId, value, nonce, accessList } = transaction
  const isCreation = to.length === 0
  if (data.length > (isCreation ? MAX_INIT_CODE : MAX_DATA_BYTES))
    throw new RpcError(
      TOO_LARGE,
      `Oversized data: call data has at most ${MAX_DATA_BYTES} bytes, init code ${MAX_INIT_CODE}`,
    )
  if (gasLimit > MAX_GAS)
    throw new RpcError(
      GAS_LIMIT_TOO_HIGH,
      `Transaction gas limit '${gasLimit}' exceeds max gas per sec limit '${MAX_GAS}'`,
    )
  const least = intrinsicGas(data, isCreation, accessList)
  if (gasLimit < BigInt(least))
    throw new RpcError(
      GAS_LIMIT_TOO_LOW,
      `Transaction gas limit provided '${gasLimit}' is insufficient of intrinsic gas required '${least}'`,
    )
  if (chainId !== undefined && chainId !== BigInt(CHAIN_ID))
    throw new RpcError(
      SERVER_ERROR,
      `ChainId (${quantity(chainId)}) not supported. The correct chainId is ${quantity(CHAIN_ID)}`,
    )
  if (value > 0n && value < WEIBARS_PER_TINYBAR)
    throw invalidParameter(`Value can't be non-zero and less than 10_000_000_000 wei which is 1 tinybar`)
  const offered = offeredPrice(transaction)
  if (offered < GAS_PRICE)
    throw new RpcError(
      GAS_PRICE_TOO_LOW,
      `Gas price '${offered * WEIBARS_PER_TINYBAR}' is below configured minimum gas price '${GAS_PRICE_WEIBARS}'`,
    )
  const account = ledger.state.accountByAlias(sender)
  if (!account || account.deleted)
    throw new RpcError(
      SERVER_ERROR,
      `Insufficient funds for transfer: ${hex(sender)} has no account, send it hbars first`,
    )
  if (nonce < account.ethereumNonce)
    throw new RpcError(32_001, `Nonce too low. Provided nonce: ${nonce}, current nonce: ${account.ethereumNonce}`)
  if (nonce > account.ethereumNonce)
    throw new RpcError(32_002, `Nonce too high. Provided nonce: ${nonce}, current nonce: ${account.ethereumNonce}`)
  if (account.balance < value / WEIBARS_PER_TINYBAR + gasLimit * GAS_PRICE)
    throw new RpcError(SERVER_ERROR, 'Insufficient funds for transfer')
}

/** The methods that send transactions. */
export function sendMethods(relay: Relay) {
  const send = async (bytes: Buffer, context: RpcContext): Promise<string> => {
    const transaction = parsed(bytes)
    checkSendable(transaction, senderOf(transaction), context)
    const code = await relay.submit({ ethereumTransaction: { ethereumData: bytes } })
    if (code !== 'OK') throw new RpcError(SERVER_ERROR, `The ledger refused the transaction: ${code}`)
    return hex(transaction.hash)
  }
  return {
    eth_sendRawTransaction: ([raw], context) => send(dataIn(raw, 'the transaction', MAX_TRANSACTION_BYTES), context),
    eth_accounts: developmentAddresses,
    eth_requestAccounts: developmentAddresses,
    eth_sendTransaction: async ([call], context) => send(await signed(call, context), context),
    eth_sign: ([address, message]) => signMessage(address, message),
    personal_sign: ([message, address]) => signMessage(address, message),
    eth_signTypedData_v4: ([address, data]) => signatureText(typedDataDigest(data), keyOf(address)),
  } satisfies Methods
}

function keyOf(address: unknown): Buffer {
  const text = hex(addressIn(address, 'the address'))
  const key = KEYS.get(text)
  if (!key) throw invalidParameter(`the ledger has no key of ${text}: only of its development accounts (eth_accounts)`)
  return key
}

/** A transaction of a development account, which the ledger signs. */
async function signed(call: unknown, context: RpcContext): Promise<Buffer> {
  const key = keyOf(objectIn(call, 'the transaction').from)
  const own = await unsigned(call, context)
  return withSignature(own, signatureOf(keccak(Buffer.concat([TYPE_2, RLP.encode(own)])), key))
}

type Field = bigint | Uint8Array | Uint8Array[]

/** The fields of a transaction of type 2 that its sender signs. Without `gas`, it gets as much as it needs. */
export async function unsigned(call: unknown, context: RpcContext): Promise<Field[]> {
  const fields = objectIn(call, 'the transaction')
  const sender = addressIn(fields.from, 'from')
  const gas = optionalQuantity(fields.gas, 'gas') ?? (await gasFor(call, context))
  const price = optionalQuantity(fields.maxFeePerGas ?? fields.gasPrice, 'gasPrice') ?? GAS_PRICE_WEIBARS
  const nonce = optionalQuantity(fields.nonce, 'nonce') ?? nonceOf(sender, context)
  return [
    BigInt(CHAIN_ID),
    nonce,
    0n,
    price,
    gas,
    fields.to === undefined || fields.to === null ? new Uint8Array() : addressIn(fields.to, 'to'),
    optionalQuantity(fields.value, 'value') ?? 0n,
    dataIn(fields.input ?? fields.data ?? '0x', 'data', MAX_DATA_BYTES),
    [],
  ]
}

interface Signature {
  readonly r: bigint
  readonly s: bigint
  /** 0 or 1. */
  readonly recovery: number
}

export const withSignature = (own: Field[], { r, s, recovery }: Signature): Buffer =>
  Buffer.concat([TYPE_2, RLP.encode([...own, BigInt(recovery), r, s])])

function signatureOf(digest: Buffer, key: Buffer): Signature {
  const bytes = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered')
  return { r, s, recovery: recovery ?? 0 }
}

/** EIP-191: the signature of a message with Ethereum's prefix. */
function signMessage(address: unknown, message: unknown): string {
  const key = keyOf(address)
  const bytes = dataIn(message, 'the message', MAX_DATA_BYTES)
  const digest = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
  return signatureText(digest, key)
}

/** 65 bytes: r, s, and 27 or 28. */
function signatureText(digest: Buffer, key: Buffer): string {
  const { r, s, recovery } = signatureOf(digest, key)
  return `0x${[r, s].map((value) => value.toString(16).padStart(64, '0')).join('')}${(27 + recovery).toString(16)}`
}
