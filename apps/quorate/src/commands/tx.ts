import {
  type Envelope,
  type EnvelopedBody,
  fingerprint,
  inWords,
  type Line,
  MAX_DECODED_BYTES,
  openEnvelope,
  scheduleFingerprint,
  summaryOf,
  toJson,
} from '@quorate/verify'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { bold, dim, red, say } from '../terminal/paint.ts'
import { plain, plainJson } from '../terminal/plain.ts'

type Options = Given<CommandTable['tx']['commands']['show']>

/** The text length of the longest bytes that are decoded, in hex with 0x and white space. */
const MAX_INPUT = 2 * MAX_DECODED_BYTES + 1024

/**
 * `quorate tx show <bytes|->`: describes the bytes of a transaction field by field, offline. They are hex or base64;
 * `-` reads these, or the raw bytes, from standard input. The exit code is 0 if every reader reads the same in them,
 * and 1 if something was found that others could miss or read differently, or if nothing could be read.
 */
export async function show({ bytes: input, as, json }: Options): Promise<void> {
  const bytes = input === '-' ? await fromStandardInput() : bytesIn(input)
  if (!bytes)
    throw new Failure(
      'usage',
      'The bytes are neither hex nor base64: give bodyBytes or bytes as an API returns them, or - to read from standard input',
    )
  const envelope = openEnvelope(bytes, as)
  if (json) say(plainJson(asJson(envelope), 2))
  else print(envelope)
  if (envelope.decoded.findings.length > 0) process.exitCode = 1
}

async function fromStandardInput(): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of process.stdin) {
    size += part.length
    if (size > MAX_INPUT)
      throw new Failure('usage', `The input has more than ${MAX_INPUT} bytes, which is too large for a transaction`)
    parts.push(part)
  }
  const all = Buffer.concat(parts)
  return bytesIn(all.toString('latin1')) ?? Uint8Array.from(all)
}

/** Reads hex, with or without 0x, or base64 in either alphabet; undefined for other texts. */
function bytesIn(given: string): Uint8Array | undefined {
  const text = given.trim()
  if (/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(text)) return Uint8Array.from(Buffer.from(text.replace(/^0x/i, ''), 'hex'))
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Uint8Array.from(Buffer.from(text, 'base64')) : undefined
}

function print({ decoded, bodies }: Envelope): void {
  for (const body of bodies) showHead(body)
  say(`${bold(decoded.message)} of ${decoded.bytes.length} bytes`)
  for (const line of inWords(decoded)) showLine(line)
  say()
  const count = decoded.findings.length
  if (count === 0) say('Every byte was read, and every reader reads the same.')
  else say(red(`${count} places that others could miss or read differently: see above.`))
}

function showHead(of: EnvelopedBody): void {
  say(`${bold(plain(nameOf(of)))}, to node ${plain(textAt(of, 'nodeAccountID'))}`)
  say(`Fingerprint of the body   ${bold(fingerprint(of.bodyBytes))}`)
  const kept = scheduleFingerprint(of.body)
  if (kept) say(`Fingerprint of the transaction in the schedule, the same for all its signers   ${bold(kept)}`)
  if (of.signatures.length > 0) say(`Signatures, not verified   ${of.signatures.length}`)
  say()
}

/** The transaction's id, `0.0.n@seconds.nanos`. */
const nameOf = (of: EnvelopedBody): string =>
  `Transaction ${textAt(of, 'transactionID', 'accountID')}@${textAt(of, 'transactionID', 'transactionValidStart')}`

function textAt({ body }: EnvelopedBody, ...path: string[]): string {
  const [first, ...others] = path
  let field = body.fields.findLast(({ name }) => name === first)
  for (const name of others) field = field?.fields?.findLast((one) => one.name === name)
  return (field && summaryOf(field)) ?? '(see below)'
}

function showLine({ depth, start, end, name, text, findings }: Line): void {
  const range = `${start}-${end}`.padEnd(13)
  say(`${dim(range)}${'  '.repeat(depth)}${plain(name)}${text && `  ${plain(text)}`}`)
  for (const finding of findings) say(`${' '.repeat(13)}${'  '.repeat(depth)}${red(plain(finding))}`)
}

const asJson = ({ decoded, bodies }: Envelope) => ({
  message: decoded.message,
  size: decoded.bytes.length,
  bodies: bodies.map(({ body, bodyBytes, signatures }) => ({
    fingerprint: fingerprint(bodyBytes),
    scheduleFingerprint: scheduleFingerprint(body),
    bodyBytes: Buffer.from(bodyBytes).toString('base64'),
    signatures: signatures.map(({ prefix, type, signature }) => ({
      type,
      prefix: Buffer.from(prefix).toString('hex'),
      signature: Buffer.from(signature).toString('hex'),
    })),
  })),
  fields: decoded.fields.map(toJson),
  findings: decoded.findings,
})
