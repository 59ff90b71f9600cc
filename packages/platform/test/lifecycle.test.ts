import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLifecycle } from '../src/base/lifecycle.ts'
import { silentLogger as logger } from '../src/base/logger.ts'

test('Parts are closed in reverse order, each once, even if one fails', async () => {
  const lifecycle = createLifecycle({ logger, timeoutMs: 5 })
  const closed: string[] = []
  lifecycle.onStop('database', async () => void closed.push('database'))
  lifecycle.onStop('broken', () => {
    throw new Error('no')
  })
  lifecycle.onStop('hanging', () => new Promise(() => {}))
  lifecycle.onStop('http', () => void closed.push('http'))
  assert.deepEqual(await Promise.all([lifecycle.stop(), lifecycle.stop()]), [false, false])
  assert.deepEqual(closed, ['http', 'database'])
})

test('A stop without a fault says so', async () => {
  const lifecycle = createLifecycle({ logger })
  lifecycle.onStop('http', () => {})
  assert.equal(await lifecycle.stop(), true)
})
