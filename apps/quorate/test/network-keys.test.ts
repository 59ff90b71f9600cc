import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { testDataDirectory } from '@quorate/platform/testing'
import { command } from './process.ts'

const [KEY, OTHER] = ['1f'.repeat(32), '2e'.repeat(32)]
const [HERE, THERE] = ['hedera:devnet http://127.0.0.1:3001', 'hedera:testnet https://votes.example']

async function run(state: string, given: string[]) {
  const child = spawn(process.execPath, [command, ...given], {
    env: { PATH: process.env.PATH, XDG_STATE_HOME: state },
  })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, error }
}

test('quorate network-key lists accepted keys, and forgets one at every service', async () => {
  const state = await testDataDirectory()
  assert.deepEqual(await run(state, ['network-key', 'list']), { code: 0, out: '', error: '' })
  const file = join(state, 'quorate', 'network-keys.json')
  mkdirSync(join(state, 'quorate'), { recursive: true })
  writeFileSync(file, JSON.stringify({ [HERE]: [KEY, OTHER], [THERE]: [KEY] }))

  const listed = await run(state, ['network-key', 'list'])
  const [here, there] = [HERE, THERE].map((place) => place.replace(' ', '\t'))
  assert.deepEqual(listed.out.trim().split('\n'), [`${KEY}\t${here}`, `${OTHER}\t${here}`, `${KEY}\t${there}`])

  const forgotten = await run(state, ['network-key', 'forget', KEY.toUpperCase(), '--json'])
  const places = forgotten.out.trim().split('\n')
  assert.deepEqual(
    places.map((line) => JSON.parse(line).chain),
    ['hedera:devnet', 'hedera:testnet'],
  )
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { [HERE]: [OTHER], [THERE]: [] })

  const again = await run(state, ['network-key', 'forget', KEY])
  assert.equal(again.code, 1)
  assert.match(again.error, /^You have not accepted the network key 1f1f/m)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { [HERE]: [OTHER], [THERE]: [] })
})

test('quorate network-key changes nothing in a file that is not one of network keys', async () => {
  const state = await testDataDirectory()
  const file = join(state, 'quorate', 'network-keys.json')
  mkdirSync(join(state, 'quorate'), { recursive: true })
  writeFileSync(file, '{"a": 1}')
  for (const given of [['list'], ['forget', KEY]]) {
    const { code, error } = await run(state, ['network-key', ...given])
    assert.equal(code, 1)
    assert.match(error, /is not a file of network keys: delete it/)
  }
  assert.equal(readFileSync(file, 'utf8'), '{"a": 1}')
})
