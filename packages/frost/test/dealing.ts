/** Keys without a ceremony, for tests of signing: one dealer knows everything. */
import type { GroupKey } from '@quorate/frost'
import { publicPoint, Scalars } from '../src/group/group.ts'
import { scalarFromSeed } from '../src/group/hashing.ts'
import { evaluate } from '../src/group/polynomials.ts'
import { bytesFrom, rangeTo } from './network.ts'

export function dealt(
  threshold: number,
  members: number,
  salt = '',
): { key: GroupKey; shares: Map<number, Uint8Array> } {
  const coefficients = rangeTo(threshold).map((index) =>
    scalarFromSeed(bytesFrom(salt), new Uint8Array(32), `${index}`),
  )
  const shares = new Map(rangeTo(members).map((number) => [number, evaluate(coefficients, number)]))
  const key = {
    dkgId: '0.0.1@1.000000000',
    epoch: 1,
    threshold,
    publicKey: publicPoint(coefficients[0] ?? 0n).toHex(),
    members: [...shares].map(([number, share]) => ({
      id: `0.0.${number}`,
      key: '',
      number,
      verifyingShare: publicPoint(share).toHex(),
    })),
  }
  return { key, shares: new Map([...shares].map(([number, share]) => [number, Scalars.toBytes(share)])) }
}
