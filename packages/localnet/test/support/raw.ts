import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import { Client, credentials } from '@grpc/grpc-js'
import { proto } from '@hiero-ledger/proto'
import { developmentAccounts } from '../../src/ledger/development-accounts.ts'
import { toLong } from '../../src/protocol/encoding/int64.ts'
import { accountId } from '../../src/protocol/ids.ts'
import { NODE_ACCOUNT_ID } from '../../src/protocol/nodes.ts'
import { toTimestamp } from '../../src/protocol/time.ts'

/** A key pair that signs as wallets do. */
export interface Signer {
  readonly publicKey: Buffer
  readonly pair: (bodyBytes: Uint8Array) => proto.ISignaturePair
}

export function ed25519Signer(privateKeyDer: string): Signer {
  const key = createPrivateKey({ key: Buffer.from(privateKeyDer, 'hex'), format: 'der', type: 'pkcs8' })
  return signerOf(key)
}

export function signerOf(key: KeyObject): Signer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { publicKey, pair: (body) => ({ pubKeyPrefix: publicKey, ed25519: sign(null, body, key) }) }
}

export function signerFor(num: number): Signer {
  const account = developmentAccounts().find(({ id }) => id === `0.0.${num}`)
  if (!account) throw new Error(`0.0.${num} is no development account`)
  return ed25519Signer(account.privateKey)
}

let lastStart = 0n

/** A transaction body that passes the precheck; `fields` replace or extend the defaults. */
export function body(fields: proto.ITransactionBody, payer = 1022): proto.ITransactionBody {
  const start = BigInt(Date.now() - 2000) * 1_000_000n
  lastStart = start > lastStart ? start : lastStart + 1n
  return {
    transactionID: { accountID: accountId(payer), transactionValidStart: toTimestamp(lastStart) },
    nodeAccountID: NODE_ACCOUNT_ID,
    transactionFee: toLong(10_000_000_000n),
    transactionValidDuration: { seconds: toLong(120n) },
    ...fields,
  }
}

export function transferOf(amounts: readonly (readonly [number, bigint])[]): proto.ITransactionBody {
  const accountAmounts = amounts.map(([num, amount]) => ({ accountID: accountId(num), amount: toLong(amount) }))
  return { cryptoTransfer: { transfers: { accountAmounts } } }
}

/** A proto.Transaction of the body with these signatures. */
export function signed(fields: proto.ITransactionBody, signers: readonly Signer[]): Buffer {
  const bodyBytes = proto.TransactionBody.encode(fields).finish()
  return envelope({ bodyBytes, sigMap: { sigPair: signers.map((signer) => signer.pair(bodyBytes)) } })
}

export function envelope(transaction: proto.ISignedTransaction): Buffer {
  const signedTransactionBytes = proto.SignedTransaction.encode(transaction).finish()
  return Buffer.from(proto.Transaction.encode({ signedTransactionBytes }).finish())
}

const asItIs = (bytes: Buffer): Buffer => bytes

/** Talks to the consensus node in bytes. */
export class RawClient {
  readonly #client: Client

  constructor(address: string) {
    this.#client = new Client(address, credentials.createInsecure())
  }

  call(path: string, bytes: Uint8Array): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(path, asItIs, asItIs, Buffer.from(bytes), (error, response) => {
        if (error || !response) reject(error ?? new Error('The call had no answer'))
        else resolve(response)
      })
    })
  }

  /** The name of the precheck's code. */
  async submit(bytes: Uint8Array, path = '/proto.CryptoService/cryptoTransfer'): Promise<string> {
    const response = proto.TransactionResponse.decode(await this.call(path, bytes))
    return proto.ResponseCodeEnum[response.nodeTransactionPrecheckCode] ?? ''
  }

  async query(query: proto.IQuery): Promise<proto.Response> {
    const bytes = proto.Query.encode(query).finish()
    return proto.Response.decode(await this.call('/proto.CryptoService/getTransactionReceipts', bytes))
  }

  /** The name of the status in the receipt of a body's transaction. */
  async status(fields: proto.ITransactionBody): Promise<string> {
    const receipt = await this.receipt(fields)
    return proto.ResponseCodeEnum[receipt.status ?? 0] ?? ''
  }

  async receipt({ transactionID }: proto.ITransactionBody): Promise<proto.ITransactionReceipt> {
    const { transactionGetReceipt } = await this.query({
      transactionGetReceipt: { transactionID: transactionID ?? null },
    })
    const code = transactionGetReceipt?.header?.nodeTransactionPrecheckCode ?? -1
    if (!transactionGetReceipt?.receipt) throw new Error(`No receipt: ${proto.ResponseCodeEnum[code]}`)
    return transactionGetReceipt.receipt
  }

  /** Submits, and returns the precheck's code or else the status of the receipt. */
  async run(fields: proto.ITransactionBody, signers: readonly Signer[]): Promise<string> {
    const code = await this.submit(signed(fields, signers))
    return code === 'OK' ? this.status(fields) : code
  }

  close(): void {
    this.#client.close()
  }
}

export const sha384 = (bytes: Uint8Array): Buffer => hash('sha384', bytes, 'buffer')
