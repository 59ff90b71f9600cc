/** Contract calls that can be put in words: functions that ERC-20, ERC-721 and HIP-719 define. */
import type { Decoded } from '../../protobuf/decode.ts'
import { valueText } from '../summaries.ts'

/** The declaration of each function by its selector. Each argument is one word of 32 bytes. */
export const KNOWN_CALLS: Readonly<Record<string, string>> = {
  a9059cbb: 'transfer(address to, uint256 amount)',
  '23b872dd': 'transferFrom(address from, address to, uint256 amountOrId)',
  '095ea7b3': 'approve(address spender, uint256 amountOrId)',
  a22cb465: 'setApprovalForAll(address operator, bool approved)',
  '42842e0e': 'safeTransferFrom(address from, address to, uint256 id)',
  '0a754de6': 'associate()',
  '5c9217e0': 'dissociate()',
}
const WORD = 64

/** The name of a declared function, and the types and names of its arguments. */
export function declared(text: string): { name: string; arguments: { type: string; name: string }[] } {
  const [name = '', list = ''] = text.slice(0, -1).split('(')
  const parts = list.split(', ').flatMap((part) => {
    const [type = '', argument = ''] = part.split(' ')
    return type === '' ? [] : [{ type, name: argument }]
  })
  return { name, arguments: parts }
}

/** A function's name, and its arguments by name. Undefined if the data is not exactly such a call. */
function readCall(data: string): { name: string; values: ReadonlyMap<string, string> } | undefined {
  const selector = data.slice(2, 10)
  const found = Object.hasOwn(KNOWN_CALLS, selector) ? declared(KNOWN_CALLS[selector] ?? '') : undefined
  if (!found || data.length !== 10 + found.arguments.length * WORD) return undefined
  const values = new Map<string, string>()
  for (const [index, { type, name }] of found.arguments.entries()) {
    const value = wordText(type, data.slice(10 + index * WORD, 10 + (index + 1) * WORD))
    if (value === undefined) return undefined
    values.set(name, value)
  }
  return { name: found.name, values }
}

/**
 * The function and its arguments, such as `transfer(to: 0.0.1030, amount: 5)`. Undefined if the function is not known,
 * or if there is anything in the data besides its arguments. A contract may do something else under the same name.
 *
 * @param data `0x` and hex in lower case
 */
export function callText(data: string): string | undefined {
  const read = readCall(data)
  return read && `${read.name}(${[...read.values].map(([name, value]) => `${name}: ${value}`).join(', ')})`
}

function wordText(type: string, word: string): string | undefined {
  const value = BigInt(`0x${word}`)
  if (type === 'uint256') return String(value)
  if (type === 'bool') return value === 0n ? 'false' : value === 1n ? 'true' : undefined
  if (!word.startsWith('0'.repeat(24))) return undefined
  // A long-zero address (12 zero bytes, then the entity's number) belongs to an entity that has no other address.
  return value > 0n && value < 2n ** 63n ? `0.0.${value}` : `0x${word.slice(24)}`
}

/** Whether bytes call a contract with data that nobody can read without the contract's source. */
export function callsUnread({ fields }: Pick<Decoded, 'fields'>): boolean {
  const call = fields.find(({ name }) => name === 'contractCall')
  const data = call?.fields?.find(({ name }) => name === 'functionParameters')
  return data?.value != null && callText(valueText(data.value)) === undefined
}

/**
 * The effect of a call at a token's own address (HIP-719), as far as custom fees depend on it: the caller sends this
 * amount, or allows another account to send any amount. Undefined if neither.
 *
 * @param data `0x` and hex in lower case
 */
export function movedByCall(data: string): { sends: bigint } | 'allows' | undefined {
  if (data === '0x') return undefined
  const { name, values } = readCall(data) ?? {}
  if (name === 'associate' || name === 'dissociate') return undefined
  return name === 'transfer' ? { sends: BigInt(values?.get('amount') ?? 0) } : 'allows'
}

/**
 * Whether a call may let another account spend the caller's assets: by `approve`, by `setApprovalForAll`, or by data
 * that nobody can read.
 *
 * @param data `0x` and hex in lower case
 */
export function callMayAllow(data: string): boolean {
  const name = data === '0x' ? 'none' : readCall(data)?.name
  return name === undefined || name === 'approve' || name === 'setApprovalForAll'
}
