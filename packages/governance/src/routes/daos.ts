import { setTimeout as delay } from 'node:timers/promises'
import { ChainParameter, chainOf } from '@quorate/ledger'
import { AccountId, type Http, PageQuery, pageHeaders, type Session, TokenId } from '@quorate/platform'
import { limits as verifyLimits } from '@quorate/verify'
import {
  Fraction,
  MAX_AREA_LENGTH,
  optimisticKinds,
  Percent,
  VotingDelay,
  VotingPeriod,
  votingMethods,
} from '@quorate/verify/recount'
import { Type } from 'typebox'
import { link, pageOf, shortPage, withQuery } from '../answers/pages.ts'
import { DaoOut, Kind, Method } from '../answers/resources.ts'
import { wholeDaos } from '../answers/whole.ts'
import { limits } from '../limits.ts'
import type { Dao } from '../model/dao.ts'
import type { Service } from '../service.ts'
import { daosOn } from '../store/daos.ts'
import { ledgerBudgetErrors } from './errors.ts'

/** Optional rules, for new DAOs and for changes. */
export const laterRules = {
  areas: Type.Array(Type.String({ minLength: 1, maxLength: MAX_AREA_LENGTH }), {
    minItems: 1,
    maxItems: verifyLimits.maxAreas.value,
    uniqueItems: true,
    examples: [['finance', 'grants']],
    description: 'topics of proposals, for each of which members may name another delegate; needs `delegation`',
  }),
  quorum: Type.Number({ ...Percent, description: 'the least quorum of a proposal, percent' }),
  quorumFraction: { ...Fraction, description: 'the exact share, such as 1/3' },
  maxVotingPeriod: Type.Number({ ...VotingPeriod, description: 'hours; by default without a limit' }),
  proposers: Type.Array(AccountId, {
    minItems: 1,
    maxItems: verifyLimits.maxProposers.value,
    uniqueItems: true,
    description: 'the only members who may propose; by default all may',
  }),
  proposalWeight: Type.String({
    pattern: '^[1-9][0-9]{0,30}$',
    title: 'an amount in smallest units, as text',
    examples: ['100000000'],
    description: 'what a member must hold to propose, in smallest units; with `tokenWeighted`',
  }),
  secretVotes: Type.Boolean({
    description: 'whether votes are sealed, and opened together after the end; by default not',
  }),
  networkKey: Type.String({
    pattern: '^[0-9a-f]{64}$',
    title: 'an Ed25519 public key in lower-case hex',
    examples: ['52dd9f4c84c2d5636109578d292152cc42b3d4f68ca3ca9cf0e0fa574ed4b092'],
    description: 'the only network of nodes whose key may seal secret votes; by default any',
  }),
  membersByProposal: Type.Boolean({
    description: 'whether only proposals add and remove members; by default the owner may, too',
  }),
  executionDelay: Type.Number({
    exclusiveMinimum: 0,
    maximum: 8760,
    description: 'the hours after a decision in which nothing of it is carried out; by default none',
  }),
  veto: Type.Unsafe<string>({
    ...AccountId,
    description: 'an account that may veto a passed proposal in these hours, by its signature',
  }),
  emergency: Type.Unsafe<string>({
    ...AccountId,
    description: 'an account that may change the rules at once, by its signature',
  }),
  objections: Type.Number({
    ...Percent,
    description: 'the percentage of the eligible weight that stops an optimistic proposal by voting NO',
  }),
  objectionsFraction: { ...Fraction, description: 'the exact share, such as 1/10' },
  objectionPeriod: Type.Number({
    exclusiveMinimum: 0,
    maximum: 87_600,
    description: 'the shortest vote on an optimistic proposal, hours; needed with `objections`',
  }),
  optimisticProposers: Type.Array(AccountId, {
    minItems: 1,
    maxItems: verifyLimits.maxProposers.value,
    uniqueItems: true,
    description: 'the only members who may propose optimistically; by default all who may propose',
  }),
  optimisticKinds: Type.Array(Kind, {
    minItems: 1,
    maxItems: optimisticKinds.length,
    uniqueItems: true,
    description:
      'what an optimistic proposal may be; by default `text` and `operation`, but no `change` of the rules or members',
  }),
}

