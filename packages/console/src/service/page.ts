/** Serves the built page: its files, which the build has compressed, and one document for all URLs. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { acceptedEncoding, addVary, type Http, notFound } from '@quorate/platform'
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

/** The media types of all kinds of files that Vite makes. */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const

/** Reads the page once, because another process may rebuild it from changed sources meanwhile. */
export async function servePage(http: Http, folder: string, mirrors: readonly string[]): Promise<void> {
  const policy = policyOf(mirrors)
  const document = await readFile(join(folder, 'index.html'))
  const assets = await filesOf(join(folder, 'assets'))
  http.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, (request, reply) => {
    const { '*': name } = request.params
    const plain = assets.get(name)
    const type = TYPES[extname(name)]
    if (!plain || !type) throw notFound('NOT_FOUND', 'This file does not exist: reload the page')
    const encoding = acceptedEncoding(request, ['br', 'gzip', 'identity'])
    const encoded = encoding && assets.get(name + ENDINGS[encoding])
    if (assets.has(`${name}.br`)) addVary(reply, 'Accept-Encoding')
    if (encoded && encoding !== 'identity') reply.header('content-encoding', encoding)
    // A worker does not inherit the page's policy, so its file needs the header, too.
    return reply
      .type(type)
      .header('content-security-policy', policy)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(encoded ?? plain)
  })
  for (const [name, type] of [
    ['assets.json', 'application/json'],
    ['icon.svg', 'image/svg+xml'],
  ] as const) {
    const bytes = await readFile(join(folder, name))
    http.get(`/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(bytes),
    )
  }
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

async function filesOf(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder)
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)))
}
