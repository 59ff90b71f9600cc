/** The definitions of messages and enums by name, parsed from the generated text on first use. */
import { DEFINITIONS } from './definitions.ts'

export interface FieldDefinition {
  number: number
  name: string
  /** A scalar type, or the name of a message or an enum. */
  type: string
  repeated: boolean
  /** The name of its oneof, if it belongs to one. */
  oneof: string | undefined
}

export type Message = ReadonlyMap<number, FieldDefinition>
/** Names by number. */
export type Enum = ReadonlyMap<bigint, string>

let known: { messages: Map<string, Message>; enums: Map<string, Enum> } | undefined

/** The message with this name, as in the protobuf definitions without their package; undefined if there is none. */
export const messageNamed = (name: string): Message | undefined => read().messages.get(name)
export const enumNamed = (name: string): Enum | undefined => read().enums.get(name)

function read() {
  if (known) return known
  known = { messages: new Map(), enums: new Map() }
  for (const block of DEFINITIONS.trim().split('\n\n')) {
    const [name = '', ...lines] = block.split('\n')
    const parts = lines.map((line) => line.trim().split(' '))
    if (name.endsWith('=')) known.enums.set(name.slice(0, -1), new Map(parts.map(enumValue)))
    else known.messages.set(name, new Map(parts.map(fieldOf).map((field) => [field.number, field])))
  }
  return known
}

const enumValue = ([number = '', name = '']: string[]): [bigint, string] => [BigInt(number), name]

const fieldOf = ([number, name = '', type = '', oneof]: string[]): FieldDefinition => ({
  number: Number(number),
  name,
  type: type.replace('*', ''),
  repeated: type.endsWith('*'),
  oneof,
})
