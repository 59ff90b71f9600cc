import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  Hbar,
  KeyList,
  NftId,
  PendingAirdropId,
  PublicKey,
  ScheduleCreateTransaction,
  Timestamp,
  TokenAssociateTransaction,
  TokenClaimAirdropTransaction,
  TokenDissociateTransaction,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Intent, startsNow } from '@quorate/verify'

export const [WALLET, RECEIVER, REQUESTER, TOKEN] = ['0.0.1001', '0.0.1002', '0.0.1003', '0.0.2001']
export const [TOPIC, CONTRACT] = ['0.0.4001', '0.0.5001']
export const TRANSACTION_ID = '@1795000000.000000005'
/** In milliseconds, shortly after these bytes became valid. */
export const NOW = 1_795_000_010_000

const ed25519 = Uint8Array.fromHex('a67cadc6316b1c0331efcd9298e896340cb45972d90211394d2ca83042f1aa00')
const secp256k1 = Uint8Array.fromHex('03bfe4364f5943c232ed131e326b78723b27a33b1c409a27f2f4c828e8a26432b3')
/** The key in the order of a wallet's owners, and in the SDK's form. */
export const KEY: NonNullable<Intent['newKey']> = {
  type: 'threshold',
  threshold: 2,
  keys: [
    { type: 'ed25519', bytes: ed25519 },
    { type: 'secp256k1', bytes: secp256k1 },
  ],
}
export const SDK_KEY = new KeyList([PublicKey.fromBytesED25519(ed25519), PublicKey.fromBytesECDSA(secp256k1)], 2)

/** A claim of a token and of an NFT, as a request states it. */
export const airdrops = {
  walletId: WALLET,
  airdrops: [
    { senderId: REQUESTER, tokenId: TOKEN },
    { senderId: RECEIVER, tokenId: TOKEN, serialNumber: 7 },
  ],
}

/** The TransactionList of a transaction, as SDKs and wallets exchange it. */
export function frozen(transaction: Transaction, payer = WALLET): Uint8Array {
  return transaction
    .setMaxTransactionFee(new Hbar(5))
    .setNodeAccountIds([AccountId.fromString('0.0.3')])
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString(payer), new Timestamp(1_795_000_000, 5)))
    .setTransactionValidDuration(120)
    .freeze()
    .toBytes()
}

export function bodyOf(list: Uint8Array): Uint8Array {
  const signed = proto.TransactionList.decode(list).transactionList?.[0]?.signedTransactionBytes
  return proto.SignedTransaction.decode(signed ?? new Uint8Array()).bodyBytes ?? new Uint8Array()
}

/** An intent, and bytes that match it. */
export interface Example {
  intent: Intent
  list: Uint8Array
}

const update = () => new AccountUpdateTransaction().setAccountId(WALLET)
const token = () => new TransferTransaction().addTokenTransfer(TOKEN, WALLET, -7n).addTokenTransfer(TOKEN, RECEIVER, 7n)
const stated = (operation: Intent['operation'], payload: Record<string, unknown>, payer = WALLET): Intent => ({
  operation,
  payload,
  requesterId: REQUESTER,
  transactionId: payer + TRANSACTION_ID,
  maxTransactionFee: 500_000_000n,
  validStart: startsNow(NOW),
})
const relation = { walletId: WALLET, tokenId: TOKEN }
const withdrawal = { walletId: WALLET, receiverId: RECEIVER, type: 'FUNGIBLE_COMMON' }

/** A request of each kind. */
export const EXAMPLES: Readonly<Record<string, () => Example>> = {
  'A creation': () => ({
    intent: {
      ...stated('create', { name: 'Club', balance: 12, isReceiverSignatureRequired: true }, REQUESTER),
      newKey: KEY,
    },
    list: frozen(
      new AccountCreateTransaction()
        .setKeyWithoutAlias(SDK_KEY)
        .setInitialBalance(Hbar.fromTinybars(12))
        .setMaxAutomaticTokenAssociations(0)
        .setReceiverSignatureRequired(true),
      REQUESTER,
    ),
  }),
  'A withdrawal of hbars': () => ({
    intent: stated('withdraw', { ...withdrawal, tokenId: 'HBAR', amountOrSerial: '12345678901' }),
    list: frozen(
      new TransferTransaction()
        .addHbarTransfer(WALLET, Hbar.fromTinybars('-12345678901'))
        .addHbarTransfer(RECEIVER, Hbar.fromTinybars('12345678901')),
    ),
  }),
  'A withdrawal of tokens': () => ({
    intent: stated('withdraw', { ...withdrawal, tokenId: TOKEN, amountOrSerial: 7 }),
    list: frozen(token()),
  }),
  'A withdrawal of an NFT': () => ({
    intent: stated('withdraw', {
      ...withdrawal,
      tokenId: TOKEN,
      type: 'NON_FUNGIBLE_UNIQUE',
      amountOrSerial: 3,
    }),
    list: frozen(new TransferTransaction().addNftTransfer(NftId.fromString(`${TOKEN}/3`), WALLET, RECEIVER)),
  }),
  'A change of owners': () => ({
    intent: { ...stated('update', { walletId: WALLET }), newKey: KEY },
    list: frozen(update().setKey(SDK_KEY)),
  }),
  'A stake to node 0': () => ({
    intent: stated('stake', { walletId: WALLET, nodeId: 0 }),
    list: frozen(update().setStakedNodeId(0)),
  }),
  'The end of a stake': () => ({
    intent: stated('stake', { walletId: WALLET }),
    list: frozen(update().clearStakedNodeId()),
  }),
  'An association': () => ({
    intent: stated('associate', relation),
    list: frozen(new TokenAssociateTransaction().setAccountId(WALLET).setTokenIds([TOKEN])),
  }),
  'A dissociation': () => ({
    intent: stated('dissociate', relation),
    list: frozen(new TokenDissociateTransaction().setAccountId(WALLET).setTokenIds([TOKEN])),
  }),
  'A claim of airdrops': () => ({
    intent: stated('claim', airdrops),
    list: frozen(
      new TokenClaimAirdropTransaction()
        .addPendingAirdropId(new PendingAirdropId({ senderId: REQUESTER, receiverId: WALLET, tokenId: TOKEN }))
        .addPendingAirdropId(
          new PendingAirdropId({ senderId: RECEIVER, receiverId: WALLET, nftId: NftId.fromString(`${TOKEN}/7`) }),
        ),
    ),
  }),
  'A scheduled withdrawal': () => ({
    intent: {
      ...stated('withdraw', { ...withdrawal, tokenId: TOKEN, amountOrSerial: 7 }, REQUESTER),
      schedule: {
        jobId: 'a-job',
        expiresAt: 1_796_000_000n,
        execute: 'expiry',
        adminKey: KEY,
        maxTransactionFee: 5_000_000_000n,
      },
    },
    list: frozen(
      new ScheduleCreateTransaction()
        .setScheduledTransaction(token().setMaxTransactionFee(new Hbar(50)))
        .setPayerAccountId(AccountId.fromString(WALLET))
        .setExpirationTime(new Timestamp(1_796_000_000, 0))
        .setWaitForExpiry(true)
        .setScheduleMemo('quorate:a-job')
        .setAdminKey(SDK_KEY),
      REQUESTER,
    ),
  }),
}
