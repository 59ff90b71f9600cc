import { mkdirSync } from 'node:fs'
import { systemClock } from '../src/clock.ts'
import { openEnvelope } from '../src/envelope.ts'
import { Ledger } from '../src/ledger.ts'
import { definitionOf } from '../src/transactions.ts'
import { body, signed, signerFor, transferOf } from '../test/support/raw.ts'

/** Fills a ledger with history, without signatures being verified, and tells how long it takes to open again. */
const [dataDir = '', count = '1000000'] = process.argv.slice(2)
mkdirSync(dataDir, { recursive: true })
const ledger = new Ledger(dataDir, systemClock)
const fields = body(
  transferOf([
    [1022, -1n],
    [1023, 1n],
  ]),
)
const template = openEnvelope(signed(fields, [signerFor(1022)]))
const definition = definitionOf('cryptoTransfer')
if (!definition) throw new Error('There are no transfers')
const began = performance.now()
const start = BigInt(Date.now()) * 1_000_000n - 10n ** 15n
for (let i = 0; i < Number(count); i++) {
  const [from, to] = [1002 + (i % 30), 1002 + ((i + 7) % 30)]
  const op = transferOf([
    [from, -1n],
    [to, 1n],
  ]).cryptoTransfer
  const admitted = { ...template, payer: from, fee: 83_333n, validStart: start + BigInt(i), definition, op }
  ledger.execute({
    ...admitted,
    signatures: Object.assign(Object.create(template.signatures), { signedBy: () => true }),
  })
  if (i % 64 === 63) ledger.commit()
}
ledger.close()
const rate = (Number(count) / (performance.now() - began)) * 1000
process.stdout.write(`${count} transactions written at ${rate.toFixed(0)}/s\n`)
const opening = performance.now()
new Ledger(dataDir, systemClock).close()
process.stdout.write(
  `opened in ${(performance.now() - opening).toFixed(0)} ms, ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MB\n`,
)
