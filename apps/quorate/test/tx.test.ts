import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import {
  AccountId,
  Hbar,
  PrivateKey,
  ScheduleCreateTransaction,
  Timestamp,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { openEnvelope, scheduleFingerprint } from '@quorate/verify'
import { command } from './process.ts'

async function run(
  args: string[],
  input: Uint8Array | string = '',
): Promise<{ code: number; out: string; error: string }> {
  const child = spawn(process.execPath, [command, 'tx', ...args], { env: { ...process.env, NO_COLOR: '1' } })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, error }
}

const transfer = (memo = 'rent \u202eflip') =>
  new TransferTransaction()
    .addHbarTransfer('0.0.1001', Hbar.fromTinybars(-150_000_000))
    .addHbarTransfer('0.0.1002', Hbar.fromTinybars(150_000_000))
    .setTransactionMemo(memo)
    .setNodeAccountIds([AccountId.fromString('0.0.3')])
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString('0.0.1001'), new Timestamp(1_795_000_000, 5)))
    .freeze()

test('tx show describes a transaction in the forms that SDKs, wallets and the service exchange', async () => {
  const signed = await transfer().sign(PrivateKey.generateED25519())
  const list = Buffer.from(signed.toBytes())
  const [hex, base64, raw] = await Promise.all([
    run(['show', `0x${list.toString('hex')}`]),
    run(['show', '-'], `${list.toString('base64')}\n`),
    run(['show', '-'], list),
  ])
  assert.equal(hex.code, 0, hex.error)
  assert.deepEqual([base64, raw], [hex, hex])
  assert.match(hex.out, /^Transaction 0\.0\.1001@1795000000\.000000005, to node 0\.0\.3\n/)
  assert.match(hex.out, /\nFingerprint of the body {3}(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\nSignatures, not verified {3}1\n/)
  assert.match(hex.out, /transactionValidStart {2}1795000000\.000000005 \(2026-11-18T/)
  assert.match(hex.out, /accountID {2}0\.0\.1002\n.*amount {2}150000000 tinybars \(1\.5 hbar\)\n/)
  assert.match(hex.out, /memo {2}"rent \\u\{202e\}flip"\n/)
  assert.match(hex.out, /Every byte was read, and every reader reads the same\.\n$/)
})

test('tx show prints the fingerprint that owners of a scheduled request compare', async () => {
  const create = new ScheduleCreateTransaction()
    .setScheduledTransaction(new TransferTransaction().addHbarTransfer('0.0.1002', Hbar.fromTinybars(1)))
    .setNodeAccountIds([AccountId.fromString('0.0.3')])
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString('0.0.1001'), new Timestamp(1_795_000_000, 5)))
    .freeze()
  const bytes = Buffer.from(create.toBytes())
  const [body] = openEnvelope(bytes).bodies
  const kept = scheduleFingerprint(body?.body ?? assert.fail()) ?? assert.fail()
  const [words, json] = await Promise.all([run(['show', '-'], bytes), run(['show', '-', '--json'], bytes)])
  assert.match(words.out, new RegExp(`\nFingerprint of the transaction in the schedule, .* ${kept}\n`))
  assert.equal(JSON.parse(json.out).bodies[0].scheduleFingerprint, kept)
})

test('tx show writes out invisible characters, in words and as JSON', async () => {
  const hidden = ['\u3164', '\u115f', '\u2800', '\ufe0f', '\u{e0100}', '\u034f', '\u17b4', '\u009b', '\u202e', '\ufffc']
  const bytes = Buffer.from(bodyOf(transfer(hidden.join('a')))).toString('hex')
  const [words, json] = await Promise.all([run(['show', bytes]), run(['show', bytes, '--json'])])
  for (const character of hidden) {
    assert.ok(!words.out.includes(character) && !json.out.includes(character), JSON.stringify(character))
    assert.ok(words.out.includes(`\\u{${character.codePointAt(0)?.toString(16)}}`), JSON.stringify(character))
  }
  assert.ok(JSON.stringify(JSON.parse(json.out)).includes(hidden.join('a')))
})

test('tx show reports bytes that others could miss, and exits with 1', async () => {
  const body = bodyOf(transfer())
  const { code, out, error } = await run(['show', Buffer.from([...body, 0xfa, 0x3e, 1, 7]).toString('hex')])
  assert.deepEqual([code, error], [1, ''])
  assert.match(out, /#1007 {2}0x07\n +UNKNOWN_FIELD: TransactionBody has no field 1007 that is known here\n/)
  assert.match(out, /1 places that others could miss/)
})

test('tx show --json has every field with its bytes, and exact numbers', async () => {
  const body = bodyOf(transfer())
  const { out } = await run(['show', Buffer.from(body).toString('base64'), '--json'])
  const answer = JSON.parse(out)
  assert.equal(answer.message, 'TransactionBody')
  assert.equal(answer.bodies[0].bodyBytes, Buffer.from(body).toString('base64'))
  assert.deepEqual(answer.findings, [])
  const amounts = answer.fields.find(({ name }: { name: string }) => name === 'cryptoTransfer').fields[0].fields
  assert.deepEqual(
    amounts.map(({ fields }: { fields: { value: string }[] }) => fields[1]?.value),
    ['-150000000', '150000000'],
  )
})

test('tx show refuses bytes that are not a transaction, and explains a wrong call', async () => {
  for (const [args, exit, message] of [
    [['show', 'zz!'], 2, /^The bytes are neither hex nor base64: give bodyBytes /],
    [['show', 'abcd'], 1, /^The bytes are not a TransactionList, /],
    [['show'], 2, /^Missing required argument 'bytes'\nquorate tx show --help shows how to use it\n$/],
    [['show', 'abcd', '--as', 'Nothing'], 2, /^Option '--as <message>' argument 'Nothing' is invalid/],
    [['sign', 'abcd'], 2, /^Unknown command 'sign'/],
  ] as const) {
    const { code, out, error } = await run([...args])
    assert.deepEqual([code, out], [exit, ''])
    assert.match(error, message)
  }
})

function bodyOf(transaction: Transaction): Uint8Array {
  const [bytes] = transaction._signedTransactions.list
  return bytes?.bodyBytes ?? assert.fail()
}
