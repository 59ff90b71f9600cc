/** A bare Fastify route in a separate process: the limit for everything over HTTP. */
import fastify from 'fastify'

const http = fastify()
const answer = { wallet: '0.0.1001', name: 'Treasury', settings: { owners: ['0.0.1', '0.0.2'], threshold: 2 } }
http.get('/', { schema: { response: { 200: {} } } }, async () => answer)
process.stdout.write(`Ready in ${await http.listen({ host: '127.0.0.1', port: 0 })}\n`)
