/** A service that answers as the test says and records the requests. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export type Answers = (response: ServerResponse, asked: Asked) => void

export async function serving(answers: Answers) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: (await request.toArray()).join('') }
    asked.push(one)
    answers(response, one)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export const refusal = (code: string, message = 'Refused') => ({ statusCode: 0, error: '', code, message })
