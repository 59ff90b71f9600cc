import assert from 'node:assert/strict'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountId,
  Hbar,
  PrivateKey,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  type TokenId,
  TokenMintTransaction,
  TokenType,
  type Transaction,
  type TransactionReceipt,
  type TransactionRecord,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, statusOf, type TestNetwork } from './network.ts'

/** Makes accounts and tokens that all have one key, and signs with it. */
export class TokenHarness {
  readonly key: PrivateKey
  readonly network: Pick<TestNetwork, 'client'>
  treasury = new AccountId(0)

  constructor(network: Pick<TestNetwork, 'client'>, key = PrivateKey.generateED25519()) {
    this.network = network
    this.key = key
  }

  /** Makes a harness with a treasury that holds the whole supply of each new token. */
  static async on(network: Pick<TestNetwork, 'client'>): Promise<TokenHarness> {
    const harness = new TokenHarness(network)
    harness.treasury = await harness.newAccount()
    return harness
  }

  /** -1 free slots are unlimited ones. */
  async newAccount(slots = -1, change = (create: AccountCreateTransaction) => create): Promise<AccountId> {
    const create = new AccountCreateTransaction().setKeyWithoutAlias(this.key.publicKey)
    const { accountId } = await this.run(
      change(create.setInitialBalance(new Hbar(20)).setMaxAutomaticTokenAssociations(slots)),
    )
    assert.ok(accountId)
    return accountId
  }

  /** The creation of a fungible token with 1,000 units and all keys but the one for KYC. */
  tokenCreate(): TokenCreateTransaction {
    const { publicKey } = this.key
    return new TokenCreateTransaction()
      .setTokenName('Quorum')
      .setTokenSymbol('QRM')
      .setTreasuryAccountId(this.treasury)
      .setInitialSupply(1000)
      .setAdminKey(publicKey)
      .setSupplyKey(publicKey)
      .setWipeKey(publicKey)
      .setFreezeKey(publicKey)
      .setPauseKey(publicKey)
      .setFeeScheduleKey(publicKey)
      .setMetadataKey(publicKey)
  }

  async newToken(change = (create: TokenCreateTransaction) => create): Promise<TokenId> {
    const { tokenId } = await this.run(change(this.tokenCreate()))
    assert.ok(tokenId)
    return tokenId
  }

  /** Creates an NFT token, and mints `count` of them. */
  async newNfts(count: number, change = (create: TokenCreateTransaction) => create): Promise<TokenId> {
    const token = await this.newToken((create) =>
      change(create.setInitialSupply(0).setTokenType(TokenType.NonFungibleUnique)),
    )
    const metadata = Array.from({ length: count }, (_, i) => Buffer.from(`${i + 1}`))
    await this.run(new TokenMintTransaction().setTokenId(token).setMetadata(metadata))
    return token
  }

  async associate(account: AccountId, ...tokens: TokenId[]): Promise<void> {
    await this.run(new TokenAssociateTransaction().setAccountId(account).setTokenIds(tokens))
  }

  transfer(token: TokenId, from: AccountId, to: AccountId, amount: number): TransferTransaction {
    return new TransferTransaction().addTokenTransfer(token, from, -amount).addTokenTransfer(token, to, amount)
  }

  run(transaction: Transaction, ...keys: PrivateKey[]): Promise<TransactionReceipt> {
    return execute(transaction, this.network.client, this.key, ...keys)
  }

  /** The status of the receipt, or of the refusal. */
  status(transaction: Transaction, ...keys: PrivateKey[]): Promise<string> {
    return statusOf(this.run(transaction, ...keys))
  }

  /** Like {@link status}, but signed only by these keys and the payer's. */
  statusSigned(transaction: Transaction, ...keys: PrivateKey[]): Promise<string> {
    return statusOf(execute(transaction, this.network.client, ...keys))
  }

  async record(transaction: Transaction): Promise<TransactionRecord> {
    const { client } = this.network
    transaction.freezeWith(client)
    await transaction.sign(this.key)
    return (await transaction.execute(client)).getRecord(client)
  }

  async balance(account: AccountId, token: TokenId): Promise<number> {
    const { tokens } = await new AccountBalanceQuery().setAccountId(account).execute(this.network.client)
    return Number(tokens?.get(token) ?? 0)
  }
}
