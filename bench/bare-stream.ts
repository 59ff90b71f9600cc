/**
 * A plain Node HTTP server in a separate process. It sends and receives bytes without keeping them, which is the limit
 * for uploads and downloads.
 */
import { createServer } from 'node:http'

const MB = Buffer.alloc(1024 * 1024, 1)

const server = createServer((request, response) => {
  if (request.method === 'POST') request.resume().on('end', () => response.writeHead(201).end('{}'))
  else {
    let left = Number(new URL(request.url ?? '', 'http://x').searchParams.get('mb'))
    response.writeHead(200, { 'content-length': left * MB.length })
    const give = (): void => {
      while (left-- > 0) if (!response.write(MB)) return void response.once('drain', give)
      response.end()
    }
    give()
  }
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.stdout.write(`Ready in http://127.0.0.1:${port}\n`)
})