/** The same fields, but optional. */
const optional = <P extends Type.TProperties>(fields: P) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [F in keyof P]: Type.TOptional<P[F]>
  }

export const DaoPath = Type.Object({ daoId: Type.String({ maxLength: 100 }) })

export const NewDao = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.String({ maxLength: 5000 }),
    ownerAddress: AccountId,
    members: Type.Optional(
      Type.Array(AccountId, {
        maxItems: limits.foundingMembers.value,
        description: 'the first members besides the owner; add others with `POST /daos/{daoId}/members`',
      }),
    ),
    votingRules: Type.Object(
      {
        threshold: Type.Optional(
          Type.Number({
            minimum: 1,
            maximum: 100,
            description: 'percent, 1 to 100; needed unless there is a `thresholdFraction`',
          }),
        ),
        thresholdFraction: Type.Optional({ ...Fraction, description: 'the exact share, such as 2/3' }),
        minVotingPeriod: Type.Number({ ...VotingPeriod, description: 'hours' }),
        tokenWeighted: Type.Boolean(),
        tokenId: Type.Optional(
          Type.Union([TokenId, Type.Null()], { description: 'the token that weighs votes; by default hbars' }),
        ),
        votingDelay: Type.Optional(
          Type.Number({
            ...VotingDelay,
            description:
              'the least time from a proposal to the start of its voting, hours. With `tokenWeighted` a vote weighs the least that its voter held during this time',
          }),
        ),
        votingMethods: Type.Optional(
          Type.Array(Method, {
            minItems: 1,
            maxItems: votingMethods.length,
            uniqueItems: true,
            description: 'the voting methods that proposals may use; by default only `single`',
          }),
        ),
        maxOptions: Type.Optional(
          Type.Integer({
            minimum: 2,
            maximum: verifyLimits.maxManyOptions.value,
            description: 'the maximum number of options of a proposal; by default five',
          }),
        ),
        votesChangeable: Type.Optional(
          Type.Boolean({ description: 'whether voters may replace their votes until the end; by default not' }),
        ),
        delegation: Type.Optional(
          Type.Boolean({
            description: 'whether members may delegate their votes to other members; by default not',
          }),
        ),
        ...optional(laterRules),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
/** The maximum number of bytes of a body that changes a status or a member. */
export const SMALL_BODY = 1024
const tags = ['daos']
const accountParameter = (description: string) => Type.Unsafe<string>({ ...AccountId, description })

interface ListRequest {
  query: { limit: number; cursor?: string; chain?: string; owner?: string; member?: string }
  sessionIfAny: Session | undefined
}

/**
 * How long the answer about a new DAO waits for its topic, in milliseconds. A DAO without one is returned as PENDING.
 */
const TOPIC_TIMEOUT_MS = 2_000

/** Adds the endpoints for DAOs. */
export function daoRoutes(http: Http, service: Service): void {
  const { database, daos } = service

  async function withLists(dao: Dao) {
    const [whole] = await wholeDaos(database.read, [dao])
    if (!whole) throw new Error(`no answer about ${dao.daoId}`)
    return whole
  }

  async function whenOnTopic(created: Dao): Promise<Dao> {
    const until = performance.now() + TOPIC_TIMEOUT_MS
    for (let dao = created; ; dao = await daos.find(created.daoId)) {
      if (dao.topicId !== null || performance.now() > until) return dao
      await delay(20)
    }
  }

  http.post(
    '/daos',
    {
      schema: {
        tags,
        summary: 'Create a DAO',
        description:
          "The session's account becomes the owner and the first member. The DAO's topic is created on the ledger; if that takes longer than two seconds, the answer has the status PENDING and no `topicId`.",
        body: NewDao,
        errors: [
          ledgerBudgetErrors,
          {
            400: [
              'BLANK_TEXT',
              'FRACTION_DIFFERS',
              'HIDDEN_CHARACTER',
              'INVALID_FRACTION',
              'INVALID_RECORD',
              'THRESHOLD_MISSING',
              'TOKEN_WITHOUT_WEIGHT',
            ],
            403: ['NOT_YOUR_ACCOUNT'],
            422: [
              'ACCOUNT_DELETED',
              'INVALID_ACCOUNT_ID',
              'INVALID_TOKEN_ID',
              'PERIODS_CONTRADICT',
              'TOKEN_WAS_DELETED',
              'VETO_NEEDS_DELAY',
              'INVALID_AREAS',
              'OPTIMISTIC_INCOMPLETE',
            ],
            429: ['TOO_MANY_DAOS'],
          },
        ],
        response: { 201: DaoOut },
      },
    },
    async ({ body, session }, reply) => {
      const dao = await whenOnTopic(await daos.create(body, session))
      reply.status(201).header('location', `/daos/${dao.daoId}`)
      return withLists(dao)
    },
  )

  http.get(
    '/daos/:daoId',
    {
      schema: {
        tags,
        summary: 'Get a DAO',
        params: DaoPath,
        errors: { 404: ['DAO_NOT_FOUND'] },
        response: { 200: DaoOut },
      },
    },
    async ({ params }) => withLists(await daos.find(params.daoId)),
  )

  http.patch(
    '/daos/:daoId',
    {
      bodyLimit: SMALL_BODY,
      schema: {
        tags,
        summary: 'Set the status of a DAO',
        description: 'Only for its owner. An INACTIVE DAO takes no new proposals.',
        params: DaoPath,
        body: Type.Object({ status: Type.Enum(['ACTIVE', 'INACTIVE']) }, { additionalProperties: false }),
        errors: { 403: ['NOT_THE_OWNER'], 404: ['DAO_NOT_FOUND'] },
        response: { 200: DaoOut },
      },
    },
    async ({ params, body, session }) => withLists(await daos.setStatus(params.daoId, body.status, session)),
  )

  listRoutes(http, service)
}

/** Adds the lists of DAOs. */
function listRoutes(http: Http, { database, ledgers }: Service): void {
  async function listed(
    path: string,
    {
      filters,
      request,
    }: { filters: { owner?: string | undefined; member?: string | undefined }; request: ListRequest },
    reply: { header(name: string, value: string): unknown },
  ) {
    const { query } = request
    const page = shortPage(pageOf(query))
    const chain = chainOf(ledgers, request).chain
    const found = await daosOn(database.read, { chain, ...filters }, page)
    const { limit: _limit, cursor: _cursor, ...kept } = query
    link(reply, withQuery(path, kept), page, found, ({ sequence }) => sequence)
    return wholeDaos(database.read, found)
  }

  http.get(
    '/daos',
    {
      config: { access: 'optional' },
      schema: {
        tags,
        summary: 'List the DAOs of a chain',
        description: 'Newest first, at most 100 on a page.',
        querystring: Type.Object({
          ...PageQuery.properties,
          member: Type.Optional(accountParameter('only DAOs that this account is a member of')),
          owner: Type.Optional(accountParameter('only DAOs of this owner')),
          chain: ChainParameter,
        }),
        errors: { 400: ['INVALID_CURSOR', 'UNKNOWN_CHAIN'] },
        response: { 200: { ...Type.Array(DaoOut), headers: pageHeaders } },
      },
    },
    async (request, reply) => {
      const { owner, member } = request.query
      return listed('/daos', { filters: { owner, member }, request }, reply)
    },
  )

  http.get(
    '/daos/owner/:ownerAddress',
    {
      config: { access: 'optional' },
      schema: {
        tags,
        summary: 'List the DAOs of an owner',
        description: 'Newest first, at most 100 on a page.',
        params: Type.Object({ ownerAddress: AccountId }),
        querystring: Type.Object({ ...PageQuery.properties, chain: ChainParameter }),
        errors: { 400: ['INVALID_CURSOR', 'UNKNOWN_CHAIN'] },
        response: { 200: { ...Type.Array(DaoOut), headers: pageHeaders } },
      },
    },
    async (request, reply) => {
      const { ownerAddress: owner } = request.params
      return listed(`/daos/owner/${owner}`, { filters: { owner }, request }, reply)
    },
  )
}
