import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  decode,
  type Field,
  MAX_DECODED_BYTES,
  MAX_DECODED_DEPTH,
  MAX_DECODED_FIELDS,
  VerifyError,
} from '@quorate/verify'
import fc from 'fast-check'
import { arbitraryBytes } from './arbitrary-body.ts'
import { DEFINITIONS, definitionsFile } from './generate-definitions.ts'

test('The definitions equal those in @hiero-ledger/proto', async () => {
  assert.equal(await readFile(DEFINITIONS, 'utf8'), definitionsFile())
})

describe('Bodies written by the protobuf library', () => {
  for (const name of ['TransactionBody', 'SchedulableTransactionBody'] as const)
    test(`A ${name} of any type is read as the library reads it, and nothing is found in it`, () => {
      fc.assert(
        fc.property(arbitraryBytes(name), (bytes) => {
          const { fields, findings } = decode(bytes, name)
          // Fields of bytes may contain any bytes here, also where a message is expected.
          const own = findings.filter(({ path }) => !path.includes('transactions['))
          assert.deepEqual(own, [])
          assert.deepEqual(objectOf(fields, bytes), plain(proto[name].decode(bytes)))
        }),
        { numRuns: 300 },
      )
    })

  test('Each byte belongs to exactly one field', () => {
    fc.assert(
      fc.property(arbitraryBytes('TransactionBody'), (bytes) => {
        assertCovers(decode(bytes).fields, 0, bytes.length)
      }),
    )
  })
})

describe('Changed bytes', () => {
  test('No byte is lost, and a message that readers would write differently has a finding', () => {
    const changed = fc.record({
      bytes: arbitraryBytes('TransactionBody'),
      changes: fc.array(fc.record({ at: fc.nat(), to: fc.nat(255) }), { minLength: 1, maxLength: 4 }),
      cut: fc.nat(3),
      added: fc.uint8Array({ maxLength: 3 }),
    })
    fc.assert(
      fc.property(changed, ({ bytes, changes, cut, added }) => {
        const given = Uint8Array.from([...bytes.subarray(0, Math.max(0, bytes.length - cut)), ...added])
        for (const { at, to } of changes) if (given.length > 0) given[at % given.length] = to
        const { fields, findings } = decode(given)
        assertCovers(fields, 0, given.length)
        for (const { start, end } of findings) assert.ok(0 <= start && start <= end && end <= given.length)
        const library = readByLibrary(given)
        if (library === undefined) assert.notDeepEqual(findings, [])
        else if (findings.length === 0) assert.deepEqual(objectOf(fields, given), library)
      }),
      { numRuns: 1_000 },
    )
  })

  test('Any bytes are read in full', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        assertCovers(decode(bytes, 'TransactionList').fields, 0, bytes.length)
      }),
    )
  })
})

describe('Findings', () => {
  const codes = (hex: string, message?: string) =>
    decode(bytesOf(hex), message).findings.map(({ code, path, start, end }) => [code, path, start, end])

  test('A body without anything unusual has none', () => {
    assert.deepEqual(codes(''), [])
    assert.deepEqual(codes('0a0a0a0408011002120218031801'), [])
  })

  test('A field that the definitions lack is reported with its bytes', () => {
    const { fields, findings } = decode(bytesOf('18019a3f021234'))
    assert.deepEqual(
      findings.map(({ code, path, start, end }) => [code, path, start, end]),
      [['UNKNOWN_FIELD', '#1011', 2, 7]],
    )
    assert.deepEqual(fields[1]?.value, bytesOf('1234'))
    assert.equal(fields[1]?.name, null)
  })

  test('Bytes after the last field are reported', () => {
    assert.deepEqual(codes('180100'), [['UNREAD_BYTES', '(unread)', 2, 3]])
    assert.deepEqual(codes('180132'), [['UNREAD_BYTES', '(unread)', 2, 3]])
    assert.deepEqual(codes('18010b0c'), [['UNREAD_BYTES', '(unread)', 2, 4]], 'a group')
  })

  test('A repeated field is reported, whether it is a value or a message', () => {
    assert.deepEqual(codes('18011802'), [['REPEATED_FIELD', 'transactionFee(2)', 2, 4]])
    assert.deepEqual(codes('120218031202180412021805'), [
      ['REPEATED_FIELD', 'nodeAccountID(2)', 4, 8],
      ['REPEATED_FIELD', 'nodeAccountID(3)', 8, 12],
    ])
  })

  test('Two fields of a oneof are reported', () => {
    assert.deepEqual(codes('12061801220200aa'), [['ONEOF_TWICE', 'nodeAccountID.alias', 4, 8]])
    assert.deepEqual(codes('72007a00'), [['ONEOF_TWICE', 'cryptoUpdateAccount', 2, 4]])
  })

  test('A number with more bytes than it needs is reported, in a value, a tag and a length', () => {
    assert.deepEqual(codes('188100'), [['LONG_VARINT', 'transactionFee', 0, 3]])
    assert.deepEqual(codes('980001'), [['LONG_VARINT', 'transactionFee', 0, 3]])
    assert.deepEqual(codes('32810061'), [['LONG_VARINT', 'memo', 0, 4]])
  })

  test('A number beyond its type is reported, with the value that readers see', () => {
    assert.deepEqual(codes('2802'), [['OUT_OF_RANGE', 'generateRecord', 0, 2]])
    assert.deepEqual(codes('10ffffffff0f', 'Timestamp'), [['OUT_OF_RANGE', 'nanos', 0, 6]])
    assert.deepEqual(codes('18ffffffffffffffffff7f'), [['OUT_OF_RANGE', 'transactionFee', 0, 11]])
  })

  test('Text that is not UTF-8, an enum value without a name, and a wrong encoding are reported', () => {
    assert.deepEqual(codes('3201ff'), [['NOT_UTF8', 'memo', 0, 3]])
    assert.deepEqual(codes('ea0103880101'), [])
    assert.deepEqual(codes('ea0103880105'), [['UNKNOWN_VALUE', 'tokenCreation.tokenType', 3, 6]])
    assert.deepEqual(codes('1a00'), [['WRONG_WIRE_TYPE', 'transactionFee', 0, 2]])
  })
})

