import type { proto } from '@hiero-ledger/proto'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, accountNumber, tokenId, topicId } from '../src/protocol/ids.ts'
import { nanosOf, timestampText } from '../src/protocol/time.ts'
import { body, RawClient, signed, signerFor, transferOf } from '../test/support/raw.ts'
import { LeanClient } from './lean-client.ts'
import type { BenchNode } from './node.ts'

const IN_FLIGHT = 64
const PAYERS = Array.from({ length: 10 }, (_, i) => 1022 + i)
/** The numbers that the first entities of a new ledger get. */
export const [TOPIC, COIN] = [1032, 1033]

const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const next = (payer: number) => (payer === 1031 ? 1022 : payer + 1)
const units = (from: number, to: number, amount: bigint) => [
  { accountID: accountId(from), amount: toLong(-amount) },
  { accountID: accountId(to), amount: toLong(amount) },
]
const coins = (from: number, to: number, amount: bigint): proto.ITransactionBody => ({
  cryptoTransfer: { tokenTransfers: [{ token: tokenId(COIN), transfers: units(from, to, amount) }] },
})

/** The transaction that an account sends again and again. */
export const KINDS = {
  transfer: (payer: number): proto.ITransactionBody =>
    transferOf([
      [payer, -1n],
      [next(payer), 1n],
    ]),
  topicMessage: (): proto.ITransactionBody => ({
    consensusSubmitMessage: { topicID: topicId(TOPIC), message: Buffer.alloc(100, 'm') },
  }),
  tokenTransfer: (payer: number): proto.ITransactionBody => coins(payer, next(payer), 1n),
}

/** Makes the topic and the token of {@link KINDS} on a new ledger. */
export async function prepare({ grpc }: BenchNode): Promise<void> {
  const token = { name: 't', symbol: 't', treasury: accountId(1022), initialSupply: toLong(10n ** 9n), autoRenewPeriod }
  const transactions: proto.ITransactionBody[] = [
    { consensusCreateTopic: { autoRenewPeriod } },
    { tokenCreation: token },
  ]
  for (const num of PAYERS.slice(1)) {
    transactions.push({ tokenAssociate: { account: accountId(num), tokens: [tokenId(COIN)] } })
    transactions.push(coins(1022, num, 10n ** 6n))
  }
  const raw = new RawClient(grpc)
  for (const fields of transactions) {
    const whole = body({ ...fields, transactionFee: toLong(10_000_000_000n) })
    const status = await raw.run(whole, PAYERS.map(signerFor))
    if (status !== 'SUCCESS') throw new Error(`Preparing the ledger ended with ${status}`)
  }
  raw.close()
}

export interface Load {
  /** Transactions per second, counted when their answers came. Each was on disk before its answer. */
  readonly rate: number
  /** Microseconds of the node's processor time per transaction. */
  readonly cpu: number
  /** The mirror's id of the last one. */
  readonly lastId: string
}

/** Sends `count` signed transactions of a kind, 64 in flight; they are signed before the measurement. */
export async function load(node: BenchNode, kind: keyof typeof KINDS, count: number): Promise<Load> {
  const signers = PAYERS.map((num) => ({ num, signer: signerFor(num) }))
  const bodies = Array.from({ length: count }, (_, i) => body(KINDS[kind](1022 + (i % 10)), 1022 + (i % 10)))
  const transactions = bodies.map((fields, i) => {
    const { signer } = signers[i % 10] ?? { signer: signerFor(1022) }
    return signed(fields, [signer])
  })
  const raw = new LeanClient(node.grpc)
  const before = await node.usage()
  const began = performance.now()
  let sent = 0
  const work = async () => {
    for (let bytes = transactions[sent++]; bytes; bytes = transactions[sent++]) {
      const code = await raw.submit(bytes)
      if (code !== 'OK') throw new Error(`A ${kind} was answered ${code}`)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  const rate = (count / (performance.now() - began)) * 1000
  const { cpu } = await node.usage()
  raw.close()
  return { rate, cpu: (cpu - before.cpu) / count, lastId: idOf(bodies.at(-1)?.transactionID) }
}

function idOf(id: proto.ITransactionID | null | undefined): string {
  const start = timestampText(nanosOf(id?.transactionValidStart))
  return `0.0.${accountNumber(id?.accountID)}-${start.replace('.', '-')}`
}
