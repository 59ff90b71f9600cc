import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { type Key, publicKeyText } from '@quorate/verify'
import fc from 'fast-check'
import { keyToHex } from '../src/model/keys.ts'
import type { Request } from '../src/model/request.ts'
import { canStillPass, missingSigners } from '../src/model/signatures.ts'
import { checkGovernance, walletKey } from '../src/model/wallet.ts'

const leaf = (): Key & { bytes: Uint8Array } => {
  const der = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
  return { type: 'ed25519', bytes: new Uint8Array(der.subarray(-32)) }
}
const people = Array.from({ length: 7 }, (_, index) => ({ wallet: `0.0.${1001 + index}`, name: '', key: leaf() }))

/** A request of a wallet owned by the first `owners` people, some of whom have signed and others rejected. */
function requestOf(owners: number, threshold: number, said: ('nothing' | 'signed' | 'rejected')[]): Request {
  const governance = { owners: people.slice(0, owners), threshold }
  const key = walletKey(governance)
  const who = (what: string) => people.slice(0, owners).filter((_owner, index) => said[index] === what)
  return {
    wallet: '0.0.5000',
    mode: 'immediate',
    governance: { ...governance, key, previousKey: null, changedAt: new Date(0) },
    newGovernance: null,
    signing: { accounts: [{ account: '0.0.5000', key: keyToHex(key) }], newKey: false },
    signatures: who('signed').map((owner) => ({
      senderId: owner.wallet,
      publicKey: publicKeyText(owner.key as never),
    })),
    rejections: who('rejected').map(({ wallet }) => ({ account: wallet })),
  } as unknown as Request
}

const cases = fc.integer({ min: 1, max: people.length }).chain((owners) =>
  fc.tuple(
    fc.constant(owners),
    fc.integer({ min: 1, max: owners }),
    fc.array(fc.constantFrom('nothing' as const, 'signed' as const, 'rejected' as const), {
      minLength: owners,
      maxLength: owners,
    }),
  ),
)

test('A request can still pass exactly while enough owners have not rejected it', () => {
  fc.assert(
    fc.property(cases, ([owners, threshold, said]) => {
      const able = said.filter((what) => what !== 'rejected').length
      assert.equal(canStillPass(requestOf(owners, threshold, said)), able >= threshold)
    }),
  )
})

test('The missing signers are the owners who have neither signed nor rejected; nobody is missing once enough have signed', () => {
  fc.assert(
    fc.property(cases, ([owners, threshold, said]) => {
      const signed = said.filter((what) => what === 'signed').length
      const others = people.slice(0, owners).filter((_owner, index) => said[index] === 'nothing')
      const expected = signed >= threshold ? [] : others.map(({ wallet }) => wallet)
      assert.deepEqual(missingSigners(requestOf(owners, threshold, said)), expected)
    }),
  )
})

test('Owners can govern together exactly if they are few enough, distinct, and can reach the threshold', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: people.length - 1 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 8 }),
      (chosen, threshold, maxOwners) => {
        const owners = chosen.flatMap((index) => people[index] ?? [])
        const fits = owners.length <= maxOwners && threshold <= owners.length && new Set(chosen).size === chosen.length
        const check = () => checkGovernance({ owners, threshold }, maxOwners)
        if (fits) check()
        else assert.throws(check, /owner|threshold/i)
      },
    ),
  )
})
