import { mkdirSync } from 'node:fs'
import type { proto } from '@hiero-ledger/proto'
import { type Clock, systemClock } from '../src/ledger/clock.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { definitionOf } from '../src/ledger/registry.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { openEnvelope } from '../src/protocol/envelope.ts'
import { topicId } from '../src/protocol/ids.ts'
import type { Admitted } from '../src/transaction/definition.ts'
import { body, signed, signerFor, transferOf } from '../test/support/raw.ts'

/** The first number that a new ledger gives. */
export const FIRST_ENTITY = 1032

/** Transactions from an hour ago are no longer recent. A node keeps the receipts of recent ones in memory. */
const anHourAgo: Clock = { now: () => systemClock.now() - 3_600_000_000_000n }

/** Writes `count` transactions into a ledger, without verifying signatures, and closes it. */
function fill(dataDir: string, count: number, fieldsOf: (i: number) => proto.ITransactionBody): void {
  mkdirSync(dataDir, { recursive: true })
  const ledger = new Ledger(dataDir, anHourAgo)
  const template = openEnvelope(signed(body(fieldsOf(0)), [signerFor(1022)]))
  const definition = definitionOf(template.bodyCase)
  if (!definition) throw new Error(`There is no ${template.bodyCase}`)
  const signatures = Object.assign(Object.create(template.signatures), { signedBy: () => true })
  const start = anHourAgo.now()
  for (let i = 0; i < count; i++) {
    const op = fieldsOf(i)[template.bodyCase]
    const payer = 1002 + (i % 30)
    const admitted: Admitted = {
      ...template,
      payer,
      fee: 83_333n,
      validStart: start + BigInt(i),
      definition,
      op,
      signatures,
    }
    ledger.execute(admitted)
    if (i % 64 === 63) ledger.commit()
  }
  ledger.close()
}

/** A history of transfers between the development accounts. */
export function writeHistory(dataDir: string, count: number): void {
  fill(dataDir, count, (i) =>
    transferOf([
      [1002 + (i % 30), -1n],
      [1002 + ((i + 7) % 30), 1n],
    ]),
  )
}

/** Creates a topic for each count, with that many messages; returns the topics' numbers. */
export function writeTopics(dataDir: string, counts: readonly number[]): number[] {
  const autoRenewPeriod = { seconds: toLong(7_776_000n) }
  fill(dataDir, counts.length, () => ({ consensusCreateTopic: { autoRenewPeriod } }))
  return counts.map((count, index) => {
    const consensusSubmitMessage = { topicID: topicId(FIRST_ENTITY + index), message: Buffer.alloc(100, 'm') }
    fill(dataDir, count, () => ({ consensusSubmitMessage }))
    return FIRST_ENTITY + index
  })
}

function anyKey(i: number): Buffer {
  const key = Buffer.alloc(32)
  key.writeUInt32BE(i + 1)
  return key
}

/** Creates `count` accounts, each with a random Ed25519 key that nobody can sign with, unless `keyOf` gives one. */
export function writeAccounts(dataDir: string, count: number, keyOf: (index: number) => Uint8Array = anyKey): void {
  fill(dataDir, count, (i) => {
    const key = { ed25519: keyOf(i) }
    return {
      cryptoCreateAccount: { key, autoRenewPeriod: { seconds: toLong(7_776_000n) }, initialBalance: toLong(1n) },
    }
  })
}
