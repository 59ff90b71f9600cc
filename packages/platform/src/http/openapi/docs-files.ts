/** The pages that show an API description. Their files are served from memory. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../base/errors.ts'
import { namesTag } from '../answers/smaller-answers.ts'

interface File {
  bytes: Buffer
  type: string
  tag: string
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')

let read: Promise<Map<string, File>> | undefined

async function readAll(): Promise<Map<string, File>> {
  const names = await readdir(FOLDER)
  const readOne = async (name: string): Promise<[string, File]> => {
    const bytes = await readFile(join(FOLDER, name))
    const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    return [name, { bytes, type: TYPES[extname(name)] ?? 'application/octet-stream', tag }]
  }
  return new Map(await Promise.all(names.map(readOne)))
}

/**
 * Reads the files of Swagger UI, once for all services, and returns the handler of their route. As streams, they would
 * take a file descriptor and buffers for each of hundreds of readers, and much time of the event loop. They are read
 * before the first request. Otherwise all requests that wait for the files would be answered in one turn of the event
 * loop.
 */
export async function docsFiles(): Promise<(request: FastifyRequest, reply: FastifyReply) => void> {
  read ??= readAll()
  const files = await read
  return (request, reply) => {
    const { '*': name = '' } = request.params as { '*'?: string }
    const file = files.get(name)
    if (!file) throw notFound('NOT_FOUND', 'The API description has no such file')
    reply.headers({ etag: file.tag, 'cache-control': 'public, no-cache' })
    if (namesTag(request.headers['if-none-match'] ?? '', file.tag)) reply.code(304).send()
    else reply.type(file.type).send(file.bytes)
  }
}
