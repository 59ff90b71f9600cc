/** Ledger content for tests of reads: the operator's token and NFT collection, partly held by another account. */
import assert from 'node:assert/strict'
import {
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { type Harness, OPERATOR } from './harness.ts'

/** Executes a transaction as the operator. Fails unless it succeeds. */
export async function execute({ ledger }: Harness, transaction: Transaction) {
  const outcome = await ledger.execute(transaction)
  assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
  return outcome
}

/** Creates 100.00 gold and two works of art. `holder` gets 25.00 of the gold and the second work. */
export async function goldAndArt(harness: Harness, holder: string): Promise<{ gold: string; art: string }> {
  assert.ok(harness.ledger.operator)
  const operatorKey = keyToSdk(harness.ledger.operator.publicKey)
  const create = async (token: TokenCreateTransaction) =>
    (await execute(harness, token.setTreasuryAccountId(OPERATOR))).receipt.tokenId ?? ''
  const gold = await create(
    new TokenCreateTransaction()
      .setTokenName('Gold')
      .setTokenSymbol('AU')
      .setDecimals(2)
      .setInitialSupply(10_000)
      .setAdminKey(operatorKey),
  )
  const art = await create(
    new TokenCreateTransaction()
      .setTokenName('Art')
      .setTokenSymbol('ART')
      .setTokenType(TokenType.NonFungibleUnique)
      .setSupplyKey(operatorKey),
  )
  await execute(harness, new TokenMintTransaction().setTokenId(art).setMetadata([Buffer.from('a'), Buffer.from('b')]))
  await execute(
    harness,
    new TransferTransaction()
      .addTokenTransfer(gold, OPERATOR, -2_500)
      .addTokenTransfer(gold, holder, 2_500)
      .addNftTransfer(art, 2, OPERATOR, holder),
  )
  return { gold, art }
}
