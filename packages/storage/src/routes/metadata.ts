/** Metadata with its images resolved (document 3). */
import { type Http, tooLarge, unprocessable } from '@quorate/platform'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { openFile } from '../content.ts'
import { readFile } from '../dag.ts'
import { ContentPathIn } from '../given-path.ts'
import { type ContentPath, cidText } from '../identifier.ts'
import { isFields, readAddress, resolveAddresses } from '../metadata.ts'
import type { Service } from '../service.ts'
import { collect } from '../streams.ts'
import { inTurn } from './content.ts'

const Metadata = Type.Object(
  { name: Type.Optional(Type.Unknown()), image: Type.Optional(Type.Unknown()) },
  {
    additionalProperties: true,
    description: 'the JSON as it is stored, its addresses of content being addresses of this node',
  },
)

const LARGEST = 1024 * 1024

export function metadataRoutes(http: Http, { blocks, settings }: Service): void {
  async function read(path: ContentPath): Promise<unknown> {
    const { get, close } = blocks.reader('gateway first')
    try {
      const file = await openFile(path, get)
      if (file.size > LARGEST)
        throw tooLarge(
          'METADATA_TOO_LARGE',
          `${cidText(file.cid)} has ${file.size} bytes: metadata may have ${LARGEST}`,
        )
      return parse(await collect(readFile(file, { start: 0, end: file.size }, get)), file.cid.toString())
    } finally {
      close()
    }
  }

  for (const url of ['/ipfs/metadata/:cid', '/ipfs/metadata/:cid/*'])
    http.get(
      url,
      {
        config: { access: 'public' },
        preHandler: inTurn,
        schema: {
          tags: ['content'],
          summary: "A token's metadata, its images as addresses of this node",
          params: ContentPathIn,
          response: { 200: Metadata },
        },
      },
      async (request, reply) => {
        const { cid, '*': rest = '' } = request.params
        const address = readAddress(cid)
        const path = { ...address, path: [...address.path, ...rest.split('/').filter(Boolean)] }
        const metadata = await read(path)
        if (!isFields(metadata)) throw notMetadata(cidText(address.cid))
        const text = stringify(resolveAddresses(metadata, baseOf(request, settings.PUBLIC_URL)), cidText(address.cid))
        reply.header('cache-control', 'public, max-age=86400').type('application/json; charset=utf-8')
        return reply.serializer(String).send(text as never)
      },
    )
}

const notMetadata = (cid: string) => unprocessable('NOT_METADATA', `${cid} is not a JSON object`)

function parse(bytes: Uint8Array, cid: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw notMetadata(cid)
  }
}

/** What is nested too deep to be written is refused, too. */
function stringify(value: unknown, cid: string): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw notMetadata(cid)
  }
}

const baseOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string =>
  (publicUrl ?? `${protocol}://${host}`).replace(/\/+$/, '')
