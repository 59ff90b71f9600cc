import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRequest } from '../src/page/approve/check.ts'

test('Bytes are trusted only from the time on that their request states, or at once', async () => {
  const none = { ledger: { key: async () => null, schedule: async () => null }, ownersOf: async () => undefined }
  const now = Math.floor(Date.now() / 1000)
  const differs = async (start: number, executeAt?: number, asked?: Record<string, unknown>): Promise<boolean> => {
    const { differences } = await checkRequest(
      {
        ...{
          jobId: 'j',
          walletId: '0.0.7',
          status: 'pending' as const,
          operation: 'stake' as const,
          payload: { walletId: '0.0.7' },
          requesterId: '0.0.8',
        },
        ...{ transactionId: `0.0.7@${start}.000000001`, bodyBytes: '' },
        ...(executeAt === undefined ? {} : { executeAt: new Date(executeAt * 1000).toISOString() }),
      },
      none,
      { signerId: '0.0.8', asked: asked && { operation: 'stake', payload: { walletId: '0.0.7', ...asked } } },
    )
    return differences.some(({ message }) => message.includes('is valid from'))
  }
  assert.deepEqual([await differs(now), await differs(now + 3600, now + 3600)], [false, false])
  assert.deepEqual([await differs(now + 3600), await differs(now, now + 3600)], [true, true])
  assert.equal(await differs(9e15), true, 'at a time that no date can be')
  assert.equal(await differs(now + 3600, now + 3600, {}), true, 'in this tab it was asked for at once')
})
