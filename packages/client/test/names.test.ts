import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, isQuorateError, type Signer } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import type { Key, Leaf } from '@quorate/verify'
import { dataToSign, ipnsName, ipnsRecord, type RecordFields, readRecord, recordData } from '@quorate/verify/ipns'
import { json, refusal, serving } from './server.ts'

const ID = '0.0.1022'
const CID = 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'
const NOW = Date.parse('2026-11-24T12:00:00Z')
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing thrown',
    (error) => (isQuorateError(error) ? error.code : String(error)),
  )

for (const type of ['ed25519', 'secp256k1'] as const)
  describe(`Publishing under the name of a key (${type})`, () => {
    const signer = keySigner({ accountId: ID, privateKey: '07'.repeat(32), type })
    const key: Leaf = { type, bytes: Uint8Array.fromHex(signer.publicKey ?? '') }
    const name = ipnsName(key)
    /** What the node answers as the newest record. */
    let known: Uint8Array | undefined
    let service: Awaited<ReturnType<typeof serving>>
    before(async () => {
      service = await serving((response, { method, body }) => {
        if (method === 'POST') json(response, 200, { name, record: JSON.parse(body).record })
        else if (known) json(response, 200, { name, record: known.toBase64() })
        else json(response, 404, refusal('NAME_NOT_FOUND'))
      })
    })
    after(() => service.close())

    const clientOf = (by: Signer = signer) => createClient({ node: service.url, signer: by, chain: 'hedera:devnet' })
    const agreeing = (ledger: Key | null = key) => ({ ledgerKey: async () => ledger })
    const posted = () => service.asked.filter(({ method }) => method === 'POST')
    const recordOf = async (fields: RecordFields) => {
      const data = recordData(fields)
      return ipnsRecord(data, (await signer.signName?.(dataToSign(data))) ?? new Uint8Array())
    }

    test('signs a first record that points at the content, valid for a year', async () => {
      known = undefined
      await clientOf().publishName({ path: CID, now: NOW }, agreeing())
      const { name: sent, record } = JSON.parse(posted().at(-1)?.body ?? '')
      assert.equal(sent, name)
      assert.deepEqual(readRecord(key, Uint8Array.fromBase64(record)), {
        value: `/ipfs/${CID}`,
        sequence: 0n,
        validUntil: Date.parse('2027-11-24T12:00:00Z'),
        ttlMs: 300_000,
      })
    })

    test('continues after the newest record, and shows it before', async () => {
      const last = { value: '/ipfs/other', sequence: 41n, validUntil: NOW - 1, ttlMs: 0 }
      known = await recordOf(last)
      const seen: unknown[] = []
      const confirm = (review: unknown) => seen.push(review) > 0
      await clientOf().publishName({ path: `ipfs://${CID}/a`, validUntil: NOW + 1000 }, { ...agreeing(), confirm })
      const { record } = JSON.parse(posted().at(-1)?.body ?? '')
      const fields = readRecord(key, Uint8Array.fromBase64(record))
      assert.deepEqual(fields, { value: `/ipfs/${CID}/a`, sequence: 42n, validUntil: NOW + 1000, ttlMs: 300_000 })
      const { ttlMs: _, ...review } = fields
      assert.deepEqual(seen, [{ name, ...review, before: last }])
    })

    test('signs nothing that it was not asked for, or that would not count', async () => {
      const count = posted().length
      known = undefined
      const { signName: _, ...wallet } = signer
      const other = keySigner({ accountId: ID, privateKey: '08'.repeat(32), type })
      const shared: Key = {
        type: 'threshold',
        threshold: 2,
        keys: [key, { type: 'ed25519', bytes: new Uint8Array(32) }],
      }
      const publish = (by: Signer, path = CID, agreement = agreeing()) =>
        codeOf(clientOf(by).publishName({ path }, agreement))
      assert.equal(await publish(wallet), 'NAMES_UNSUPPORTED')
      assert.equal(await publish(other), 'NOT_THE_KEY')
      assert.equal(await publish({ ...signer, signName: (bytes) => other.signName?.(bytes) ?? bytes }), 'NOT_THE_KEY')
      assert.equal(await publish(signer, CID, agreeing(shared)), 'NOT_THE_KEY')
      assert.equal(await publish(signer, CID, agreeing(null)), 'NOT_THE_KEY')
      for (const path of ['', 'nothing', `/ipfs/${CID}/../x`, `/ipns/${name}`, 'https://example.com'])
        assert.equal(await publish(signer, path), 'INVALID_PATH', path)
      const confirm = () => false
      assert.equal(await codeOf(clientOf().publishName({ path: CID }, { ...agreeing(), confirm })), 'NOT_CONFIRMED')
      assert.equal(await codeOf(clientOf().publishName({ path: CID })), 'NO_ADDRESS')
      known = (await recordOf({ value: '/ipfs/x', sequence: 9n, validUntil: NOW, ttlMs: 0 })).with(70, 0)
      assert.equal(await publish(signer), 'ANSWER_REFUSED')
      assert.equal(posted().length, count)
    })

    test('signs nothing but the bytes of a record with the key of a name', () => {
      for (const text of [
        '',
        '{"url":"https://node.example"}',
        '\n\x1a',
        '\x19Hedera Signed Message:\n',
        'ipns-signature',
      ])
        assert.throws(() => signer.signName?.(new TextEncoder().encode(text)), RangeError)
    })
  })
