/** Honest and lying gateways for tests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Gateway {
  url: string
  /** The paths that were requested. */
  asked: string[]
  [Symbol.asyncDispose](): Promise<void>
}

export async function openGateway(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Gateway> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setMaxListeners(0).on('error', () => {})
    void (async () => answer(request, response))().catch(() => response.destroy())
  })
  // A connection that closes while the next request is under way would cause an error that the test is not about.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Passes on another gateway's answer, modified by `change`. */
export const relay =
  (origin: string, change: (bytes: Buffer, request: IncomingMessage, response: ServerResponse) => unknown) =>
  async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(origin + request.url, { headers: { accept: String(request.headers.accept) } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.statusCode = answer.status
    for (const name of ['content-type', 'etag']) {
      const value = answer.headers.get(name)
      if (value) response.setHeader(name, value)
    }
    await change(bytes, request, response)
  }

/** Writes for ever, or until the client leaves. */
export async function endlessly(response: ServerResponse, bytes: Buffer): Promise<void> {
  while (!response.destroyed)
    if (!response.write(bytes)) await Promise.race([once(response, 'drain'), once(response, 'close')])
}
