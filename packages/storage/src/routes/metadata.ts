/** The route that returns a token's metadata with the addresses of its images resolved. */
import { collect, type Http, ownUrl, tooLarge, turn } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Downloads, isDownload } from '../http/downloads.ts'
import { parseMetadata, readAddress, resolveAddresses } from '../http/metadata.ts'
import { ContentPathIn } from '../identifier/given-path.ts'
import { assertShort, type ContentPath, cidText } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { Settings } from '../settings.ts'
import type { Blocks } from '../sources/blocks.ts'
import { withoutTrailingSlashes } from '../streams/text.ts'
import { openFile } from '../unixfs/content.ts'
import { readFile } from '../unixfs/dag.ts'
import { inTurn } from './content.ts'
import { contentErrors } from './errors.ts'

const Metadata = Type.Object(
  { name: Type.Optional(Type.Unknown()), image: Type.Optional(Type.Unknown()) },
  {
    additionalProperties: true,
    description: 'the stored JSON, with URLs of this node in place of its `ipfs://` addresses',
  },
)

export function metadataRoutes(
  http: Http,
  { blocks, settings, downloads }: { blocks: Blocks; settings: Settings; downloads: Downloads },
): void {
  const { value: largest } = limits.maxMetadataBytes
  async function read(path: ContentPath, request: FastifyRequest, reply: FastifyReply) {
    const { get, close } = blocks.reader('gateway first')
    reply.raw.once('close', close)
    try {
      const file = await openFile(path, get)
      if (file.size > largest)
        throw tooLarge(
          'METADATA_TOO_LARGE',
          `${cidText(file.cid)} has ${file.size} bytes, but metadata may have at most ${largest}`,
        )
      if (isDownload(Math.max(file.held, file.size))) downloads.enter(request, reply)
      const bytes = await collect(readFile(file, { start: 0, end: file.size }, get, 0))
      return { bytes, name: cidText(file.cid) }
    } finally {
      close()
    }
  }

  async function write({ bytes, name }: { bytes: Uint8Array; name: string }, base: string): Promise<Buffer> {
    await turn()
    const resolved = await resolveAddresses(await parseMetadata(bytes, name), base)
    await turn()
    return Buffer.from(JSON.stringify(resolved))
  }

  for (const url of ['/ipfs/metadata/:cid', '/ipfs/metadata/:cid/*'])
    http.get(
      url,
      {
        config: { access: 'public' },
        preHandler: inTurn,
        schema: {
          tags: ['content'],
          summary: 'Get the metadata of a token',
          description: 'The stored JSON, with the addresses of its content (`ipfs://`) replaced by URLs of this node.',
          params: ContentPathIn,
          errors: [contentErrors, { 400: ['HOST_UNKNOWN'], 413: ['METADATA_TOO_LARGE'], 422: ['NOT_METADATA'] }],
          response: { 200: Metadata },
        },
      },
      async (request, reply) => {
        const { cid, '*': rest = '' } = request.params
        const address = readAddress(cid)
        const path = { ...address, path: [...address.path, ...rest.split('/').filter(Boolean)] }
        assertShort(rest, path.path)
        const base = withoutTrailingSlashes(ownUrl(request, settings.PUBLIC_URL))
        const stored = await read(path, request, reply)
        const answer = await write(stored, base)
        // Without PUBLIC_URL the addresses use the host from the client's own Host header, so they are only for this
        // client.
        const caching = settings.PUBLIC_URL === undefined ? 'private, no-cache' : 'public, max-age=86400'
        reply.header('cache-control', caching).type('application/json; charset=utf-8')
        // The connection is closed if the client reads nothing for this long.
        reply.raw.setTimeout(settings.IPFS_TIMEOUT)
        return reply.send(answer as never)
      },
    )
}
