import { defaultChain, onChain } from '@quorate/ledger'
import { AccountId, type Http, namedSchema, notFound, TopicId } from '@quorate/platform'
import { Operation } from '@quorate/verify/recount'
import { Type } from 'typebox'
import type { Service } from '../service.ts'
import { findOpened } from '../store/proposals.ts'

const OpenedRequest = namedSchema(
  'OpenedRequest',
  Type.Object({ jobId: Type.String(), walletId: AccountId, proposalId: Type.String() }),
)

/** `/multisig/proposal`: opens the request that a passed proposal of a wallet's DAO names. */
export function proposalRoutes(http: Http, service: Service): void {
  openingRoutes(http, service)
  checkRoute(http, service)
}

function openingRoutes(http: Http, { database, decided, ledgers }: Service): void {
  http.post(
    '/multisig/proposal/request',
    {
      // The ledger shows whether a decision permits the request, so anybody may name the decision.
      config: { access: 'public' },
      schema: {
        tags: ['wallets'],
        summary: 'Open the request of a passed proposal',
        description:
          'The decision on the ledger permits it, so anybody may ask, without a session. Each proposal opens one request.',
        body: Type.Object(
          {
            chain: Type.Optional(
              Type.String({ maxLength: 64, description: 'the chain; by default the first of CHAINS' }),
            ),
            topicId: TopicId,
            consensusTimestamp: Type.String({
              pattern: '^[0-9]{1,12}\\.[0-9]{9}$',
              title: "the decision's time, seconds.nanoseconds",
              examples: ['1700000000.000000001'],
              description: "as the proposal's `decision` has it",
            }),
          },
          { additionalProperties: false },
        ),
        errors: {
          400: ['INVALID_AMOUNT', 'INVALID_EXECUTE_AT', 'INVALID_TIMESTAMP'],
          403: ['DECISION_NOT_TRUSTED', 'DECISION_VETOED', 'NOT_THE_WALLETS_DAO'],
          404: ['DECISION_NOT_FOUND'],
          409: [
            'DECISION_DELAYED',
            'PROPOSAL_OPENED',
            'WALLET_CHANGED',
            'WALLET_CHANGING',
            'WALLET_DELETED',
            'WALLET_KEY_CHANGED',
          ],
          410: ['DECISION_EXPIRED'],
          422: [
            'ACCOUNT_DELETED',
            'CUSTOM_FEES',
            'DECISION_DOES_NOT_PERMIT',
            'INVALID_ACCOUNT_ID',
            'INVALID_TOKEN_ID',
            'TOKEN_WAS_DELETED',
            'TRANSACTION_OVERSIZE',
          ],
          429: ['TOO_MANY_OPEN_REQUESTS', 'TOO_MANY_REQUESTS_A_DAY'],
        },
        response: { 200: OpenedRequest },
      },
    },
    async ({ body: { chain = defaultChain(ledgers), topicId, consensusTimestamp } }) => {
      const { jobId, wallet, proposal } = await decided.open({ chain, topicId, consensusTimestamp })
      return { jobId, walletId: wallet, proposalId: proposal }
    },
  )

  http.get(
    '/multisig/proposal/:proposalId',
    {
      // `POST /multisig/proposal/request` gives everybody the same answer.
      config: { access: 'public' },
      schema: {
        tags: ['wallets'],
        summary: 'Get the request that a proposal has opened',
        params: Type.Object({ proposalId: Type.String({ maxLength: 100 }) }),
        querystring: Type.Object({
          chain: Type.Optional(
            Type.String({ maxLength: 64, description: 'the chain; by default the first of CHAINS' }),
          ),
        }),
        errors: { 400: ['UNKNOWN_CHAIN'], 404: ['REQUEST_NOT_FOUND'] },
        response: { 200: OpenedRequest },
      },
    },
    async ({ params: { proposalId }, query: { chain = defaultChain(ledgers) } }) => {
      onChain(ledgers, chain)
      const opened = await findOpened(database.read, chain, proposalId)
      if (opened) return { jobId: opened.jobId, walletId: opened.wallet, proposalId }
      throw notFound(
        'REQUEST_NOT_FOUND',
        `The proposal ${proposalId} has not created a request on ${chain}, or not yet`,
      )
    },
  )
}

function checkRoute(http: Http, { decided, ledgers }: Service): void {
  http.post(
    '/multisig/proposal/check',
    {
      config: { access: 'public' },
      schema: {
        tags: ['wallets'],
        summary: 'Check the wallet operation of a planned proposal',
        description:
          'Before the vote: whether the service would open this request if the proposal passed. Otherwise it answers the error that it would answer then.',
        body: Type.Object(
          {
            chain: Type.Optional(
              Type.String({ maxLength: 64, description: 'the chain; by default the first of CHAINS' }),
            ),
            operation: Operation,
            daoId: Type.String({ maxLength: 100 }),
            topicId: Type.Optional(Type.Unsafe<string>({ ...TopicId, description: "the DAO's, if it has one yet" })),
            endsAt: Type.String({ format: 'date-time', description: 'when its voting ends' }),
            validUntil: Type.Optional(
              Type.String({
                pattern: '^[0-9]{1,12}\\.[0-9]{9}$',
                title: 'a time of the ledger, seconds.nanoseconds',
                examples: ['1700000000.000000001'],
              }),
            ),
          },
          { additionalProperties: false },
        ),
        errors: {
          400: [
            'INVALID_AMOUNT',
            'INVALID_EXECUTE_AT',
            'INVALID_MAX_CUSTOM_FEES',
            'INVALID_TIMESTAMP',
            'PAYMENT_REPEATED',
            'UNKNOWN_CHAIN',
          ],
          403: ['NOT_THE_WALLETS_DAO'],
          410: ['DECISION_EXPIRED'],
          422: [
            'ACCOUNT_DELETED',
            'DECISION_DOES_NOT_PERMIT',
            'INVALID_ACCOUNT_ID',
            'INVALID_TOKEN_ID',
            'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
            'TOKEN_WAS_DELETED',
            'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
          ],
        },
        response: { 200: Type.Object({ permitted: Type.Literal(true) }) },
      },
    },
    async ({ body: { chain = defaultChain(ledgers), endsAt, ...proposed } }) => {
      await decided.check({ ...proposed, chain, endsAt: Date.parse(endsAt) })
      return { permitted: true as const }
    },
  )
}
