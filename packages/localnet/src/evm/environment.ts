import { type Context, type Frame, wordsIn } from './frame.ts'
import { OUT_OF_BOUNDS } from './halt.ts'
import { addressOf, addressWord, type Word, word, wordOf } from './word.ts'

/** Gas of a transaction's first access to an account, and of each later access (EIP-2929). */
export const COLD_ACCOUNT = 2600
export const WARM = 100

const HASHES_KEPT = 256

type Read = (frame: Frame, context: Context) => Word
type Lookup = (frame: Frame, value: Word, context: Context) => Word
type Copy = (frame: Frame, to: Word, from: Word, size: Word) => void

/** Pays for the access to an account, and returns its address. */
export function access(frame: Frame, value: Word, { substate }: Context): string {
  const address = addressOf(value)
  frame.charge(substate.touch(address) ? WARM : COLD_ACCOUNT)
  return address
}

/** Instructions that push a value. */
export const READS: readonly (readonly [opcode: number, name: string, gas: number, Read])[] = [
  [0x30, 'ADDRESS', 2, ({ message }) => addressWord(message.self)],
  [0x32, 'ORIGIN', 2, (_, { sender }) => addressWord(sender.origin)],
  [0x33, 'CALLER', 2, ({ message }) => addressWord(message.caller)],
  [0x34, 'CALLVALUE', 2, ({ message }) => word(message.value)],
  [0x36, 'CALLDATASIZE', 2, ({ message }) => message.input.length],
  [0x38, 'CODESIZE', 2, ({ code }) => code.bytes.length],
  [0x3a, 'GASPRICE', 2, (_, { sender }) => sender.gasPrice],
  [0x3d, 'RETURNDATASIZE', 2, ({ returnData }) => returnData.length],
  [0x41, 'COINBASE', 2, (_, { block }) => addressWord(block.coinbase)],
  [0x42, 'TIMESTAMP', 2, (_, { block }) => block.timestamp],
  [0x43, 'NUMBER', 2, (_, { block }) => block.number],
  [0x44, 'PREVRANDAO', 2, (_, { block }) => block.prevRandao],
  [0x45, 'GASLIMIT', 2, (_, { block }) => block.gasLimit],
  [0x46, 'CHAINID', 2, (_, { block }) => block.chainId],
  [0x47, 'SELFBALANCE', 5, ({ message }, { world }) => word(world.balance(message.self))],
  [0x48, 'BASEFEE', 2, (_, { block }) => block.baseFee],
  [0x4a, 'BLOBBASEFEE', 2, (_, { block }) => block.blobBaseFee],
  [0x58, 'PC', 2, ({ pc }) => pc],
  [0x59, 'MSIZE', 2, ({ memory }) => memory.size],
  [0x5a, 'GAS', 2, ({ gas }) => gas],
  [0x5f, 'PUSH0', 2, () => 0],
]

/** The 32 bytes of the call data at an offset. */
function callData({ message: { input } }: Frame, at: Word): Word {
  if (typeof at !== 'number' || at >= input.length) return 0
  if (at + 32 <= input.length) return wordOf(input.subarray(at, at + 32))
  const bytes = Buffer.alloc(32)
  bytes.set(input.subarray(at))
  return wordOf(bytes)
}

function blockHash(number: Word, { block }: Context): Word {
  const isKept = typeof number === 'number' && number < block.number && number >= block.number - HASHES_KEPT
  return isKept ? block.hashOf(number) : 0
}

function codeHash(frame: Frame, value: Word, context: Context): Word {
  const address = access(frame, value, context)
  const { world } = context
  return world.isDead(address) ? 0 : wordOf(world.code(address).hash)
}

/** Instructions that replace the top of the stack by the value that it refers to. */
export const LOOKUPS: readonly (readonly [opcode: number, name: string, gas: number, Lookup])[] = [
  [0x31, 'BALANCE', 0, (frame, value, context) => word(context.world.balance(access(frame, value, context)))],
  [0x35, 'CALLDATALOAD', 3, callData],
  [0x3b, 'EXTCODESIZE', 0, (frame, value, context) => context.world.code(access(frame, value, context)).bytes.length],
  [0x3f, 'EXTCODEHASH', 0, codeHash],
  [0x40, 'BLOCKHASH', 20, (_, number, context) => blockHash(number, context)],
  [0x49, 'BLOBHASH', 3, (_, index, { sender }) => (typeof index === 'number' ? (sender.blobHashes[index] ?? 0) : 0)],
]

/** Charges gas for a copy to memory, extends the memory for it, and returns the offset. */
function room(frame: Frame, to: Word, size: Word): number {
  const at = frame.expand(to, size)
  frame.charge(3 * wordsIn(size as number))
  return at
}

function copyFrom(frame: Frame, source: Uint8Array, [to, from, size]: readonly [Word, Word, Word]): void {
  frame.memory.write(room(frame, to, size), source, from, size as number)
}

function returnDataCopy(frame: Frame, to: Word, from: Word, size: Word): void {
  const isWithin = typeof from === 'number' && typeof size === 'number' && from + size <= frame.returnData.length
  if (!isWithin) throw OUT_OF_BOUNDS
  copyFrom(frame, frame.returnData, [to, from, size])
}

function memoryCopy(frame: Frame, to: Word, from: Word, size: Word): void {
  const source = frame.expand(from, size)
  frame.memory.move(room(frame, to, size), source, size as number)
}

/** Instructions that copy bytes to memory. */
export const COPIES: readonly (readonly [opcode: number, name: string, gas: number, Copy])[] = [
  [0x37, 'CALLDATACOPY', 3, (frame, ...range) => copyFrom(frame, frame.message.input, range)],
  [0x39, 'CODECOPY', 3, (frame, ...range) => copyFrom(frame, frame.code.bytes, range)],
  [0x3e, 'RETURNDATACOPY', 3, returnDataCopy],
  [0x5e, 'MCOPY', 3, memoryCopy],
]

/** EXTCODECOPY */
export function externalCodeCopy(frame: Frame, context: Context): void {
  const address = access(frame, frame.pop(), context)
  copyFrom(frame, context.world.code(address).bytes, [frame.pop(), frame.pop(), frame.pop()])
}
