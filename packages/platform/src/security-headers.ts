/** Helmet's headers. They are the same on every answer, so they are asked for once. */
import helmet from '@fastify/helmet'
import fastify from 'fastify'

/** Name and value of each header that Helmet sets. Plain HTTP on loopback is not upgraded. */
export async function securityHeaders(): Promise<[name: string, value: string][]> {
  const probe = fastify()
  await probe.register(helmet, { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } })
  probe.get('/', (_request, reply) => reply.send(''))
  const { headers } = await probe.inject('/')
  await probe.close()
  const own = ['content-type', 'content-length', 'date', 'connection']
  return Object.entries(headers).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, String(value)]]))
}
