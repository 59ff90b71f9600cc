/** Reads calls and events of contracts by an ABI. Only loaded where a contract is shown. */
import { KNOWN_CALLS } from '@quorate/verify'
import * as Abi from 'ox/Abi'
import * as AbiError from 'ox/AbiError'
import * as AbiEvent from 'ox/AbiEvent'
import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from 'ox/Hex'

/** The longest ABI that is kept, in characters. */
export const MAX_ABI = 200_000
const MAX_TEXT = 2_000

export interface AbiReader {
  /** Whether it uses the ABIs of ERC-20 and ERC-721, because the contract's own ABI is not known. */
  isGuess: boolean
  /** Such as `transfer(to: 0x…, amount: 5)`; undefined if the ABI has no such function. */
  call(data: string): string | undefined
  /** The values that the function called by `data` returned. */
  returned(data: string, result: string): string | undefined
  event(topics: readonly string[], data: string): string | undefined
  error(data: string): string | undefined
}

/** In ERC-20, these functions return whether they succeeded. */
const RETURNING = /^(transfer|transferFrom|approve)\(/
const KNOWN = Abi.from([
  ...Object.values(KNOWN_CALLS).map((text) => `function ${text}${RETURNING.test(text) ? ' returns (bool)' : ''}`),
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed id)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])

/** Reads by the ABI in a text, or by those of ERC-20 and ERC-721 if the text is empty. Undefined for an invalid ABI. */
export function abiReader(text: string): AbiReader | undefined {
  const abi = text.trim() === '' ? KNOWN : abiIn(text)
  return abi && readerOf(abi, abi === KNOWN)
}

/** Reads a compiler's JSON, an artifact with `abi`, or one declaration on each line. */
function abiIn(text: string): Abi.Abi | undefined {
  if (text.length > MAX_ABI) return undefined
  try {
    const isJson = /^\s*[[{]/.test(text)
    const given = isJson
      ? JSON.parse(text)
      : text.split(/[\r\n]+/).flatMap((line) => line.trim().replace(/;$/, '') || [])
    const abi = Abi.from(Array.isArray(given) ? given : given.abi)
    return abi.length > 0 &&
      abi.every((one: Partial<Abi.Abi[number]> | null) => typeof one === 'object' && typeof one?.type === 'string')
      ? abi
      : undefined
  } catch {
    return undefined
  }
}

const readerOf = (abi: Abi.Abi, isGuess: boolean): AbiReader => ({
  isGuess,
  call: (data) =>
    attempt(() => {
      const found = AbiFunction.fromAbi(abi, selectorOf(data))
      return callText(found, AbiFunction.decodeData(found, data as Hex))
    }),
  returned: (data, result) =>
    attempt(() => {
      const found = AbiFunction.fromAbi(abi, selectorOf(data))
      return found.outputs.length === 0 ? undefined : valueText(AbiFunction.decodeResult(found, result as Hex))
    }),
  // Events that differ only in their indexed arguments have the same first topic.
  event: (topics, data) =>
    abi
      .filter((one) => one.type === 'event')
      .map((event) =>
        attempt(() => {
          const log = { topics: topics as [Hex, ...Hex[]], data: data as Hex }
          if (AbiEvent.getSelector(event) !== topics[0]) return undefined
          return callText(event, AbiEvent.decode(event, log))
        }),
      )
      .find((one) => one !== undefined),
  error: (data) =>
    attempt(() => {
      const found = AbiError.fromAbi(abi, selectorOf(data))
      return callText(found, AbiError.decode(found, data as Hex))
    }),
})

const selectorOf = (data: string): Hex => data.slice(0, 10) as Hex

/** Data that does not fit is shown as it is. */
function attempt(read: () => string | undefined): string | undefined {
  try {
    const text = read()
    return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  } catch {
    return undefined
  }
}

interface Declared {
  name: string
  inputs: readonly { name?: string | undefined }[]
}

/** One argument is decoded to its value, several to a list, or to an object by their names. */
function callText({ name, inputs }: Declared, decoded: unknown): string {
  const values =
    inputs.length === 0
      ? []
      : Array.isArray(decoded) && (inputs.length > 1 || decoded.length === 1)
        ? decoded
        : inputs.length === 1 && !isNamed(decoded, inputs)
          ? [decoded]
          : inputs.map((input) => (decoded as Record<string, unknown>)[input.name ?? ''])
  const args = inputs.map((input, index) => `${input.name ? `${input.name}: ` : ''}${valueText(values[index])}`)
  return `${name}(${args.join(', ')})`
}

const isNamed = (decoded: unknown, [input]: Declared['inputs']): boolean =>
  typeof decoded === 'object' && decoded !== null && input?.name !== undefined && Object.hasOwn(decoded, input.name)

function valueText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('0x') ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, one]) => `${name}: ${valueText(one)}`)
      .join(', ')}}`
  return String(value)
}
