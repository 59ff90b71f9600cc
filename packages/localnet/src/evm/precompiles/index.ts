import { createHash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'
import type { Address } from '#evm/word.ts'
import type { Precompile } from '#evm/world.ts'
import { blake2f, blake2fGas } from './blake2f.ts'
import { bn254Add, bn254Multiply, bn254Pairing, bn254PairingGas } from './bn254.ts'
import { perWord } from './bytes.ts'
import { ecrecover } from './ecrecover.ts'
import { pointEvaluation } from './kzg.ts'
import { modexp, modexpGas } from './modexp.ts'

const sha256 = (input: Uint8Array): Uint8Array => createHash('sha256').update(input).digest()

function ripemd(input: Uint8Array): Uint8Array {
  const output = Buffer.alloc(32)
  output.set(ripemd160(input), 12)
  return output
}

const fixed = (gas: number) => (): number => gas

const CANCUN: readonly Precompile[] = [
  { gas: fixed(3000), run: ecrecover },
  { gas: perWord(60, 12), run: sha256 },
  { gas: perWord(600, 120), run: ripemd },
  { gas: perWord(15, 3), run: (input) => input },
  { gas: modexpGas, run: modexp },
  { gas: fixed(150), run: bn254Add },
  { gas: fixed(6000), run: bn254Multiply },
  { gas: bn254PairingGas, run: bn254Pairing },
  { gas: blake2fGas, run: blake2f },
  { gas: fixed(50_000), run: pointEvaluation },
]

/** Ethereum's contracts 0x01 to 0x0a, by address. */
export const PRECOMPILES: ReadonlyMap<Address, Precompile> = new Map(
  CANCUN.map((precompile, i) => [(i + 1).toString(16).padStart(40, '0'), precompile]),
)