describe('Limits', () => {
  test('More bytes than any transaction has are refused', () => {
    assert.throws(() => decode(new Uint8Array(MAX_DECODED_BYTES + 1)), { code: 'TOO_MANY_BYTES' })
    assert.throws(() => decode(new Uint8Array(), 'Nothing'), VerifyError)
  })

  test('Content that is nested too deep is reported as unread', () => {
    let key = new Uint8Array([0x12, 0x01, 0xaa])
    // A key inside a list inside a key, and so on.
    for (let depth = 0; depth < MAX_DECODED_DEPTH; depth++) key = wrapped(0x32, wrapped(0x0a, key))
    const { fields, findings } = decode(key, 'Key')
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['TOO_DEEP'],
    )
    assertCovers(fields, 0, key.length)
  })

  test('Content after too many fields is reported as unread', () => {
    const bytes = new Uint8Array(2 * MAX_DECODED_FIELDS + 4).fill(0x18)
    const { fields, findings } = decode(bytes)
    assert.equal(fields.length, MAX_DECODED_FIELDS + 1)
    assert.equal(findings.at(-1)?.code, 'TOO_MANY_FIELDS')
    assertCovers(fields, 0, bytes.length)
  })
})

const bytesOf = (hex: string): Uint8Array => Uint8Array.fromHex(hex)

function wrapped(tag: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const length: number[] = []
  for (let left = content.length; ; left >>>= 7) {
    length.push(left > 0x7f ? (left & 0x7f) | 0x80 : left)
    if (left <= 0x7f) return Uint8Array.from([tag, ...length, ...content])
  }
}

/** Checks that the fields follow each other without a gap, at every level. */
function assertCovers(fields: Field[], start: number, end: number): void {
  let at = start
  for (const field of fields) {
    assert.equal(field.start, at, field.path)
    assert.ok(field.start <= field.contentStart && field.contentStart <= field.end, field.path)
    if (field.fields) assertCovers(field.fields, field.contentStart, field.end)
    at = field.end
  }
  assert.equal(at, end)
}

function readByLibrary(bytes: Uint8Array): unknown {
  try {
    return plain(proto.TransactionBody.decode(bytes))
  } catch {
    return undefined
  }
}

/** The fields in the form of the library's objects. */
function objectOf(fields: Field[], bytes: Uint8Array): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const field of fields) {
    const name = libraryName(field.name ?? '')
    const isList = field.path.endsWith(']')
    const values = field.type.endsWith('*') ? (field.fields ?? []) : [field]
    const read = values.map((one) => plainValue(one, bytes))
    if (isList) object[name] = [...((object[name] as unknown[]) ?? []), ...read]
    else object[name] = read[0]
  }
  return object
}

function plainValue({ type, value, fields, contentStart }: Field, bytes: Uint8Array): unknown {
  if (type !== 'bytes' && fields) return objectOf(fields, bytes)
  if (value instanceof Uint8Array) return value.toHex()
  // The library has an enum value's number, which is small.
  if (typeof value === 'string' && type !== 'string') return String(bytes[contentStart])
  return typeof value === 'bigint' ? String(value) : value
}

const libraryName = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Bytes as hex and numbers as text; without empty lists, which are not in the bytes. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Uint8Array.from(value).toHex()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if ('high' in value) return String(value)
  const entries = Object.entries(value).filter(([, one]) => !Array.isArray(one) || one.length > 0)
  return Object.fromEntries(entries.map(([name, one]) => [name, plain(one)]))
}
