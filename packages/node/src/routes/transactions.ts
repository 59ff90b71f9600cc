/** The receipt and the record of a transaction: from consensus nodes while they have them, later from the mirror. */
import type { PublicMirror, TransactionIdParts } from '@quorate/ledger'
import { ChainParameter, chainOf } from '@quorate/ledger'
import type { Http } from '@quorate/platform'
import { Type } from 'typebox'
import { receiptOf } from '../answers/transactions/from-ledger.ts'
import { receiptFromMirror, recordFromMirror } from '../answers/transactions/from-mirror.ts'
import { ReceiptOut, RecordOut } from '../answers/transactions/schemas.ts'
import type { Consensus } from '../consensus-queries.ts'
import { sessionOn } from '../model/chains.ts'
import { ScheduledParameter, transactionIdIn } from '../model/transaction-ids.ts'

const Path = Type.Object({
  transaction: Type.String({ maxLength: 120, description: '0.0.n@s.n or 0.0.n-s-n, with ?scheduled or /nonce' }),
})
const IdQuery = Type.Object({
  chain: ChainParameter,
  scheduled: Type.Optional(ScheduledParameter),
  nonce: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 for what users submit' })),
})

export interface TransactionReads {
  chains: ReadonlyMap<string, { chain: string; mirror: PublicMirror; consensus: Consensus }>
}

export function transactionRoutes(http: Http, { chains }: TransactionReads): void {
  const tags = ['transactions']
  http.get(
    '/transactions/query/:transaction',
    {
      config: { access: 'optional' },
      schema: {
        tags,
        summary: 'Get the record of a transaction',
        description:
          'From a consensus node while it still has the record (about three minutes) and the session is of this chain, otherwise from the mirror node. The embedded ledger asks for no session.',
        params: Path,
        querystring: IdQuery,
        errors: { 400: ['INVALID_PARAMETER', 'INVALID_TRANSACTION_ID', 'UNKNOWN_CHAIN'] },
        response: { 200: RecordOut },
      },
    },
    async (request) => {
      const { chain, mirror, consensus } = chainOf(chains, request)
      const id = idIn(request)
      const record = await consensus.record(id, sessionOn(chain, request)?.walletId)
      return record ?? recordFromMirror(mirror, id)
    },
  )

  http.get(
    '/transactions/receipt/:transaction',
    {
      config: { access: 'optional' },
      schema: {
        tags,
        summary: 'Get the receipt of a transaction',
        description:
          'From a consensus node while it still has the receipt (about three minutes), then from the mirror node.',
        params: Path,
        querystring: IdQuery,
        errors: { 400: ['INVALID_PARAMETER', 'INVALID_TRANSACTION_ID', 'UNKNOWN_CHAIN'] },
        response: { 200: ReceiptOut },
      },
    },
    async (request) => {
      const { mirror, consensus } = chainOf(chains, request)
      const id = idIn(request)
      const receipt = await consensus.receipt(id)
      return receipt ? receiptOf(receipt) : receiptFromMirror(mirror, id)
    },
  )
}

interface IdRequest {
  params: { transaction: string }
  query: { scheduled?: string; nonce?: number }
}

/**
 * The transaction id in a request. `scheduled` and `nonce` in the query override those in the path.
 * @throws 400 INVALID_TRANSACTION_ID
 */
function idIn({ params, query }: IdRequest): TransactionIdParts {
  const id = transactionIdIn(params.transaction)
  const scheduled = query.scheduled === undefined ? id.scheduled : query.scheduled !== 'false'
  return { ...id, scheduled, nonce: query.nonce ?? id.nonce }
}
