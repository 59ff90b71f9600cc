import fc from 'fast-check'
import protobuf from 'protobufjs'
import { readDefinitions } from './generate-definitions.ts'

const root = readDefinitions()
const MAX_DEPTH = 6
const MAX_FIELDS = 5

/** The bytes of a message with random fields, encoded by the protobuf library. */
export const arbitraryBytes = (name: string): fc.Arbitrary<Uint8Array> => {
  const type = root.lookupType(`proto.${name}`)
  return fc.noShrink(fc.integer()).map((seed) => {
    const random = randomFrom(seed)
    return type.encode(messageOf(type, random, 1)).finish()
  })
}

/** Returns a number from 0 to below `end`. */
type Random = (end: number) => number

/** Mulberry32. */
function randomFrom(seed: number): Random {
  let state = seed
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
}

function messageOf(type: protobuf.Type, random: Random, depth: number): Record<string, unknown> {
  const message: Record<string, unknown> = {}
  const fields = type.fieldsArray.filter(
    ({ resolvedType }) => depth < MAX_DEPTH || !(resolvedType instanceof protobuf.Type),
  )
  const taken = new Set<protobuf.OneOf>()
  // Only a few fields, so that messages stay small.
  for (let count = fields.length && random(MAX_FIELDS); count > 0; count--) {
    const field = fields[random(fields.length)]
    if (!field || field.name in message || (field.partOf && taken.has(field.partOf))) continue
    if (field.partOf) taken.add(field.partOf)
    const values = Array.from({ length: field.repeated ? random(4) : 1 }, () => randomValue(field, random, depth))
    message[field.name] = field.repeated ? values : values[0]
  }
  return message
}

const TEXTS = ['', 'a', 'ß', '漢字', '\u{1f5f3}', '\u202e', '\0']

function randomValue({ type, resolvedType }: protobuf.Field, random: Random, depth: number): unknown {
  if (resolvedType instanceof protobuf.Type) return messageOf(resolvedType, random, depth + 1)
  if (resolvedType) return Object.values(resolvedType.values)[random(Object.keys(resolvedType.values).length)]
  switch (type) {
    case 'bool':
      return random(2) === 1
    case 'string':
      return Array.from({ length: random(4) }, () => TEXTS[random(TEXTS.length)]).join('')
    case 'bytes':
      return Uint8Array.from({ length: random(40) }, () => random(256))
    case 'int32':
      return random(2 ** 32) | 0
    case 'uint32':
      return random(2 ** 32)
    default:
      // Small numbers and numbers that use all bits, positive and negative.
      return new protobuf.util.Long(random(2 ** 32), random(2) * random(2 ** 32), type === 'uint64')
  }
}
