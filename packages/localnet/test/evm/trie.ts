import { keccak } from '#protocol/encoding/keccak.ts'

export type Item = bigint | Uint8Array | readonly Item[]

/** Ethereum's serialization (RLP). */
export function rlp(item: Item): Buffer {
  if (typeof item === 'bigint') {
    const digits = item === 0n ? '' : item.toString(16)
    return rlp(Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex'))
  }
  if (item instanceof Uint8Array) {
    if (item.length === 1 && (item[0] ?? 0) < 0x80) return Buffer.from(item)
    return Buffer.concat([header(0x80, item.length), item])
  }
  const parts = Buffer.concat(item.map(rlp))
  return Buffer.concat([header(0xc0, parts.length), parts])
}

function header(base: number, length: number): Buffer {
  if (length < 56) return Buffer.from([base + length])
  const size = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([base + 55 + size.length]), size])
}

type Entry = readonly [nibbles: string, value: Buffer]

/** The root of a Merkle Patricia trie of these keys and values. */
export function trieRoot(entries: readonly (readonly [Uint8Array, Buffer])[]): Buffer {
  if (entries.length === 0) return keccak(rlp(Buffer.alloc(0)))
  const nibbles = entries.map(([key, value]) => [Buffer.from(key).toString('hex'), value] as const)
  return keccak(
    node(
      nibbles.sort((a, b) => (a[0] < b[0] ? -1 : 1)),
      0,
    ),
  )
}

function node(entries: readonly Entry[], depth: number): Buffer {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return rlp(Buffer.alloc(0))
  if (entries.length === 1) return rlp([path(first[0].slice(depth), true), first[1]])
  let shared = depth
  while (first[0][shared] === last[0][shared]) shared++
  if (shared > depth) return listOf([rlp(path(first[0].slice(depth, shared), false)), reference(node(entries, shared))])
  const children = Array.from({ length: 16 }, (_, i) =>
    entries.filter(([key]) => Number.parseInt(key[depth] ?? '', 16) === i),
  )
  return listOf([...children.map((some) => (some.length ? reference(node(some, depth + 1)) : rlp(0n))), rlp(0n)])
}

function listOf(encoded: readonly Buffer[]): Buffer {
  const parts = Buffer.concat(encoded)
  return Buffer.concat([header(0xc0, parts.length), parts])
}

const reference = (encoded: Buffer): Buffer => (encoded.length < 32 ? encoded : rlp(keccak(encoded)))

function path(nibbles: string, isLeaf: boolean): Buffer {
  const flag = (isLeaf ? 2 : 0) + (nibbles.length % 2)
  return Buffer.from(nibbles.length % 2 ? `${flag}${nibbles}` : `${flag}0${nibbles}`, 'hex')
}
