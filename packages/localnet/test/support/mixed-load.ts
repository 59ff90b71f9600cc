import type { proto } from '@hiero-ledger/proto'
import { toLong } from '../../src/protocol/encoding/int64.ts'
import { accountId, tokenId, topicId } from '../../src/protocol/ids.ts'
import { signerFor, transferOf } from './raw.ts'

export const PAYER = 1022
const [HOLDER, COLLECTOR] = [1023, 1024]
export const signers = [PAYER, HOLDER, COLLECTOR].map(signerFor)
const key = { ed25519: signerFor(PAYER).publicKey }
/** The numbers that the first entities of a new ledger get. */
export const [COIN, ART, TOPIC] = [1032, 1033, 1034]

const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const keys = { adminKey: key, supplyKey: key, wipeKey: key }
const common = { name: 't', symbol: 't', treasury: accountId(PAYER), autoRenewPeriod, ...keys }
const share = { fractionalAmount: { numerator: toLong(1n), denominator: toLong(10n) } }
const customFees = [{ feeCollectorAccountId: accountId(COLLECTOR), fractionalFee: share }]

/** Transactions that a new ledger needs before {@link OPERATIONS}. */
export const PREPARED: readonly proto.ITransactionBody[] = [
  { tokenCreation: { ...common, initialSupply: toLong(1_000_000n), customFees } },
  { tokenCreation: { ...common, tokenType: 1 } },
  { consensusCreateTopic: { autoRenewPeriod } },
  { tokenAssociate: { account: accountId(HOLDER), tokens: [COIN, ART].map(tokenId) } },
]

const units = (from: number, to: number, amount: bigint) => [
  { accountID: accountId(from), amount: toLong(-amount) },
  { accountID: accountId(to), amount: toLong(amount) },
]
const coins = (from: number, to: number, amount: bigint): proto.ITransactionBody => ({
  cryptoTransfer: { tokenTransfers: [{ token: tokenId(COIN), transfers: units(from, to, amount) }] },
})
const nft = (serial: bigint): proto.ITransactionBody => {
  const ids = { senderAccountID: accountId(PAYER), receiverAccountID: accountId(HOLDER) }
  const nftTransfers = [{ ...ids, serialNumber: toLong(serial) }]
  return { cryptoTransfer: { tokenTransfers: [{ token: tokenId(ART), nftTransfers }] } }
}
/** Serial numbers, in turn. Even ones are burned and odd ones given away, so that most are gone after a while. */
const serialOf = (i: number) => BigInt(1 + 2 * (i % 40))

/** Each changes the state in another way. `text` is different in each call. */
export const OPERATIONS: readonly ((text: string, i: number) => proto.ITransactionBody)[] = [
  () => transferOf(hbar(1n)),
  (text) => ({ consensusSubmitMessage: { topicID: topicId(TOPIC), message: Buffer.from(text) } }),
  () => ({ tokenMint: { token: tokenId(COIN), amount: toLong(7n) } }),
  () => coins(PAYER, HOLDER, 50n),
  () => coins(HOLDER, PAYER, 20n),
  () => ({ cryptoCreateAccount: { key, autoRenewPeriod, initialBalance: toLong(5n) } }),
  () => ({ tokenBurn: { token: tokenId(COIN), amount: toLong(3n) } }),
  () => ({ tokenWipe: { token: tokenId(COIN), account: accountId(HOLDER), amount: toLong(2n) } }),
  () => ({ tokenMint: { token: tokenId(ART), metadata: [Buffer.from('a'), Buffer.from('b')] } }),
  (_, i) => nft(serialOf(i)),
  (_, i) => ({ tokenBurn: { token: tokenId(ART), serialNumbers: [toLong(serialOf(i) + 1n)] } }),
]

function hbar(amount: bigint): [number, bigint][] {
  return [
    [HOLDER, -amount],
    [COLLECTOR, amount],
  ]
}
