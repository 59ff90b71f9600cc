/** Serves the built page: its files, which the build has compressed, and one document for all URLs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import files from '@fastify/static'
import { type Http, notFound } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The Content Security Policy. The page loads only its own files. It connects only to its own origin, the mirrors,
 * which recounts read directly, and the WalletConnect relay. Text never becomes markup (Trusted Types). Components set
 * inline styles.
 */
const policyOf = (mirrors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...new Set(mirrors.map((url) => new URL(url).origin))].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

export async function servePage(http: Http, folder: string, mirrors: readonly string[]): Promise<void> {
  const policy = policyOf(mirrors)
  const document = await readFile(join(folder, 'index.html'))
  const assets = async (scope: Http): Promise<void> => {
    // A worker does not inherit the page's policy, so its file needs the header, too.
    scope.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', policy))
    scope.setNotFoundHandler(() => {
      throw notFound('NOT_FOUND', 'The page has no such file: load it again')
    })
    await scope.register(files, {
      root: join(folder, 'assets'),
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      schemaHide: true,
      cacheControl: true,
    })
  }
  await http.register(assets, { prefix: '/assets' })
  http.get('/assets.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'no-cache')
      .send(await readFile(join(folder, 'assets.json'))),
  )
  http.get('/icon.svg', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'no-cache')
      .send(await readFile(join(folder, 'icon.svg'))),
  )
  const send = ({ url }: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(?:api|sockets)(?:[/?]|$)/.test(url)) throw notFound('NOT_FOUND', 'The console has no such service')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      .send(document)
  }
  http.get('/', { schema: { hide: true } }, send)
  http.get('/*', { schema: { hide: true } }, send)
}
