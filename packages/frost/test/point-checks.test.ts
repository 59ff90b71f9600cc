/** How often points are checked. noble's classes are frozen, so its source gets a counter while it is loaded. */
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'

const checks = { count: 0 }
Object.assign(globalThis, { pointChecks: checks })
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/abstract/edwards.js')) return loaded
    const source = String(loaded.source).replace('isTorsionFree() {', '$& globalThis.pointChecks.count++;')
    return { ...loaded, source }
  },
})
const { verifyShare } = await import('@quorate/frost')
const { BASE, readPoint } = await import('../src/group/group.ts')
const { MAX_KNOWN_POINTS } = await import('../src/limits.ts')
const { dealt } = await import('./dealing.ts')
const { signerOf, signWith } = await import('./signatures.ts')

async function checksOf(action: () => unknown): Promise<number> {
  const before = checks.count
  await action()
  return checks.count - before
}

test('a signature checks each point of its commitments once, and those of the key the first time', async () => {
  const { key, shares } = dealt(3, 5)
  const message = new TextEncoder().encode('a transaction body')
  const numbers = [1, 3, 4]
  // Two points of each commitment, and the public key.
  assert.equal(await checksOf(() => signWith(key, shares, numbers, message)), 7)
  const signAndVerify = async (): Promise<void> => {
    const signers = numbers.map((number) => signerOf(key, shares, number))
    const commitments = signers.map((signer) => signer.commit())
    for (const [index, number] of numbers.entries()) {
      const share = await signers[index]?.sign(message, commitments)
      assert.ok(verifyShare(key, commitments, message, { number, share: share ?? '' }))
    }
  }
  // The verifying shares come in addition.
  assert.equal(await checksOf(signAndVerify), 9)
  assert.equal(await checksOf(signAndVerify), 6)
})

test('a point outside the subgroup of prime order is refused each time', async () => {
  const small = `ec${'ff'.repeat(30)}7f`
  const refuse = () => assert.throws(() => readPoint(small), { code: 'POINT_INVALID' })
  assert.deepEqual([await checksOf(refuse), await checksOf(refuse)], [1, 1])
})

test('of the points that were checked, those used last are kept', async () => {
  let point = BASE
  const next = (): string => {
    point = point.add(BASE)
    return point.toHex()
  }
  const [often, seldom] = [next(), next()]
  readPoint(often)
  readPoint(seldom)
  for (let read = 0; read < MAX_KNOWN_POINTS; read++) {
    readPoint(next())
    readPoint(often)
  }
  assert.equal(await checksOf(() => readPoint(often)), 0)
  assert.equal(await checksOf(() => readPoint(seldom)), 1)
})
