import { randomUUID } from 'node:crypto'
import { defaultChain, onChain, toLedgerTime } from '@quorate/ledger'
import { createFacts } from '@quorate/ledger/operations'
import type { Http } from '@quorate/platform'
import { Type } from 'typebox'
import type { OperatedLedger } from '../operated-ledger.ts'
import { ledgerOf } from '../operated-ledger.ts'
import { type Configuration, checkConfiguration, daoTopicsIn } from '../validators/check.ts'
import { AccountConfiguration, ConsensusConfiguration, TokenConfiguration } from '../validators/configuration.ts'
import type { ValidatorRecords } from '../validators/records.ts'
import { spendingErrors } from './errors.ts'

const KINDS = [
  { path: 'accounts', kind: 'account', body: AccountConfiguration, what: 'accounts' },
  { path: 'consensus', kind: 'topic', body: ConsensusConfiguration, what: 'topics' },
  { path: 'tokens', kind: 'token', body: TokenConfiguration, what: 'tokens' },
] as const

const Timestamp = Type.Object({
  timestamp: Type.String({ maxLength: 40, description: 'the consensus timestamp that names it' }),
})
const ChainQuery = Type.Object({
  chain: Type.Optional(Type.String({ maxLength: 64, description: 'the default one if absent' })),
})
const TextOut = {
  description: 'The consensus timestamp that names it',
  content: { 'text/plain': { schema: Type.String() } },
}

/** Adds the endpoints that write and read validators of accounts, topics and tokens. */
export function validatorRoutes(
  http: Http,
  { ledgers, records }: { ledgers: Map<string, OperatedLedger>; records: ValidatorRecords },
): void {
  for (const { path, kind, body, what } of KINDS) {
    http.post(
      `/validators/${path}`,
      {
        config: { access: 'session' },
        schema: {
          tags: ['validators'],
          summary: `Create a validator for ${what}`,
          description:
            'The network co-signs for whatever is bound to the validator if the conditions are met. Returns the consensus timestamp that names the validator.',
          body,
          errors: [
            spendingErrors,
            {
              400: ['INVALID_TIMESTAMP', 'INVALID_VALIDATOR', 'UNKNOWN_CHAIN'],
              422: ['INVALID_TOPIC_ID', 'RECORD_TOO_LARGE'],
            },
          ],
          response: { 200: TextOut },
        },
      },
      async (request, reply) => {
        const configuration = request.body as Configuration
        checkConfiguration(configuration)
        const ledger = ledgerOf(ledgers, request.session)
        // If the DAO does not exist, nobody could ever move the entities under its rules.
        for (const topicId of daoTopicsIn(configuration)) await createFacts(ledger).topic(topicId)
        const record = { kind, author: request.session.walletId, configuration }
        const timestamp = await records.write(ledger, `validator ${randomUUID()}`, record)
        reply.type('text/plain; charset=utf-8')
        return timestamp as never
      },
    )

    http.get(
      `/validators/${path}/:timestamp`,
      {
        config: { access: 'public' },
        schema: {
          tags: ['validators'],
          summary: `Get a validator for ${what}`,
          params: Timestamp,
          querystring: ChainQuery,
          errors: [
            spendingErrors,
            { 400: ['INVALID_TIMESTAMP', 'UNKNOWN_CHAIN', 'WRONG_VALIDATOR'], 404: ['VALIDATOR_NOT_FOUND'] },
          ],
          response: { 200: body },
        },
      },
      async ({ params, query }) => {
        const ledger = onChain(ledgers, query.chain || defaultChain(ledgers))
        return records.read(ledger, kind, toLedgerTime(params.timestamp), ledger.publicMirror) as never
      },
    )
  }
}
