import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedBytes, boundedJson, boundedText } from '@quorate/platform'
import { serverInPieces, serverWriting } from '@quorate/platform/testing'

const TEXT = '{"a":"é"}'

test('An answer of another server is read up to its bound of bytes, and no further', async () => {
  const { length } = Buffer.from(TEXT)
  await using server = await serverWriting(`HTTP/1.1 200 OK\r\n\r\n${TEXT}`)
  assert.equal(await boundedText(await fetch(server.url), length), TEXT)
  assert.equal(await boundedText(await fetch(server.url), length - 1), undefined)
})

test('An answer in pieces of one byte is given up before most of it has come', async () => {
  await using server = await serverInPieces('{}')
  assert.equal(await boundedText(await fetch(server.url), 16_777_216), undefined)
  await assert.rejects(boundedBytes(await fetch(server.url), 16_777_216), /it gave \d{4} bytes in \d{4} pieces/)
  assert.ok(server.sent() < 10_000_000, `${server.sent()} pieces`)
})

test('A short answer may come in pieces of one byte', async () => {
  await using server = await serverInPieces('{"a":[1]}', 1000)
  assert.deepEqual(await boundedJson(await fetch(server.url), 2000), { a: [1] })
  assert.equal(await boundedJson(await fetch(server.url), 1000), undefined)
})
