/** Content storage as far as governance uses it: uploads return the content identifier, reads return the content. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contentIdentifier } from '@quorate/verify/recount'

export async function openStorage({ refused = 0, status = 503, retryAfter = '' } = {}) {
  let asked = 0
  const files = new Map<string, string>()
  const sessions = new Set<string | undefined>()
  let left = refused
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request
    if (method === 'POST') {
      sessions.add(headers.authorization)
      const body = await new Response(request as never, {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData()
      const file = body.get('file')
      const text = file instanceof File ? await file.text() : ''
      asked++
      if (left-- > 0) return void response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end('{}')
      const cid = contentIdentifier(text)
      files.set(cid, text)
      return void response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ cid }))
    }
    const found = files.get(url.split('/').at(-1) ?? '')
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    files,
    sessions,
    asked: () => asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
