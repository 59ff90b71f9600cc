/** A node API that makes keys for ballots alone, for tests of secret votes. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type BallotKeyPurpose, ballotKeyText, ballotPublicKey } from '@quorate/verify/recount'

export type BallotNode = Awaited<ReturnType<typeof openBallotNode>>

export async function openBallotNode() {
  const network = generateKeyPairSync('ed25519')
  const { x = '' } = network.publicKey.export({ format: 'jwk' })
  const secrets = new Map<string, string>()
  const node = {
    url: '',
    networkKey: Buffer.from(x, 'base64url').toString('hex'),
    /** The public keys that the service had made. */
    made: [] as string[],
    /** What the service asked to be opened: the closing records. */
    closed: [] as string[],
    /** Answers these instead of a key, or its private key. */
    instead: undefined as { made?: object; opened?: object } | undefined,
    isDown: false,
    /** The end of the vote in seconds, if the node checks that closing records are not older. */
    opensFrom: 0,
    /** The private key of a key. */
    secretOf: (publicKey: string): string => secrets.get(publicKey) ?? assert.fail(publicKey),
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
  const make = ({ purpose }: { purpose: BallotKeyPurpose }) => {
    const secret = randomBytes(32).toString('hex')
    const publicKey = ballotPublicKey(secret)
    secrets.set(publicKey, secret)
    node.made.push(publicKey)
    const signature = sign(null, ballotKeyText(purpose, publicKey), network.privateKey).toString('hex')
    return { topicId: purpose.topicId, publicKey, networkKey: node.networkKey, signature, ...node.instead?.made }
  }
  const open = ({ publicKey, closedAt }: { publicKey: string; closedAt: string }) => {
    node.closed.push(closedAt)
    if (Number(closedAt) < node.opensFrom) return { code: 'BALLOTS_NOT_CLOSED' }
    return { ballotSecret: node.secretOf(publicKey), cheaters: [], ...node.instead?.opened }
  }
  const server = createServer(async (request, response) => {
    const body = await json(request)
    if (node.isDown) return void response.destroy()
    const answer = request.url === '/ballot-keys' ? make(body as never) : open(body as never)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return node
}
