/**
 * Published vectors. `vectors.json` has them as in `frost-ed25519/tests/helpers` of ZcashFoundation/frost at
 * 0966bd1529aa062ad3b621af99e277f976b1c0f0; `rfc9591` are those of RFC 9591, appendix E.1. Of `bigIdentifiers` the
 * shares of members that don't sign are left out.
 *
 * Nobody has published vectors of a refresh: RFC 9591 is about signing only, and the tests of ZcashFoundation/frost
 * (`frost-core/src/tests/refresh.rs`) draw new randomness with each run and check only that the result signs. So
 * `refresh.test.ts` compares a refresh with arithmetic of its own.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { aggregate, createSigner, type GroupKey, verifyShare } from '@quorate/frost'
import { BASE, publicPoint, readPoint, readScalar, Scalars, sumOfPoints, sumOfScalars } from '../src/group/group.ts'
import { evaluate, evaluatePoints } from '../src/group/polynomials.ts'
import { isKnown } from '../src/proofs/knowledge.ts'
import { repairedShare, sigmaOf } from '../src/shares/repair.ts'
import { isEd25519 } from './network.ts'

const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'))
const hexOf = (scalar: bigint): string => Buffer.from(Scalars.toBytes(scalar)).toString('hex')
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

interface Output {
  identifier: number
  [field: string]: string | number
}

function keyIn({ config, inputs }: (typeof vectors)['rfc9591']): GroupKey {
  return {
    dkgId: '0.0.1@1.000000000',
    epoch: 1,
    threshold: Number(config.MIN_PARTICIPANTS),
    publicKey: inputs.verifying_key_key,
    members: inputs.participant_shares.map(({ identifier, participant_share }: Output) => ({
      id: `${identifier}`,
      key: '',
      number: identifier,
      verifyingShare: publicPoint(readScalar(String(participant_share))).toHex(),
    })),
  }
}

for (const name of ['rfc9591', 'bigIdentifiers'] as const) {
  test(`signing gives the nonces, shares and signature of ${name}`, async () => {
    const vector = vectors[name]
    const key = keyIn(vector)
    const message = bytes(vector.inputs.message)
    const shareOf = (number: number): string =>
      vector.inputs.participant_shares.find(({ identifier }: Output) => identifier === number).participant_share
    const signers = vector.round_one_outputs.outputs.map((output: Output) => {
      const randoms = [output.hiding_nonce_randomness, output.binding_nonce_randomness].map((one) => bytes(String(one)))
      return createSigner({
        key,
        number: output.identifier,
        share: bytes(shareOf(output.identifier)),
        remember: () => true,
        random: () => randoms.shift() ?? assert.fail('a third random value'),
      })
    })
    const commitments = signers.map((signer: ReturnType<typeof createSigner>) => signer.commit())
    assert.deepEqual(
      commitments,
      vector.round_one_outputs.outputs.map((output: Output) => ({
        number: output.identifier,
        hiding: output.hiding_nonce_commitment,
        binding: output.binding_nonce_commitment,
      })),
    )
    const shares = new Map<number, string>()
    for (const [index, { identifier, sig_share }] of vector.round_two_outputs.outputs.entries()) {
      const share = await signers[index].sign(message, commitments)
      assert.equal(share, sig_share)
      assert.ok(verifyShare(key, commitments, message, { number: identifier, share }))
      shares.set(identifier, share)
    }
    const signature = aggregate(key, commitments, message, shares)
    assert.equal(Buffer.from(signature).toString('hex'), vector.final_output.sig)
    assert.ok(isEd25519(key.publicKey, message, signature))
  })
}

test('a polynomial of RFC 9591 gives the shares of its dealer', () => {
  const { inputs } = vectors.rfc9591
  const coefficients = [inputs.group_secret_key, ...inputs.share_polynomial_coefficients].map(readScalar)
  for (const { identifier, participant_share } of inputs.participant_shares)
    assert.equal(hexOf(evaluate(coefficients, identifier)), participant_share)
})

describe('the key generation of ZcashFoundation/frost', () => {
  const { inputs } = vectors.dkg
  const members = [1, 2, 3].map((number) => ({ number, ...inputs[number] }))

  test('has proofs of knowledge that are accepted for their member only', () => {
    for (const { number, vss_commitments, proof_of_knowledge } of members) {
      const point = readPoint(vss_commitments[0])
      const isFor = (claimed: number) =>
        isKnown({ number: claimed, context: new Uint8Array() }, point, proof_of_knowledge)
      assert.deepEqual(
        [1, 2, 3].map(isFor),
        [1, 2, 3].map((claimed) => claimed === number),
      )
    }
  })

  test('has commitments and shares that are ours for the same coefficients', () => {
    for (const { number, signing_key, coefficient, vss_commitments } of members) {
      const coefficients = [signing_key, coefficient].map(readScalar)
      assert.deepEqual(
        coefficients.map((one) => publicPoint(one).toHex()),
        vss_commitments,
      )
      for (const other of members.filter((one) => one.number !== number)) {
        const share = evaluate(coefficients, other.number)
        assert.equal(hexOf(share), other.signing_shares[number])
        assert.ok(BASE.multiply(share).equals(evaluatePoints(vss_commitments.map(readPoint), other.number)))
      }
    }
  })

  test('adds up to the same key, shares and verifying shares', () => {
    const columns = [0, 1].map((index) => sumOfPoints(members.map((one) => readPoint(one.vss_commitments[index]))))
    assert.equal(columns[0]?.toHex(), inputs.verifying_key)
    for (const { number, signing_key, coefficient, signing_shares, signing_share, verifying_share } of members) {
      const own = evaluate([signing_key, coefficient].map(readScalar), number)
      const share = sumOfScalars([own, ...Object.values<string>(signing_shares).map(readScalar)])
      assert.equal(hexOf(share), signing_share)
      assert.equal(evaluatePoints(columns, number).toHex(), verifying_share)
    }
  })
})

test('a repair gives the sigma and the share of ZcashFoundation/frost', () => {
  const { scalar_generation: deltas, sigma_generation: sigmas } = vectors.repair
  const valuesOf = (named: Record<string, string>) =>
    Object.entries(named)
      .filter(([name]) => !name.endsWith('_sum'))
      .map(([, value]) => readScalar(value))
  assert.equal(hexOf(sigmaOf(valuesOf(deltas))), deltas.random_scalar_sum)
  assert.equal(hexOf(repairedShare(valuesOf(sigmas))), sigmas.sigma_sum)
})
