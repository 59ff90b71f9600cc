import { badRequest, unavailable, unprocessable } from '@quorate/platform'
import { timestampText } from '@quorate/verify'
import {
  accountPath,
  airdropReads,
  allowanceReads,
  entityPath,
  historyReads,
  keyOf,
  nextPath,
  statementReads,
  topicReads,
} from '@quorate/verify/recount'
import { type Static, type TSchema, Type } from 'typebox'
import type { FinalOutcome, Receipt } from '../transactions/freeze.ts'
import { createdField, finalOutcome, isProvisional, isSuccess, parseTransactionId } from '../transactions/receipts.ts'
import {
  AccountAnswer,
  NftsAnswer,
  NodesAnswer,
  ScheduleAnswer,
  TokenAnswer,
  TokensAnswer,
  TransactionsAnswer,
} from './answers.ts'
import { ExecutedRow } from './body-comparison.ts'
import { creationReads } from './creations.ts'
import { entityReads } from './entities.ts'
import type { MirrorHttp } from './http.ts'
import type {
  Mirror,
  MirrorAccount,
  MirrorNode,
  MirrorSchedule,
  MirrorToken,
  MirrorTokenRelationship,
} from './mirror.ts'

/** The maximum number of pages of a list that are returned at once: 20,000 items at the mirror's 100 per page. */
const MAX_PAGES = 200

export function createMirror(http: MirrorHttp): Mirror {
  const history = historyReads(http)
  return {
    ...topicReads(http),
    ...history,
    ...statementReads(http, history),
    ...entityReads(http),
    ...creationReads(http),
    ...airdropReads(http),
    ...allowanceReads(http),
    get: http.ask,
    async account(id) {
      const found = await http.get(accountPath(id, `/api/v1/accounts/${id}?transactions=false`), AccountAnswer)
      return found && toAccount(found)
    },
    async accountTokens(id, most) {
      const path = entityPath([id], `/api/v1/accounts/${id}/tokens?limit=100`)
      const pages = await allPages(http, path, TokensAnswer, most)
      return pages.flatMap((page) => page.tokens.map(toRelationship))
    },
    async accountNfts(id) {
      const pages = await allPages(http, entityPath([id], `/api/v1/accounts/${id}/nfts?limit=100`), NftsAnswer)
      return pages.flatMap((page) =>
        page.nfts.map((nft) => ({ tokenId: nft.token_id, serial: BigInt(nft.serial_number) })),
      )
    },
    async token(id) {
      const found = await http.get(entityPath([id], `/api/v1/tokens/${id}`), TokenAnswer)
      return found && toToken(found)
    },
    async nodes() {
      const pages = await allPages(http, '/api/v1/network/nodes?limit=25', NodesAnswer)
      return pages.flatMap((page) => page.nodes.map(toNode))
    },
    async node(nodeId) {
      const found = await http.get(`/api/v1/network/nodes?node.id=${nodeId}`, NodesAnswer)
      const node = found?.nodes.find((one) => one.node_id === nodeId)
      return node ? toNode(node) : null
    },
    async schedule(id) {
      const found = await http.get(entityPath([id], `/api/v1/schedules/${id}`), ScheduleAnswer)
      return found && toSchedule(found)
    },
    async transaction(transactionId) {
      const found = await http.get(`/api/v1/transactions/${pathOf(transactionId)}`, TransactionsAnswer)
      return outcomeIn(transactionId, found?.transactions ?? [])
    },
    async executed(transactionId) {
      const found = await http.get(`/api/v1/transactions/${pathOf(transactionId)}`, ExecutedRows)
      const rows = found?.transactions ?? []
      return rows.find((row) => isOf(transactionId, row) && isSuccess(row.result)) ?? null
    },
    newestTimestamp: () => newestTimestamp(http),
    async newest() {
      const newest = await newestTimestamp(http)
      return newest === null ? null : Math.floor(Number(newest) * 1000)
    },
  }
}

async function newestTimestamp(http: MirrorHttp): Promise<string | null> {
  const found = await http.get('/api/v1/transactions?limit=1&order=desc', TransactionsAnswer)
  return found?.transactions[0]?.consensus_timestamp ?? null
}

/** All pages of a list, or the first `most` of them. @throws 422 LIST_TOO_LONG */
async function allPages<S extends TSchema>(
  http: MirrorHttp,
  first: string | null,
  schema: S,
  most = Number.POSITIVE_INFINITY,
): Promise<Static<S>[]> {
  const pages: Static<S>[] = []
  for (let path = first; path && pages.length < most; ) {
    if (pages.length === MAX_PAGES) throw unprocessable('LIST_TOO_LONG', `${first} has more than ${MAX_PAGES} pages`)
    const page: (Static<S> & { links?: { next?: string | null } }) | null = await http.get(path, schema)
    if (!page && path !== first)
      throw unavailable('MIRROR_UNAVAILABLE', `The mirror returned no page ${path}, although it linked to it`)
    if (!page) break
    pages.push(page)
    path = nextPath(path, page)
  }
  return pages
}

