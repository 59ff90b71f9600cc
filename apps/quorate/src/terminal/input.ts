import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseJson } from '@quorate/verify'
import { Failure } from '../exit-codes.ts'

/** JSON from a file, or from standard input for `-`. @throws Failure */
export async function readJson(file: string): Promise<unknown> {
  try {
    return parseJson(file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure('usage', `${file} cannot be read as JSON: ${(error as Error).message}`)
  }
}
