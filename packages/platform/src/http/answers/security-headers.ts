/** Helmet's headers. They are the same on every answer, so Helmet runs only once. */
import helmet from '@fastify/helmet'
import fastify from 'fastify'

/** The policy of answers that are data: they may load nothing. The documentation's pages have another policy. */
const contentSecurityPolicy = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }

/** Headers for obsolete browsers only. */
const legacy = {
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  originAgentCluster: false,
} as const

/** Name and value of each header that Helmet sets. */
export async function securityHeaders(): Promise<[name: string, value: string][]> {
  const probe = fastify()
  await probe.register(helmet, { contentSecurityPolicy, ...legacy })
  probe.get('/', (_request, reply) => reply.send(''))
  const { headers } = await probe.inject('/')
  await probe.close()
  const own = ['content-type', 'content-length', 'date', 'connection']
  return Object.entries(headers).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, String(value)]]))
}
