import { Readable } from 'node:stream'
import { type Http, namedSchema, notFound, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { link, pageOf } from '../answers/pages.ts'
import { fileOf, leafOf } from '../model/leaves.ts'
import type { Service } from '../service.ts'
import { membersAt } from '../store/members.ts'
import { batchesOf } from '../store/records.ts'
import { votesBetween } from '../store/votes.ts'

const ProposalPath = Type.Object({ proposalId: Type.String({ maxLength: 100 }) })
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const AuditOut = namedSchema(
  'Audit',
  Type.Object({
    proposalId: Type.String(),
    daoId: Type.String(),
    chain: Type.String(),
    topicId: orNull(Type.String()),
    electorate: orNull(Type.Object({ members: Type.Integer(), root: Type.String() })),
    batches: Type.Array(
      Type.Object({
        batch: Type.Integer(),
        first: Type.Integer(),
        last: Type.Integer(),
        root: Type.String({ description: 'the root of the Merkle tree (RFC 9162) over the leaves, hex' }),
        leaves: Type.String({ description: 'the content identifier (CID) of the leaves' }),
        consensusTimestamp: orNull(Type.String()),
      }),
    ),
  }),
)
const lines = { type: 'string', description: 'one text per line' }
const tags = ['audit']

/**
 * Routes for the texts that a recount needs in addition to the topic. Nobody has to trust them, because their hashes
 * are on the topic.
 */
export function auditRoutes(http: Http, { database, proposals }: Service): void {
  http.get(
    '/votes/proposal/:proposalId/audit',
    {
      schema: {
        tags,
        summary: 'List the anchored batches of votes',
        description: "A batch of votes is anchored on the DAO's topic by the root of its Merkle tree.",
        params: ProposalPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 404: ['PROPOSAL_NOT_FOUND'] },
        response: { 200: { ...AuditOut, headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = pageOf(query)
      const { proposalId, dao, electorate } = await proposals.find(params.proposalId)
      const found = await batchesOf(database.read, proposalId, { after: Number(page.cursor ?? 0), limit: page.limit })
      link(reply, `/votes/proposal/${proposalId}/audit`, page, found, ({ number }) => number)
      return {
        proposalId,
        daoId: dao.daoId,
        chain: dao.chain,
        topicId: dao.topicId,
        electorate: electorate && { members: electorate.size, root: electorate.root },
        batches: found.map(({ number, ...batch }) => ({ batch: number, ...batch })),
      }
    },
  )

  http.get(
    '/votes/proposal/:proposalId/audit/batches/:batch',
    {
      schema: {
        tags,
        summary: 'Get the votes of a batch',
        description: 'One vote per line, as canonical JSON (RFC 8785). Each line is a leaf of the Merkle tree.',
        params: Type.Object({ ...ProposalPath.properties, batch: Type.Integer({ minimum: 1, maximum: 100_000_000 }) }),
        produces: ['application/jsonl'],
        errors: { 404: ['BATCH_NOT_FOUND', 'PROPOSAL_NOT_FOUND'] },
        response: { 200: { content: { 'application/jsonl': { schema: lines } } } },
      },
    },
    async ({ params }, reply) => {
      const proposal = await proposals.find(params.proposalId)
      const [batch] = await batchesOf(database.read, proposal.proposalId, { after: params.batch - 1, limit: 1 })
      if (batch?.number !== params.batch) throw notFound('BATCH_NOT_FOUND', `The batch ${params.batch} does not exist`)
      const votes = await votesBetween(database.read, proposal, batch.first, batch.last)
      reply.type('application/jsonl')
      return fileOf(votes.map(leafOf))
    },
  )

  http.get(
    '/votes/proposal/:proposalId/audit/electorate',
    {
      schema: {
        tags,
        summary: 'List the accounts that could vote',
        description: 'One account id per line, sorted: the members of the DAO when the voting began.',
        params: ProposalPath,
        produces: ['text/plain'],
        errors: { 404: ['NOT_STARTED', 'PROPOSAL_NOT_FOUND'] },
        response: { 200: { content: { 'text/plain': { schema: lines } } } },
      },
    },
    async ({ params }, reply) => {
      const { electorate, dao, startAt } = await proposals.find(params.proposalId)
      if (!electorate) throw notFound('NOT_STARTED', 'The proposal has not started')
      const pages = membersAt(database.read, dao.daoId, startAt)
      const texts = (async function* () {
        for await (const page of pages) yield page.map((account) => `${account}\n`).join('')
      })()
      return reply.type('text/plain').send(Readable.from(texts))
    },
  )
}
