/** Routes for the names that wallets keep, and for what a name leads to. */
import { Bytes, type Clock, type Database, decodeBytes, encodeBytes, type Http } from '@quorate/platform'
import { type IpnsName, readIpnsName } from '@quorate/verify/ipns'
import { Type } from 'typebox'
import { NameOut, nameOut, RemovedOut, ResolutionOut } from '../answers/names.ts'
import { invalidName, nameNotFound } from '../errors.ts'
import { cidText } from '../identifier/identifier.ts'
import { ownerOf } from '../model/owner.ts'
import type { Names } from '../names/names.ts'
import { type Resolve, readName } from '../names/resolve.ts'
import { findNameOf, namesOf } from '../store/names.ts'
import type { Tables } from '../store/tables.ts'

const tags = ['names']
const nameText = (description: string) => Type.String({ minLength: 1, maxLength: 300, description })
const NameIn = Type.Object({ name: nameText('an IPNS name, in any base, or as a peer id') })
const AnyNameIn = Type.Object({ name: nameText('an IPNS name, or a domain with DNSLink') })
const NameBody = Type.Object({ ...NameIn.properties, record: Bytes })

/** Bytes of a body with a record, in the longest of the forms of bytes. */
const MAX_BODY = 64 * 1024

/** @throws 400 `INVALID_NAME` */
export function ipnsNameIn(text: string): IpnsName {
  const name = readIpnsName(text)
  if (!name) throw invalidName(text)
  return name
}

interface NameDeps {
  database: Database<Tables>
  names: Names
  resolveName: Resolve
  clock: Clock
}

export function nameRoutes(http: Http, deps: NameDeps): void {
  listRoutes(http, deps)
  keepRoutes(http, deps)
  resolveRoute(http, deps)
}

function listRoutes(http: Http, { database, clock }: NameDeps): void {
  http.get(
    '/ipfs/names',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List my names',
        description: 'All names that the wallet keeps on this node, with their newest records, including expired ones.',
        response: { 200: Type.Array(NameOut) },
      },
    },
    async ({ session }) => (await namesOf(database.read, ownerOf(session))).map((row) => nameOut(row, clock.now())),
  )

  http.get(
    '/ipfs/names/:name',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get one of my names',
        params: NameIn,
        errors: { 400: ['INVALID_NAME'], 404: ['NAME_NOT_FOUND'] },
        response: { 200: NameOut },
      },
    },
    async ({ params, session }) => {
      const { name } = ipnsNameIn(params.name)
      const row = await findNameOf(database.read, ownerOf(session), name)
      if (!row) throw nameNotFound(`${session.walletId} does not keep ${name}`)
      return nameOut(row, clock.now())
    },
  )
}

function keepRoutes(http: Http, { names, clock }: NameDeps): void {
  http.post(
    '/ipfs/names',
    {
      bodyLimit: MAX_BODY,
      config: { access: 'session', repeatable: true },
      schema: {
        tags,
        summary: 'Publish a record of a name',
        description:
          'Keeps the name for the wallet. The holder of its key has signed the record, so the node cannot change it. The node serves the record until its validity ends, and gives it to the routers.',
        body: NameBody,
        errors: {
          400: ['INVALID_NAME', 'IPNS_RECORD_EXPIRED', 'IPNS_RECORD_INVALID'],
          409: ['IPNS_RECORD_OUTDATED'],
          429: ['TOO_MANY_NAMES'],
        },
        response: { 200: NameOut },
      },
    },
    async ({ body, session }) => {
      const kept = await names.keep(ownerOf(session), ipnsNameIn(body.name), decodeBytes(body.record, 'record'))
      return nameOut(kept, clock.now())
    },
  )

  http.delete(
    '/ipfs/names/:name',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Stop keeping a name',
        description:
          'The node no longer serves the record, unless another wallet keeps the name. Records that others have stay valid until their end.',
        params: NameIn,
        errors: { 400: ['INVALID_NAME'], 404: ['NAME_NOT_FOUND'] },
        response: { 200: RemovedOut },
      },
    },
    async ({ params, session }) => {
      const { name } = ipnsNameIn(params.name)
      await names.remove(ownerOf(session), name)
      return { name, status: 'removed' as const }
    },
  )
}

function resolveRoute(http: Http, { resolveName }: NameDeps): void {
  http.get(
    '/ipfs/resolve/:name',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Find what a name leads to',
        description:
          'Follows the name to content, over other names that it leads to. Records are verified, so nobody but the holder of the key can have made them.',
        params: AnyNameIn,
        errors: {
          400: ['INVALID_CID', 'INVALID_NAME'],
          404: ['NAME_NOT_FOUND'],
          422: ['DNSLINK_OFF', 'NAME_LEADS_NOWHERE', 'UNSUPPORTED_CONTENT'],
          504: ['NAME_TIMEOUT'],
        },
        response: { 200: ResolutionOut },
      },
    },
    async ({ params }, reply) => {
      const name = readName(params.name)
      const { content, value, record, maxAgeMs } = await resolveName(name)
      reply.header('cache-control', `public, max-age=${Math.floor(maxAgeMs / 1000)}`)
      return {
        name: 'domain' in name ? name.domain : name.name,
        path: ['/ipfs', cidText(content.cid), ...content.path].join('/'),
        value,
        ...(record
          ? {
              sequence: String(record.fields.sequence),
              validUntil: new Date(record.fields.validUntil).toISOString(),
              record: encodeBytes(record.bytes),
            }
          : {}),
      }
    },
  )
}
