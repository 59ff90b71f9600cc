import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Staging } from '../src/blocks/staging.ts'
import { boundaryOf, partsOf } from '../src/http/multipart.ts'
import { importInto } from '../src/unixfs/import.ts'
import { type Harness, openHarness } from './harness.ts'

interface Given {
  head: string
  bytes: Uint8Array
}
const formOf = (boundary: string, parts: Given[], { preamble = '', end = `--${boundary}--\r\n` } = {}): Buffer =>
  Buffer.concat([
    Buffer.from(preamble),
    ...parts.flatMap(({ head, bytes }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])
const field = (name: string, rest = ''): string => `Content-Disposition: form-data; name="${name}"${rest}`

async function read(form: Buffer, boundary: string, cuts: number[] = []) {
  async function* pieces() {
    let from = 0
    for (const to of [...cuts.map((cut) => cut % (form.length + 1)).sort((a, b) => a - b), form.length]) {
      // Each piece has separate memory, like data from a connection.
      const piece = Buffer.from(new ArrayBuffer(to - from))
      form.copy(piece, 0, from, to)
      yield piece
      from = to
    }
  }
  const found: { name: string; filename: string | undefined; bytes: Buffer }[] = []
  for await (const { name, filename, content } of partsOf(pieces(), boundary)) {
    const bytes: Uint8Array[] = []
    for await (const part of content) bytes.push(Uint8Array.from(part))
    found.push({ name, filename, bytes: Buffer.concat(bytes) })
  }
  return found
}

describe('A form', () => {
  test('is read byte by byte as it was sent, however it is cut into pieces', async () => {
    const boundary = '-ab'
    /** Content that often looks like the beginning of the boundary. */
    const content = fc
      .array(fc.constantFrom('\r', '\n', '-', 'a', '\r\n---a', '\r\n--', '\r\r\n---', 'x'), { maxLength: 60 })
      .map((texts) => texts.join('').replaceAll('\r\n---ab', ''))
      .filter((text) => !text.includes('\r\n---ab'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        async (texts, cuts) => {
          const parts = texts.map((text, index) => ({ head: field(`f${index}`), bytes: Buffer.from(text) }))
          const expected = texts.map((text, index) => ({
            name: `f${index}`,
            filename: undefined,
            bytes: Buffer.from(text),
          }))
          assert.deepEqual(await read(formOf(boundary, parts), boundary, cuts), expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('may come one byte at a time, with something before its first boundary', async () => {
    const form = formOf('b', [{ head: field('file', '; filename="a"'), bytes: Buffer.from('\r\n--') }], {
      preamble: 'hm\r\n',
    })
    const cuts = Array.from({ length: form.length }, (_, index) => index)
    assert.deepEqual(await read(form, 'b', cuts), [{ name: 'file', filename: 'a', bytes: Buffer.from('\r\n--') }])
  })

  test('may be cut in any two places', async () => {
    const bytes = Buffer.from('\r\n--bound\r\n-\r\r\n--boun\r\n--\r')
    const form = formOf('boundary', [{ head: field('a'), bytes }], { end: '--boundary--  \r\nepilogue\r\n--boundary' })
    for (let first = 0; first < form.length; first++)
      for (let second = first; second <= form.length; second += 3)
        assert.deepEqual((await read(form, 'boundary', [first, second]))[0]?.bytes, bytes, `${first} ${second}`)
  })

  test('may have padding after its boundaries, headers over several lines, and unknown headers', async () => {
    const form = `--b \t\r\nX-Y: 1\r\ncontent-DISPOSITION:form-data;\r\n name="file"; \r\n\tfilename="a"\r\n\r\nx\r\n--b--`
    assert.deepEqual(await read(Buffer.from(form), 'b'), [{ name: 'file', filename: 'a', bytes: Buffer.from('x') }])
  })

  test('A form with invalid line endings is refused', async () => {
    const form = formOf('b', [{ head: field('file'), bytes: Buffer.from('content') }])
    for (const end of ['\n', '\r'])
      await assert.rejects(read(Buffer.from(String(form).replaceAll('\r\n', end)), 'b'), { code: 'MALFORMED_FORM' })
  })

  test('takes linear time to read, whatever its headers contain', async () => {
    const full = `"${'\\'.repeat(5001)}`
    assert.equal(boundaryOf(`multipart/form-data; boundary=${full}`), undefined)
    const head = field('file', `; filename=${full}`)
    const [part] = await read(formOf('b', [{ head, bytes: Buffer.from('x') }]), 'b')
    assert.equal(part?.filename, '"')
  })

  test('is limited in the bytes around its fields', async () => {
    async function* endless(text: string) {
      yield Buffer.from('--b\r\n')
      for (;;) yield Buffer.from(text)
    }
    const parts = `${field('x')}\r\n\r\n\r\n--b\r\n`
    for (const [text, boundary] of [
      [parts, 'b'],
      ['preamble', 'other'],
    ] as const)
      await assert.rejects(
        async () => {
          for await (const { content } of partsOf(endless(text), boundary)) for await (const _ of content);
        },
        { code: 'FORM_TOO_LARGE' },
      )
  })

  test('has file names in every form that clients send', async () => {
    for (const [written, name] of [
      ['; filename="a b.txt"', 'a b.txt'],
      ['; filename=plain.txt', 'plain.txt'],
      ['; filename="ü€.txt"', 'ü€.txt'],
      ['; filename="a\\"b.txt"', 'a"b.txt'],
      ['; filename="C:\\x\\y.txt"', 'y.txt'],
      ['; filename="/home/ada/y.txt"', 'y.txt'],
      ['; filename="../../y.txt"', 'y.txt'],
      [`; filename="x"; filename*=UTF-8''a%2Fb%5Cy.txt`, 'y.txt'],
      [`; filename="x"; filename*=UTF-8''%e2%82%ac.txt`, '€.txt'],
      [`; filename="x"; filename*=UTF-8''%zz`, 'x'],
      ['; filename="a; name=b"', 'a; name=b'],
      ['; filename="a\u2028b\u0085.txt"', 'a\u2028b\u0085.txt'],
      ['; filename="a\\\\"', 'a'],
      [`; filename*=UTF-8''a%22b; filename="x"`, 'a"b'],
      ['; filename=""', ''],
      ['', undefined],
    ] as const) {
      const [part] = await read(formOf('b', [{ head: field('file', written), bytes: Buffer.from('x') }]), 'b')
      assert.deepEqual([part?.name, part?.filename], ['file', name], written)
    }
  })

  test('A form that is invalid or truncated is refused', async () => {
    const whole = formOf('b', [{ head: field('file'), bytes: Buffer.from('content') }])
    for (let length = 0; length < whole.length - 4; length++)
      await assert.rejects(read(whole.subarray(0, length), 'b'), { code: 'MALFORMED_FORM' }, `${length} bytes`)
    for (const head of [
      'X: y',
      'Content-Disposition: attachment; name="a"',
      'Content-Disposition: form-data',
      'x'.repeat(20_000),
    ])
      await assert.rejects(read(formOf('b', [{ head, bytes: Buffer.from('x') }]), 'b'), { code: 'MALFORMED_FORM' })
    await assert.rejects(read(Buffer.from(`--b\r\n${'x'.repeat(20_000)}`), 'b'), /more than 16384 bytes/)
    for (const type of [
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
    ])
      assert.equal(boundaryOf(type), undefined)
    assert.equal(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"'), 'a b')
  })
})

describe('An upload', () => {
  let harness: Harness
  let authorization: string
  before(async () => {
    harness = await openHarness({ MAX_FILE_SIZE: '3000000', IPFS_TIMEOUT: '300' })
    authorization = `Bearer ${await harness.token()}`
  })
  after(() => harness[Symbol.asyncDispose]())
  const post = async (parts: Given[], type = 'multipart/form-data; boundary=b', end?: string) => {
    const headers = { authorization, 'content-type': type }
    const body = formOf('b', parts, end === undefined ? {} : { end }) as Buffer<ArrayBuffer>
    const answer = await fetch(`${harness.url}/ipfs/upload`, { method: 'POST', headers, body })
    // biome-ignore lint/suspicious/noExplicitAny: tests assert on what was answered.
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const file = { head: field('file', '; filename="a.txt"'), bytes: randomBytes(70_000) }
  const small = { head: field('note'), bytes: Buffer.from('hello') }

  test('is described as a multipart form', async () => {
    const { body } = await harness.ask('/api/docs-json')
    const { requestBody } = body.paths['/ipfs/upload'].post
    assert.deepEqual(requestBody.content['multipart/form-data'].schema.properties, {
      file: { type: 'string', format: 'binary' },
    })
  })

  test('may have fields before and after its file', async () => {
    const { status, body } = await post([small, file, small])
    assert.deepEqual([status, body.size, body.filename], [201, 70_000, 'a.txt'])
  })

  test('is named after its file without the folders, and has no name if the file has none', async () => {
    for (const [written, name] of [
      ['; filename="C:\\fakepath\\a.txt"', 'a.txt'],
      ['; filename="../../etc/passwd"', 'passwd'],
      ['; filename="a\u0000b"', 'a\u0000b'],
      ['', ''],
    ] as const) {
      const { status, body } = await post([
        { head: `${field('file', written)}\r\nContent-Type: application/octet-stream`, bytes: file.bytes },
      ])
      if (written.includes('\0')) assert.deepEqual([status, body.code], [400, 'INVALID_TEXT'])
      else assert.deepEqual([status, body.filename], [201, name])
    }
  })

  test('stores nothing if its form has two files, too many other bytes, or no end', async () => {
    const before = await harness.onDisk()
    const fresh = () => ({ ...file, bytes: randomBytes(2_000_000) })
    const noise = { head: field('noise'), bytes: randomBytes(70_000) }
    assert.equal((await post([fresh(), file])).body.code, 'TOO_MANY_FILES')
    assert.equal((await post([fresh(), noise])).body.code, 'FORM_TOO_LARGE')
    assert.equal((await post([noise, fresh()])).body.code, 'FORM_TOO_LARGE')
    assert.equal((await post([fresh()], undefined, '')).body.code, 'MALFORMED_FORM')
    assert.equal(
      (await post([{ head: field('other', '; filename="x"'), bytes: file.bytes }])).body.code,
      'FILE_MISSING',
    )
    assert.equal((await post([file], 'multipart/form-data')).body.code, 'NOT_MULTIPART')
    assert.deepEqual(await harness.onDisk(), before)
  })

  test('An upload with an Idempotency-Key is answered again only for the same file, whatever its form looks like', async () => {
    const [bytes, other] = [randomBytes(1_200_000), randomBytes(1_200_000)]
    const first = await harness.upload(bytes, { key: 'one' })
    const again = await harness.upload(bytes, { key: 'one' })
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    const before = await harness.onDisk()
    for (const changed of [
      () => harness.upload(other, { key: 'one' }),
      () => harness.upload(bytes, { key: 'one', filename: 'b' }),
    ]) {
      const { status, body } = await changed()
      assert.deepEqual([status, body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    }
    assert.deepEqual(await harness.onDisk(), before)
    assert.equal((await harness.upload(randomBytes(3_000_001), { key: 'two' })).status, 413)
    assert.equal((await harness.upload(other, { key: 'two' })).status, 201, 'what had not come whole has no key')
  })

  test('An upload that is refused leaves the connection usable', async () => {
    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    const form = formOf('b', [{ head: field('other', '; filename="x"'), bytes: randomBytes(2_500_000) }])
    const head = `POST /ipfs/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n`
    socket.write(head)
    socket.write(form)
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let answers = ''
    socket.on('data', (data) => {
      answers += data
    })
    await once(socket, 'close')
    assert.match(answers, /^HTTP\/1\.1 400 [\s\S]*FILE_MISSING[\s\S]*HTTP\/1\.1 200 OK/)
  })

  const begin = (length: number) => {
    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const lines = [
      'POST /ipfs/upload HTTP/1.1',
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${length}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    return socket
  }

  test('An upload that stalls is a 408 that closes the connection, and nothing of it is kept', async () => {
    const before = await harness.onDisk()
    const socket = begin(2_000_000)
    socket.write(`--b\r\n${file.head}\r\n\r\n`)
    socket.write(randomBytes(1_500_000))
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 408 [\s\S]*UPLOAD_STALLED/)
    await once(socket, 'close')
    assert.deepEqual(await harness.onDisk(), before)
  })

  test('An upload that never ends is cut some time after its answer', async () => {
    const socket = begin(10_000_000_000)
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 413 [\s\S]*FILE_TOO_LARGE/)
    const piece = Buffer.alloc(1_000_000)
    let sent = 0
    const next = (event: string) => new Promise((resolve) => socket.once(event, resolve))
    const closed = next('close')
    for (; !socket.destroyed; sent += piece.length)
      if (!socket.write(piece)) await Promise.race([next('drain'), closed])
    assert.ok(sent >= 3_000_000 && sent < 100_000_000, `${sent}`)
  })

  test('waits its turn while many leaves are written, however long that takes', async () => {
    const free = Promise.withResolvers<void>()
    let writing = 0
    let most = 0
    const put = async () => {
      most = Math.max(most, ++writing)
      await free.promise
      writing--
    }
    const content = async function* () {
      yield Buffer.alloc(100)
    }
    const profile = { leaf: 10, width: 10, raw: true }
    const others = Array.from({ length: 6 }, () => importInto({ put } as never as Staging, content(), profile))
    const waiting = post([{ ...file, bytes: randomBytes(2_500_000) }])
    const stalled = begin(100_000)
    stalled.write(`--b\r\n${file.head}\r\n\r\n`)
    // The waiting upload has waited as long as the stalled one by now.
    await once(stalled, 'data')
    assert.equal(most, 16)
    free.resolve()
    assert.equal((await waiting).status, 201)
    await Promise.all(others)
  })
})
