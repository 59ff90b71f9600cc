/** Members with keys, a consensus topic in memory, and ceremonies that run on it until nobody has anything to write. */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import {
  type Ceremony,
  type CeremonyMember,
  createMember,
  encodeRecord,
  type GroupKey,
  groupKeyDigest,
  openCeremony,
  type Start,
  signAlone,
  signRecord,
  type TopicMessage,
  testMessage,
  type Unsigned,
} from '@quorate/frost'

import { signWith } from './signatures.ts'

export const CHAIN = 'localnet'
export const TOPIC = '0.0.1234'
const START_SECONDS = 1_764_000_000n

export interface Person {
  id: string
  key: string
  number: number
  privateKey: KeyObject
}

const people = new Map<number, Person>()
/** The same person for the same number, in all tests of a file. */
export function person(number: number): Person {
  const known = people.get(number)
  if (known) return known
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('hex')
  const made = { id: `0.0.${1000 + number}`, key, number, privateKey }
  people.set(number, made)
  return made
}

export const signAs = (number: number) => (message: Uint8Array) => sign(null, message, person(number).privateKey)

export const verifySignature = (key: string, message: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, message, createPublicKey({ key: Buffer.from(key, 'hex'), format: 'der', type: 'spki' }), signature)

/** Whether Node's own Ed25519 accepts the signature. */
export function isEd25519(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = { crv: 'Ed25519', kty: 'OKP', x: Buffer.from(publicKey, 'hex').toString('base64url') }
  return verify(null, message, createPublicKey({ key, format: 'jwk' }), signature)
}

/** Bytes that look random and are the same in each run. */
export const bytesFrom = (text: string): Uint8Array => Uint8Array.from(createHash('sha256').update(text).digest())

export const rangeTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

export function startOf(
  numbers: readonly number[],
  fields: Partial<Unsigned<Start>> & { threshold: number; previous?: never },
  previous?: GroupKey,
): Unsigned<Start> {
  const { kind = 'generate' } = fields
  return {
    frost: 1,
    type: 'start',
    kind,
    chain: CHAIN,
    topic: TOPIC,
    epoch: 1 + (previous?.epoch ?? 0) - (kind === 'repair' ? 1 : 0),
    members: numbers.map((number) => ({ id: person(number).id, key: person(number).key, number })),
    phaseSeconds: 60,
    from: numbers[0] ?? 1,
    ...(previous ? { previous: groupKeyDigest(previous) } : {}),
    ...fields,
  }
}

/** Changes what a dishonest member is about to write. Undefined instead of bytes: it stays silent. */
export type Tamper = (bytes: Uint8Array, ceremony: Ceremony) => Promise<Uint8Array | undefined> | Uint8Array | undefined

export interface RunOptions {
  previous?: GroupKey | undefined
  /** What each has to deal. */
  shares?: ReadonlyMap<number, Uint8Array>
  /** By number. */
  tamper?: ReadonlyMap<number, Tamper>
  /** The members' process; those of `restarts` lose their memory after each record. */
  restarts?: readonly number[]
  /** Makes the seeds differ between ceremonies. */
  salt?: string
}

export interface Finished {
  ceremony: Ceremony
  messages: readonly TopicMessage[]
  key: GroupKey | undefined
  /** Of those who have the key. */
  shares: Map<number, Uint8Array>
}

interface Runner {
  number: number
  ceremony: Ceremony
  member: CeremonyMember
  applied: number
}

