/** The pages that show a description: their files are answered from memory. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../base/errors.ts'
import { namesTag } from './smaller-answers.ts'

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

let files: Promise<Map<string, File>> | undefined

async function readAll(): Promise<Map<string, File>> {
  const names = await readdir(FOLDER)
  const read = async (name: string): Promise<[string, File]> => {
    const bytes = await readFile(join(FOLDER, name))
    const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    return [name, { bytes, type: TYPES[extname(name)] ?? 'application/octet-stream', tag }]
  }
  return new Map(await Promise.all(names.map(read)))
}

/**
 * Answers a file of Swagger UI. All services share them. As streams, they would take a file descriptor and buffers for
 * each of hundreds of readers, and much time of the event loop.
 */
export async function answerDocsFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  files ??= readAll()
  const { '*': name = '' } = request.params as { '*'?: string }
  const file = (await files).get(name)
  if (!file) throw notFound('NOT_FOUND', 'There is no such file of the description')
  reply.headers({ etag: file.tag, 'cache-control': 'public, no-cache' })
  if (namesTag(request.headers['if-none-match'] ?? '', file.tag)) return reply.code(304).send()
  return reply.type(file.type).send(file.bytes)
}
