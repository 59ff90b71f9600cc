/** The network keys that the user has accepted for secret votes, in a file that only the user can read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../exit-codes.ts'
import { stateFolder, writeState } from './session-file.ts'

/** The governance service that shows proposals, and the chain. */
export interface VotingPlace {
  governance: string
  chain: string
}

const fileOf = (): string => join(stateFolder(), 'network-keys.json')
const placeOf = ({ governance, chain }: VotingPlace): string => `${chain} ${governance}`

/** The keys that were accepted for the place. @throws Failure if the file is not ours */
export const acceptedKeys = (place: VotingPlace): readonly string[] => read()[placeOf(place)] ?? []

/** Accepts a key for the place from now on. */
export function acceptKey(place: VotingPlace, networkKey: string): void {
  const all = read()
  const accepted = all[placeOf(place)] ?? []
  if (accepted.includes(networkKey)) return
  writeState(fileOf(), { ...all, [placeOf(place)]: [...accepted, networkKey] })
}

/** An accepted key. */
export interface AcceptedKey extends VotingPlace {
  networkKey: string
}

/** All accepted keys. @throws Failure if the file is not ours */
export const allAcceptedKeys = (): AcceptedKey[] =>
  Object.entries(read()).flatMap(([place, keys]) => {
    const [chain = '', governance = ''] = place.split(' ')
    return keys.map((networkKey) => ({ networkKey, chain, governance }))
  })

/** Forgets a key at all places. Returns the places that had accepted it. @throws Failure if the file is not ours */
export function forgetKey(networkKey: string): AcceptedKey[] {
  const forgotten = allAcceptedKeys().filter((one) => one.networkKey === networkKey)
  const left = Object.entries(read()).map(([place, keys]) => [place, keys.filter((one) => one !== networkKey)])
  if (forgotten.length > 0) writeState(fileOf(), Object.fromEntries(left))
  return forgotten
}

function read(): Record<string, string[]> {
  let text: string
  try {
    text = readFileSync(fileOf(), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && Object.values(value).every(isKeys)) return { ...value }
  } catch {
    // The error below covers this.
  }
  throw new Failure('failed', `${fileOf()} is not a file of network keys: delete it`, 'KEYS_FILE_UNUSABLE')
}

const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