function toAccount(found: Static<typeof AccountAnswer>): MirrorAccount {
  return {
    id: found.account,
    key: keyOf(found.account, found.key),
    deleted: found.deleted ?? false,
    balance: BigInt(found.balance?.balance ?? 0),
    receiverSigRequired: found.receiver_sig_required ?? false,
    evmAddress: found.evm_address ?? null,
    delegationAddress: found.delegation_address ?? null,
    maxAutomaticTokenAssociations: found.max_automatic_token_associations ?? 0,
    memo: found.memo ?? '',
    stakedNodeId: stakedNode(found.staked_node_id),
    stakedAccountId: found.staked_account_id ?? null,
    createdTimestamp: found.created_timestamp ?? null,
  }
}

/** Mirrors may store -1, which means no staking, as a value. */
const stakedNode = (id: number | null | undefined): number | null => (id == null || id < 0 ? null : id)

const toRelationship = (found: Static<typeof TokensAnswer>['tokens'][number]): MirrorTokenRelationship => ({
  tokenId: found.token_id,
  balance: BigInt(found.balance),
  decimals: found.decimals ?? 0,
  automatic: found.automatic_association ?? false,
  freezeStatus: found.freeze_status ?? 'NOT_APPLICABLE',
  kycStatus: found.kyc_status ?? 'NOT_APPLICABLE',
})

const toToken = (found: Static<typeof TokenAnswer>): MirrorToken => ({
  id: found.token_id,
  type: found.type,
  name: found.name,
  symbol: found.symbol,
  decimals: Number(found.decimals),
  totalSupply: BigInt(found.total_supply),
  treasury: found.treasury_account_id,
  deleted: found.deleted ?? false,
  pauseStatus: found.pause_status ?? 'NOT_APPLICABLE',
})

const toSchedule = (found: Static<typeof ScheduleAnswer>): MirrorSchedule => ({
  id: found.schedule_id,
  body: Buffer.from(found.transaction_body, 'base64'),
  creator: found.creator_account_id ?? null,
  payer: found.payer_account_id ?? null,
  adminKey: keyOf(found.schedule_id, found.admin_key),
  createdAt: found.consensus_timestamp,
  memo: found.memo ?? '',
  waitForExpiry: found.wait_for_expiry ?? false,
  expirationTime: found.expiration_time ?? null,
  executedTimestamp: found.executed_timestamp ?? null,
  deleted: found.deleted ?? false,
  signatures: (found.signatures ?? []).map(({ public_key_prefix, signature, consensus_timestamp }) => ({
    publicKeyPrefix: Buffer.from(public_key_prefix ?? '', 'base64'),
    signature: Buffer.from(signature, 'base64'),
    consensusTimestamp: consensus_timestamp,
  })),
})

const toNode = (found: { node_id: number; node_account_id: string }): MirrorNode => ({
  nodeId: found.node_id,
  accountId: found.node_account_id,
})

/**
 * `0.0.n-s-n`, with the query that distinguishes the transaction from its children. @throws 400 INVALID_TRANSACTION_ID
 */
function pathOf(transactionId: string): string {
  const parts = parseTransactionId(transactionId)
  if (!parts) throw badRequest('INVALID_TRANSACTION_ID', `"${transactionId.slice(0, 80)}" is not a transaction id`)
  const { payer, seconds, nanos, nonce, scheduled } = parts
  return `${payer}-${timestampText(seconds, nanos, '-')}?nonce=${nonce}&scheduled=${scheduled}`
}

const ExecutedRows = Type.Object({ transactions: Type.Array(ExecutedRow) })

/** Whether a transaction has the requested id. Mirrors also return its children and others. */
function isOf(
  transactionId: string,
  row: { transaction_id: string; nonce?: number | null | undefined; scheduled?: boolean | null | undefined },
): boolean {
  const [asked, shown] = [parseTransactionId(transactionId), parseTransactionId(row.transaction_id)]
  if (!asked || !shown) return false
  return (
    asked.payer === shown.payer &&
    asked.seconds === shown.seconds &&
    asked.nanos === shown.nanos &&
    asked.nonce === (row.nonce ?? 0) &&
    asked.scheduled === (row.scheduled ?? false)
  )
}

type MirrorTransaction = Static<typeof TransactionsAnswer>['transactions'][number]

/**
 * Besides the transaction that counts, the mirror keeps others with the same id that were submitted wrongly. An id is
 * executed only once, so a success counts. Among failures, a final one counts more than a provisional one.
 */
function outcomeIn(transactionId: string, all: MirrorTransaction[]): FinalOutcome | null {
  const outcomes = all
    .filter((row) => isOf(transactionId, row) && row.result !== 'DUPLICATE_TRANSACTION')
    .map(
      (row): FinalOutcome => ({
        ...finalOutcome(transactionId, receiptOf(row), 'consensus'),
        consensusTimestamp: row.consensus_timestamp,
        ...(row.batch_key ? { inBatch: true } : {}),
      }),
    )
  return (
    outcomes.find(({ success }) => success) ??
    outcomes.find((outcome) => !isProvisional(outcome)) ??
    outcomes[0] ??
    null
  )
}

function receiptOf({ result, name, entity_id: entityId }: MirrorTransaction): Receipt {
  const created = createdField(name)
  return { status: result, ...(created && entityId && result === 'SUCCESS' ? { [created]: entityId } : {}) }
}
