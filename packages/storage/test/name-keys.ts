/** Keys of names for tests, their records, and a DNS server. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { dataToSign, ipnsName, ipnsRecord, type RecordFields, recordData } from '@quorate/verify/ipns'
import packet from 'dns-packet'

export interface NameKey {
  name: string
  record(fields: RecordFields): Uint8Array
}

/** @param seed A byte; each makes another key */
export function nameKey(seed: number, type: 'ed25519' | 'secp256k1' = 'ed25519'): NameKey {
  const secret = new Uint8Array(32).fill(seed)
  const bytes = type === 'ed25519' ? ed25519.getPublicKey(secret) : secp256k1.getPublicKey(secret)
  const sign = (message: Uint8Array) =>
    type === 'ed25519'
      ? ed25519.sign(message, secret)
      : secp256k1.sign(sha256(message), secret, { prehash: false, format: 'der' })
  return {
    name: ipnsName({ type, bytes }),
    record(fields) {
      const data = recordData(fields)
      return ipnsRecord(data, sign(dataToSign(data)))
    },
  }
}

export interface DnsServer {
  /** Its address and port. */
  address: string
  /** The names that were asked for. */
  asked: string[]
  /** The TXT records, by name; `silent` never answers. */
  texts: Map<string, string[] | 'silent' | 'SERVFAIL'>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openDns(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  const texts: DnsServer['texts'] = new Map()
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = packet.decode(message)
    const name = questions[0]?.name ?? ''
    asked.push(name)
    const found = texts.get(name)
    if (found === 'silent') return
    const rcode = found === 'SERVFAIL' ? 2 : found ? 0 : 3
    const answers = Array.isArray(found)
      ? found.map((data) => ({ type: 'TXT' as const, name, ttl: 60, data: data.match(/.{1,200}/g) ?? [''] }))
      : []
    const flags = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode
    socket.send(packet.encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    texts,
    async [Symbol.asyncDispose]() {
      await once(socket.close(), 'close')
    },
  }
}
