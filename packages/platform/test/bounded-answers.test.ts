import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedText } from '@quorate/platform'
import { serverWriting } from '@quorate/platform/testing'

const TEXT = '{"a":"é"}'

test("Another server's answer is read up to its limit of bytes, and no further", async () => {
  const { length } = Buffer.from(TEXT)
  await using server = await serverWriting(`HTTP/1.1 200 OK\r\n\r\n${TEXT}`)
  assert.equal(await boundedText(await fetch(server.url), length), TEXT)
  assert.equal(await boundedText(await fetch(server.url), length - 1), undefined)
})
