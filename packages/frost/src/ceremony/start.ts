/** Checks of a ceremony's start record. */
import { FrostError } from '../error.ts'
import { readPoint } from '../group/group.ts'
import { type GroupKey, groupKeyDigest } from '../group-key.ts'
import type { Kind, Start, StartMember } from '../records/schema.ts'

/** The fields that each kind has besides those of every start. */
const EXTRA: Record<Kind, readonly (keyof Start)[]> = {
  generate: [],
  split: ['publicKey', 'holder'],
  reshare: ['previous'],
  refresh: ['previous'],
  repair: ['previous', 'helpers', 'repaired'],
  rotate: ['previous'],
}

/**
 * Refuses a start that contradicts itself or the shared key that it changes.
 * @throws FrostError `START_INVALID`
 */
export function checkStart(start: Start, previous: GroupKey | undefined): void {
  checkFields(start)
  checkMembers(start)
  if (start.kind === 'split') checkSplit(start)
  if (EXTRA[start.kind].includes('previous')) checkChange(start, previous)
}

/** All parties: the members afterwards, and in a reshare also the old members, which deal their shares. */
export function partiesOf({ kind, members }: Start, previous: GroupKey | undefined): Map<number, StartMember> {
  const leaving = kind === 'reshare' ? (previous?.members ?? []) : []
  const all = [...leaving.map(({ id, key, number }) => ({ id, key, number })), ...members]
  return new Map(all.map((member) => [member.number, member] as const).sort(([one], [other]) => one - other))
}

function checkFields(start: Start): void {
  const extra = ['publicKey', 'holder', 'previous', 'helpers', 'repaired'] as const
  for (const field of extra) {
    const isExpected = EXTRA[start.kind].includes(field)
    if (isExpected !== (start[field] !== undefined))
      throw invalid(`a ${start.kind} has ${isExpected ? 'a' : 'no'} field "${field}"`)
  }
}

function checkMembers({ members, threshold }: Start): void {
  if (threshold > members.length) throw invalid(`the threshold is ${threshold}, but it has ${members.length} members`)
  if (!isAscending(members.map(({ number }) => number)))
    throw invalid('its members are not in ascending order of their numbers')
  for (const field of ['id', 'key'] as const)
    if (new Set(members.map((member) => member[field])).size < members.length)
      throw invalid(`two members have the same ${field}`)
}

function checkSplit({ publicKey = '', holder, members }: Start): void {
  if (!members.some(({ number }) => number === holder)) throw invalid(`the holder, ${holder}, is not a member`)
  try {
    readPoint(publicKey)
  } catch {
    throw invalid('its public key is not a usable Ed25519 key')
  }
}

function checkChange(start: Start, previous: GroupKey | undefined): void {
  if (!previous || groupKeyDigest(previous) !== start.previous)
    throw invalid('it changes a different key than the known one')
  const epoch = start.kind === 'repair' ? previous.epoch : previous.epoch + 1
  if (start.epoch !== epoch) throw invalid(`its epoch is ${start.epoch} instead of ${epoch}`)
  checkNumbers(start, previous)
  if (start.kind === 'refresh' || start.kind === 'repair') checkSameMembers(start, previous)
  if (start.kind === 'refresh' && start.threshold < 2)
    throw invalid('with a threshold of 1, each share is the whole key: start a ceremony of the kind rotate')
  if (start.kind === 'repair') checkRepair(start)
}

/** A member keeps its number, and no other member may get it. */
function checkNumbers({ members }: Start, previous: GroupKey): void {
  for (const old of previous.members)
    for (const { id, number } of members)
      if ((id === old.id) !== (number === old.number))
        throw invalid(`${id} has number ${number}, but ${old.id} has ${old.number}`)
}

/** These kinds may not add members or change the threshold. A refresh may leave members out. */
function checkSameMembers({ kind, members, threshold }: Start, previous: GroupKey): void {
  const known = new Set(previous.members.map(({ number }) => number))
  if (members.some(({ number }) => !known.has(number)) || threshold !== previous.threshold)
    throw invalid(`a ${kind} cannot add members or change the threshold: start a ceremony of the kind reshare`)
  if (kind === 'repair' && members.length !== known.size) throw invalid('a repair cannot leave out members')
}

function checkRepair({ members, threshold, helpers = [], repaired }: Start): void {
  const known = new Set(members.map(({ number }) => number))
  if (repaired === undefined || !known.has(repaired)) throw invalid(`${repaired} is not a member`)
  const isUsable = helpers.every((number) => known.has(number) && number !== repaired) && isAscending(helpers)
  if (!isUsable || helpers.length !== threshold)
    throw invalid(`a repair needs ${threshold} other members as helpers, in ascending order of their numbers`)
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))

const invalid = (why: string): FrostError => new FrostError('START_INVALID', `This ceremony cannot start: ${why}`)
