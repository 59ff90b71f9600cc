/** Another member of the node network. It only answers heartbeats. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { canonicalBytes, inDomain } from '@quorate/verify'

export interface FakeMember {
  walletId: string
  url: string
  /** Raw, in hex. */
  publicKey: string
  /** Stops or resumes answering. */
  setSilent(isSilent: boolean): void
  close(): void
}

export async function startMember(walletId: string): Promise<FakeMember> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  let silent = false
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (silent) return void response.writeHead(503).end()
    const { from, nonce } = JSON.parse(Buffer.concat(chunks).toString())
    const answer = { from: walletId, to: from, nonce, timestamp: new Date().toISOString(), sees: {} }
    const signature = sign(null, inDomain('heartbeat', canonicalBytes(answer)), privateKey).toString('hex')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...answer, signature }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    walletId,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey: Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex'),
    setSilent(isSilent) {
      silent = isSilent
    },
    close: () => void server.close().closeAllConnections(),
  }
}
