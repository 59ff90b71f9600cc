import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Faults } from '../src/faults.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { mirrorRestServer } from '../src/mirror/rest/server.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { openEnvelope } from '../src/protocol/envelope.ts'
import { accountId, accountNumber, tokenId } from '../src/protocol/ids.ts'
import { nanosOf, timestampText } from '../src/protocol/time.ts'
import { body, signed, signerFor } from './support/raw.ts'

/** Past versions of entities, including versions that several transactions wrote together. */

const ledger = new Ledger(undefined, { now: () => BigInt(Date.now()) * 1_000_000n })
const mirror = mirrorRestServer(ledger, new Faults())
after(async () => {
  await mirror.close()
  ledger.close()
})
const signer = signerFor(1022)

/** Executes, without writing yet; returns the record. */
function execute(fields: proto.ITransactionBody): proto.TransactionRecord {
  const transaction = body(fields)
  assert.equal(ledger.submit(openEnvelope(signed(transaction, [signer]))), 'OK')
  const { accountID, transactionValidStart } = transaction.transactionID ?? {}
  const id = { payer: accountNumber(accountID), validStart: nanosOf(transactionValidStart), scheduled: false, nonce: 0 }
  const record = proto.TransactionRecord.decode(ledger.recordCache.get(id)?.record ?? new Uint8Array())
  assert.equal(record.receipt?.status, proto.ResponseCodeEnum.SUCCESS)
  return record
}
const timeOf = ({ consensusTimestamp }: proto.TransactionRecord) => timestampText(nanosOf(consensusTimestamp))

async function memoAt(path: string, record: proto.TransactionRecord): Promise<string> {
  const { statusCode, body: text } = await mirror.inject({ url: `/api/v1${path}?timestamp=lte:${timeOf(record)}` })
  assert.equal(statusCode, 200, text)
  return JSON.parse(text).memo
}

const renamed = (value: string) =>
  execute({ cryptoUpdateAccount: { accountIDToUpdate: accountId(1022), memo: { value } } })

test('A token keeps its past if an update changes nothing', async () => {
  const tokenCreation = { name: 't', symbol: 't', memo: 'first', treasury: accountId(1022) }
  const keys = { adminKey: { ed25519: signer.publicKey }, autoRenewPeriod: { seconds: toLong(7_776_000n) } }
  const created = execute({ tokenCreation: { ...tokenCreation, ...keys } })
  const num = Number(created.receipt?.tokenID?.tokenNum)
  ledger.commit()
  const update = execute({ tokenUpdate: { token: tokenId(num), memo: { value: 'first' } } })
  ledger.commit()
  assert.equal(await memoAt(`/tokens/0.0.${num}`, created), 'first')
  assert.equal(await memoAt(`/tokens/0.0.${num}`, update), 'first')
})

test('Each version of an account is shown, also if it was changed twice in one commit and ended as it began', async () => {
  const first = renamed('first')
  ledger.commit()
  const [second, third] = [renamed('second'), renamed('first')]
  ledger.commit()
  assert.equal(await memoAt('/accounts/0.0.1022', first), 'first')
  assert.equal(await memoAt('/accounts/0.0.1022', second), 'second')
  assert.equal(await memoAt('/accounts/0.0.1022', third), 'first')
})