/** Runs a ceremony to its end. Consensus time passes a second with each message, and to the deadline if all wait. */
export async function run(start: Unsigned<Start>, options: RunOptions = {}): Promise<Finished> {
  const { previous, shares, tamper, restarts = [], salt = '' } = options
  const signed = encodeRecord(await signRecord<Start>(start, signAs(start.from)))
  const messages: TopicMessage[] = []
  let now = START_SECONDS
  const append = (bytes: Uint8Array): void => {
    now += 1n
    const time = `${now}.000000001`
    messages.push({ bytes, consensusTimestamp: time, completedAt: time })
  }
  append(signed)
  const open = (): Ceremony => openOn(messages, previous)
  const begin = (number: number): Runner => {
    const ceremony = open()
    const seed = bytesFrom(`seed ${salt} ${number} ${start.kind} ${start.epoch}`)
    const share = shares?.get(number)
    const member = createMember(ceremony, { number, seed, share, sign: signAs(number) })
    return { number, ceremony, member, applied: 1 }
  }
  const observer = open()
  const runners = [...observer.state.parties.keys()].map(begin)
  let applied = 1
  for (let isIdle = false; observer.status().phase !== 'done' && observer.status().phase !== 'failed'; ) {
    isIdle = true
    const written: Uint8Array[] = []
    for (const [index, one] of runners.entries()) {
      const runner = restarts.includes(one.number) ? begin(one.number) : one
      for (const message of messages.slice(runner.applied)) runner.ceremony.apply(message)
      runner.applied = messages.length
      runners[index] = runner
    }
    for (const runner of runners) {
      const due = await runner.member.next(now * 1_000_000_000n)
      const next = due ?? (await proofOf(runner, runners))
      const record = next && (await (tamper?.get(runner.number) ?? ((same) => same))(next, runner.ceremony))
      if (record) written.push(record)
    }
    // All wrote at the same time, so none had seen what the others wrote. The last of a round is first in the next.
    for (const record of messages.length % 2 ? written : written.reverse()) append(record)
    isIdle = written.length === 0
    for (const message of messages.slice(applied)) observer.apply(message)
    applied = messages.length
    if (isIdle) now = observer.state.deadline / 1_000_000_000n + 200n
  }
  const { key } = observer.status()
  for (const runner of runners) for (const message of messages.slice(runner.applied)) runner.ceremony.apply(message)
  const holders = runners.filter(({ number }) => start.kind !== 'repair' || number === start.repaired)
  const holding = holders.filter(({ number }) => key?.members.some((member) => member.number === number))
  return {
    ceremony: observer,
    messages,
    key,
    shares: new Map(holding.map(({ number, member }) => [number, member.share()])),
  }
}

/** The record that the new shares have signed, by the first of those who have one. */
async function proofOf({ number, ceremony, member }: Runner, runners: readonly Runner[]) {
  const key = ceremony.status().candidate
  if (key?.members[0]?.number !== number) return undefined
  const isMember = (one: Runner): boolean => key.members.some((other) => other.number === one.number)
  const holders = runners.filter((one) => isMember(one) && one.ceremony.status().candidate)
  const shares = new Map(holders.map((one) => [one.number, one.member.share()]))
  const numbers = [...shares.keys()].slice(0, key.threshold)
  if (numbers.length < key.threshold) return undefined
  const nonce = '0'.repeat(32)
  const message = testMessage(key.dkgId, nonce)
  const alone = () => signAlone(shares.get(number) ?? new Uint8Array(), message, () => bytesFrom('nonce'))
  return member.proven(nonce, key.threshold === 1 ? alone() : await signWith(key, shares, numbers, message))
}

/** The ceremony that begins with the first message, with all further ones applied. */
export function openOn(messages: readonly TopicMessage[], previous?: GroupKey): Ceremony {
  const [first, ...rest] = messages
  if (!first) throw new Error('the topic is empty')
  const ceremony = openCeremony(first, { chain: CHAIN, topic: TOPIC, previous, verify: verifySignature })
  for (const message of rest) ceremony.apply(message)
  return ceremony
}

/** The key and the shares of a finished ceremony. */
export function keyOf({ key, shares, ceremony }: Finished): { key: GroupKey; shares: Map<number, Uint8Array> } {
  if (!key) throw new Error(`the ceremony failed: ${ceremony.status().failure}`)
  return { key, shares }
}
