import { badRequest, type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { type RulesPatch, VotingDelay, VotingPeriod, votingMethods } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { JointOut, jointOut } from '../answers/joint.ts'
import { link, pageOf } from '../answers/pages.ts'
import { Method, RulesOut, rulesOut } from '../answers/resources.ts'
import type { Service } from '../service.ts'
import { rulesOf } from '../store/rules.ts'
import { DaoPath, laterRules } from './daos.ts'
import { ledgerBudgetErrors, signatureErrors } from './errors.ts'
import { givenSignatures, signaturesIn } from './signatures.ts'

const tags = ['daos']

const orNone = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** The optional rules. A value of null removes the rule. */
const ended = Object.fromEntries(
  Object.entries({
    ...laterRules,
    thresholdFraction: laterRules.quorumFraction,
    votingMethods: Type.Array(Method, { minItems: 1, maxItems: votingMethods.length, uniqueItems: true }),
    maxOptions: Type.Integer({ minimum: 2, maximum: limits.maxManyOptions.value }),
    votesChangeable: Type.Boolean(),
    delegation: Type.Boolean(),
  }).map(([name, schema]) => [name, Type.Optional(orNone(schema))]),
)
const Patch = Type.Unsafe<RulesPatch>(
  Type.Object(
    {
      threshold: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
      minVotingPeriod: Type.Optional(Type.Number({ ...VotingPeriod })),
      votingDelay: Type.Optional(Type.Number({ ...VotingDelay })),
      ...ended,
    },
    {
      additionalProperties: false,
      minProperties: 1,
      description: 'the rules that change; null ends a rule that a DAO need not have',
    },
  ),
)
const change = {
  number: Type.Integer({ minimum: 2, description: "the number of the new rules: the next one after the DAO's" }),
  rules: Patch,
}
const refusals = {
  400: ['FRACTION_DIFFERS', 'INVALID_FRACTION', 'TOKEN_WITHOUT_WEIGHT'],
  404: ['DAO_NOT_FOUND'],
  409: ['RULES_OUT_OF_ORDER'],
  422: [
    ...['NOTHING_CHANGES', 'NO_EMERGENCY_ACCOUNT', 'PERIODS_CONTRADICT', 'THRESHOLD_TOO_LOW', 'VETO_NEEDS_DELAY'],
    ...['OPTIMISTIC_INCOMPLETE', 'INVALID_AREAS'],
  ],
}

/** Adds the endpoints for the rules of a DAO, and for changing them without a proposal. */
export function rulesRoutes(http: Http, service: Service): void {
  const { database, daos, ruleChanges } = service
  jointRulesRoutes(http, service)
  http.get(
    '/daos/:daoId/rules',
    {
      schema: {
        tags,
        summary: 'List the rules that a DAO has had',
        description: 'Newest first, with the proposal or the account that changed them.',
        params: DaoPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 404: ['DAO_NOT_FOUND'] },
        response: { 200: { ...Type.Array(RulesOut), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = pageOf(query)
      const { daoId } = await daos.find(params.daoId)
      const found = await rulesOf(database.read, daoId, page)
      link(reply, `/daos/${daoId}/rules`, page, found, ({ number }) => BigInt(number))
      return found.map((version) => rulesOut(daoId, version))
    },
  )

  http.post(
    '/daos/:daoId/rules',
    {
      schema: {
        tags,
        summary: 'Change the rules of a DAO at once',
        description:
          "Only with signatures of the account that the DAO's rules name as `emergency`, over the text that `POST /daos/{daoId}/rules/text` returns. Anybody may send them. Other changes are proposals with `proposalData.change`.",
        params: DaoPath,
        body: Type.Object({ ...change, ...givenSignatures }, { additionalProperties: false }),
        errors: [
          ledgerBudgetErrors,
          refusals,
          signatureErrors,
          { 400: ['SIGNATURES_MISSING'], 403: ['SIGNATURES_MISSING'] },
        ],
        response: { 201: RulesOut },
      },
    },
    async ({ params, body, session }, reply) => {
      const signatures = signaturesIn(body)
      if (signatures.length === 0) throw noSignature()
      const dao = await daos.find(params.daoId)
      const { number, rules } = body
      const version = await ruleChanges.changeAtOnce(dao, { number, rules }, signatures, session)
      reply.status(201)
      return rulesOut(dao.daoId, version)
    },
  )

  http.post(
    '/daos/:daoId/rules/text',
    {
      schema: {
        tags,
        summary: 'Get the text that changes the rules of a DAO at once',
        description: 'Records nothing. Send the signature with `POST /daos/{daoId}/rules`.',
        params: DaoPath,
        body: Type.Object(change, { additionalProperties: false }),
        errors: refusals,
        response: { 200: Type.Object({ text: Type.String() }) },
      },
    },
    async ({ params, body }) => ({ text: ruleChanges.textOf(await daos.find(params.daoId), body) }),
  )
}

/** Adds the endpoints for immediate rule changes that the owners of a wallet sign together. */
function jointRulesRoutes(http: Http, { daos, ruleChanges }: Service): void {
  http.get(
    '/daos/:daoId/rules/signatures',
    {
      schema: {
        tags,
        summary: 'List the changes at once that owners of a wallet have begun to sign',
        params: DaoPath,
        errors: { 404: ['DAO_NOT_FOUND'], 422: ['NO_KEY'] },
        response: { 200: Type.Array(JointOut) },
      },
    },
    async ({ params }) => (await ruleChanges.begun(await daos.find(params.daoId))).map((state) => jointOut(state)),
  )

  http.post(
    '/daos/:daoId/rules/signatures',
    {
      schema: {
        tags,
        summary: 'Sign a change of the rules at once as an owner of the wallet that may make it',
        description:
          'As `POST /daos/{daoId}/rules`, for owners who sign one after the other. The signature that completes the change makes it. A key has one signature for a DAO: a later one takes its place.',
        params: DaoPath,
        body: Type.Object({ ...change, ...givenSignatures }, { additionalProperties: false }),
        errors: [ledgerBudgetErrors, refusals, signatureErrors, { 400: ['SIGNATURES_MISSING'] }],
        response: { 201: JointOut },
      },
    },
    async ({ params, body: { number, rules, ...given }, session }, reply) => {
      const signatures = signaturesIn(given)
      if (signatures.length === 0) throw noSignature()
      const { isDone, ...state } = await ruleChanges.sign(
        await daos.find(params.daoId),
        { number, rules },
        signatures,
        session,
      )
      reply.status(201)
      return jointOut(state, isDone)
    },
  )
}

const noSignature = () =>
  badRequest('SIGNATURES_MISSING', 'Send "signature" or "signatures" over the text of these rules')
