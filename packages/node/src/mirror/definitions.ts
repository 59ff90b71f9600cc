/** The mirror reads, one definition each; `routes/mirrors.ts` serves them. */

import { type MirrorJson, TIME_PATTERN, toLedgerTime } from '@quorate/ledger'
import { AccountId, badRequest, type RouteErrors, TokenId, TopicId } from '@quorate/platform'
import { timestampText } from '@quorate/verify'
import { type TSchema, Type } from 'typebox'
import * as shapes from '../answers/mirror.ts'
import { AccountName, mirrorName } from '../model/account-names.ts'
import { transactionIdIn } from '../model/transaction-ids.ts'
import type { ParameterName } from './parameters.ts'
import { schedulableText } from './schedulable.ts'

export type PathValues = Record<string, string>

export interface MirrorRead {
  path: string
  summary: string
  errors?: RouteErrors
  params: Record<string, TSchema>
  parameters?: readonly ParameterName[]
  /** Operators for values that are given without one; without an entry, the mirror's default applies. */
  bare?: Partial<Record<ParameterName, string>>
  /** The path at the mirror. */
  mirror(values: PathValues, query: Map<ParameterName, string[]>): string
  /** The mirror's name for the list in its answer. The list is read page by page until there are `limit` items. */
  list?: string
  /** Parameters that are not sent in the mirror's query: the mirror lacks them, or they are part of its path. */
  ours?: readonly ParameterName[]
  /** Whether an item of the list matches the query. Present if the mirror cannot filter by itself. */
  keep?(item: MirrorJson, query: Map<ParameterName, string[]>): boolean
  answer: TSchema
  /** Translates the mirror's answer to the form of `answer`; if absent, it is used unchanged. */
  toAnswer?(found: MirrorResult): unknown
  /** Whether the answer can never change and may be cached. */
  isFinal?: boolean
  /**
   * Present if the mirrors of some chains do not support this kind of entity at all. A mirror does not support it if
   * this read is a 404, although the mirror's answer at `of` says that the entity exists (`isThere`). The request is
   * then answered with 501 and `code`.
   */
  mayLack?: {
    code: string
    message: string
    of(values: PathValues, query: Map<ParameterName, string[]>): string
    isThere(raw: MirrorJson): boolean
  }
}

export interface MirrorResult {
  /** The mirror's answer; for a list, its first page. */
  raw: MirrorJson
  /** The list's items, page by page. */
  pages: MirrorJson[][]
  links: { next: string | null }
  values: PathValues
  query: Map<ParameterName, string[]>
}

export const Serial = Type.String({ pattern: '^[1-9]\\d{0,18}$', title: 'a number from 1', examples: ['1'] })
const Time = Type.String({
  pattern: `^${TIME_PATTERN}$`,
  title: 'ISO 8601 or seconds.nanoseconds',
  examples: ['1700000000.000000001'],
})
const TransactionId = Type.String({
  pattern: '^\\d{1,4}\\.\\d{1,5}\\.\\d{1,19}[@-]\\d{1,19}[.-]\\d{1,9}(\\?scheduled)?(/\\d{1,10})?$',
  title: 'a transaction: 0.0.n@s.n or 0.0.n-s-n, with ?scheduled or /nonce',
  examples: ['0.0.1001@1700000000.000000001'],
})

const items = ({ pages }: MirrorResult): MirrorJson[] => pages.flat()
const nftsOf = ({ pages, links }: MirrorResult) => ({ nfts: pages.map((page) => page.map(nft)), links })
const nft = (raw: MirrorJson): MirrorJson => ({ ...raw, spender_id: raw.spender_id ?? raw.spender ?? null })
const accountAmounts = (list: unknown): unknown =>
  Array.isArray(list)
    ? list.map((raw: MirrorJson) => ({ account_id: raw.account_id ?? raw.account, amount: raw.amount }))
    : []
const transactionOf = (raw: MirrorJson): MirrorJson => ({
  ...raw,
  assessed_custom_fees: raw.assessed_custom_fees ?? [],
  nft_transfers: raw.nft_transfers ?? [],
  token_transfers: raw.token_transfers ?? [],
  staking_reward_transfers: accountAmounts(raw.staking_reward_transfers),
})

/** The transaction that the user submitted, unless the query or the id selects another one with the same id. */
function oneTransaction({ raw, query }: MirrorResult): MirrorJson | undefined {
  const all = (raw.transactions as MirrorJson[] | undefined) ?? []
  const submitted = all.filter(({ result }) => result !== 'DUPLICATE_TRANSACTION')
  const own =
    query.has('nonce') || query.has('scheduled') ? [] : submitted.filter((one) => one.nonce === 0 && !one.scheduled)
  const found = own[0] ?? submitted[0] ?? all[0]
  return found && transactionOf(found)
}

/** A transaction's path at the mirror. Sets `scheduled` and `nonce` in `query` from the id. */
function transactionPath({ transaction = '' }: PathValues, query: Map<ParameterName, string[]>): string {
  const parts = transactionIdIn(transaction)
  if (parts.scheduled) query.set('scheduled', ['true'])
  if (parts.nonce) query.set('nonce', [String(parts.nonce)])
  return `/transactions/${parts.payer}-${timestampText(parts.seconds, parts.nanos, '-')}`
}

/** Whether the sender or receiver of an NFT transfer is one of the query's accounts. */
function betweenAccounts(
  { sender_account_id, receiver_account_id }: MirrorJson,
  query: Map<ParameterName, string[]>,
): boolean {
  const accounts = query.get('account.id')?.map((text) => text.replace(/^eq:/, ''))
  return !accounts || accounts.some((id) => id === sender_account_id || id === receiver_account_id)
}

export const mirrorReads: readonly MirrorRead[] = [
  {
    path: '/mirrors/hcs/topics/:topic/messages',
    errors: { 400: ['INVALID_PARAMETER', 'INVALID_TIMESTAMP'] },
    summary: 'List the messages of a topic',
    params: { topic: TopicId },
    parameters: ['encoding', 'limit', 'order', 'sequencenumber', 'timestamp'],
    bare: { sequencenumber: 'gte', timestamp: 'gte' },
    mirror: ({ topic }) => `/topics/${topic}/messages`,
    list: 'messages',
    answer: Type.Array(shapes.TopicMessage),
    toAnswer: items,
  },
  {
    path: '/mirrors/hcs/topics/:topic/messages/:sequenceNumber',
    errors: { 400: ['INVALID_PARAMETER'] },
    summary: 'Get a message of a topic',
    params: { topic: TopicId, sequenceNumber: Serial },
    mirror: ({ topic, sequenceNumber }) => `/topics/${topic}/messages/${sequenceNumber}`,
    answer: shapes.TopicMessage,
    isFinal: true,
  },
  {
    path: '/mirrors/hcs/topics/messages/:timestamp',
    errors: { 400: ['INVALID_TIMESTAMP'] },
    summary: "Get a topic's sequence number and running hash at a message",
    params: { timestamp: Time },
    mirror: ({ timestamp = '' }) => `/topics/messages/${toLedgerTime(timestamp)}`,
    answer: shapes.TopicStatus,
    toAnswer: ({ raw }) => ({
      _status: {
        topicId: raw.topic_id,
        sequenceNumber: raw.sequence_number,
        runningHash: raw.running_hash,
        runningHashVersion: raw.running_hash_version,
      },
    }),
    isFinal: true,
  },
  {
    path: '/mirrors/hts/tokens/:token',
    errors: { 400: ['INVALID_PARAMETER', 'INVALID_TIMESTAMP'] },
    summary: 'Get a token, now or at a past time',
    params: { token: TokenId },
    parameters: ['timestamp'],
    mirror: ({ token }) => `/tokens/${token}`,
    answer: shapes.Token,
    toAnswer: ({ raw }) => ({
      ...raw,
      expiry_timestamp: raw.expiry_timestamp == null ? null : exactNumber(String(raw.expiry_timestamp)),
      custom_fees: raw.custom_fees && { fixed_fees: [], fractional_fees: [], ...(raw.custom_fees as MirrorJson) },
    }),
  },
  {
    path: '/mirrors/hts/tokens/:token/balances',
    errors: { 400: ['INVALID_PARAMETER', 'INVALID_TIMESTAMP'] },
    summary: 'List the balances of a token',
    params: { token: TokenId },
    parameters: ['account.balance', 'account.id', 'account.publickey', 'limit', 'order', 'timestamp'],
    mirror: ({ token }) => `/tokens/${token}/balances`,
    list: 'balances',
    answer: shapes.TokenBalances,
    toAnswer: ({ raw, pages, links, values: { token } }) => ({
      timestamp: raw.timestamp,
      balances: pages.flat().map((one) => ({ ...one, tokens: [{ token_id: token, balance: one.balance }] })),
      links,
    }),
  },
  {
    path: '/mirrors/hts/tokens/:token/nfts',
    errors: { 400: ['INVALID_PARAMETER'] },
    summary: 'List the NFTs of a token',
    params: { token: TokenId },
    parameters: ['account.id', 'serialnumber', 'limit', 'order'],
    mirror: ({ token }) => `/tokens/${token}/nfts`,
    list: 'nfts',
    answer: shapes.Nfts,
    toAnswer: nftsOf,
  },
  {
    path: '/mirrors/hts/tokens/:token/nfts/:serialNumber',
    errors: { 400: ['INVALID_PARAMETER'] },
    summary: 'Get an NFT',
    params: { token: TokenId, serialNumber: Serial },
    mirror: ({ token, serialNumber }) => `/tokens/${token}/nfts/${serialNumber}`,
    answer: shapes.Nfts,
    toAnswer: ({ raw }) => ({ nfts: [[nft(raw)]], links: { next: null } }),
  },
  {
    path: '/mirrors/hts/tokens/:token/nfts/transactions',
    errors: { 400: ['INVALID_PARAMETER', 'INVALID_TIMESTAMP', 'SERIAL_NUMBER_REQUIRED'] },
    summary: 'List the transfers of an NFT',
    params: { token: TokenId },
    parameters: ['serialnumber', 'account.id', 'limit', 'order', 'timestamp'],
    ours: ['serialnumber', 'account.id'],
    bare: { timestamp: 'lte' },
    mirror: ({ token }, query) => `/tokens/${token}/nfts/${serialOf(query)}/transactions`,
    list: 'transactions',
    keep: betweenAccounts,
    answer: Type.Array(shapes.NftTransfer),
    toAnswer: ({ pages, values: { token }, query }) =>
      pages.flat().map((one) => ({
        ...one,
        is_approval: one.is_approval ?? false,
        serial_number: plainNumber(serialOf(query)),
        token_id: token,
      })),
  },
  {
    path: '/mirrors/accounts/:wallet',
    errors: { 400: ['INVALID_KEY', 'INVALID_PARAMETER', 'INVALID_TIMESTAMP'] },
    summary: 'Get an account with its newest transactions',
    params: { wallet: AccountName },
    parameters: ['limit', 'order', 'timestamp', 'transactions', 'transactiontype'],
    mirror: ({ wallet = '' }) => `/accounts/${mirrorName(wallet)}`,
    answer: shapes.Account,
    toAnswer: ({ raw, links, query }) => ({
      ...raw,
      transactions:
        query.get('transactions')?.[0] === 'false'
          ? undefined
          : ((raw.transactions as MirrorJson[] | undefined) ?? []).map(transactionOf),
      links,
    }),
  },
  {
    path: '/mirrors/accounts/:wallet/nfts',
    errors: { 400: ['INVALID_KEY', 'INVALID_PARAMETER'] },
    summary: 'List the NFTs of an account',
    params: { wallet: AccountName },
    parameters: ['limit', 'order', 'serialnumber', 'token.id'],
    mirror: ({ wallet = '' }) => `/accounts/${mirrorName(wallet)}/nfts`,
    list: 'nfts',
    answer: shapes.Nfts,
    toAnswer: nftsOf,
  },
  {
    path: '/mirrors/accounts/:wallet/rewards',
    errors: { 400: ['INVALID_KEY', 'INVALID_PARAMETER', 'INVALID_TIMESTAMP'] },
    summary: 'List the staking rewards of an account',
    params: { wallet: AccountName },
    parameters: ['limit', 'order', 'timestamp'],
    mirror: ({ wallet = '' }) => `/accounts/${mirrorName(wallet)}/rewards`,
    list: 'rewards',
    answer: shapes.Rewards,
    toAnswer: ({ pages, links }) => ({ rewards: pages.flat(), links }),
  },
  {
    path: '/mirrors/accounts/:wallet/tokens',
    errors: { 400: ['INVALID_KEY', 'INVALID_PARAMETER'] },
    summary: 'List the tokens of an account',
    params: { wallet: AccountName },
    parameters: ['limit', 'order', 'token.id'],
    mirror: ({ wallet = '' }) => `/accounts/${mirrorName(wallet)}/tokens`,
    list: 'tokens',
    answer: Type.Array(shapes.TokenRelationship),
    toAnswer: items,
  },
  {
    path: '/mirrors/transactions/:transaction',
    errors: { 400: ['INVALID_TRANSACTION_ID'] },
    summary: 'Get a transaction',
    params: { transaction: TransactionId },
    parameters: ['nonce', 'scheduled'],
    mirror: transactionPath,
    answer: shapes.Transaction,
    toAnswer: oneTransaction,
    isFinal: true,
  },
  {
    path: '/mirrors/transactions/:transaction/stateproof',
    errors: { 400: ['INVALID_TRANSACTION_ID'] },
    summary: 'Get the state proof of a transaction',
    params: { transaction: TransactionId },
    parameters: ['nonce', 'scheduled'],
    mirror: (values, query) => `${transactionPath(values, query)}/stateproof`,
    answer: shapes.StateProof,
    toAnswer: ({ raw }) => ({ ...raw, record_file: withHashLists(raw.record_file) }),
    isFinal: true,
    mayLack: {
      code: 'STATE_PROOF_UNAVAILABLE',
      message: "this chain's mirror does not provide state proofs",
      of: (values, query) =>
        `${transactionPath(values, query)}?nonce=${query.get('nonce')?.[0] ?? 0}&scheduled=${query.get('scheduled')?.[0] ?? false}`,
      // A mirror proves successful transactions only.
      isThere: ({ transactions }) => (transactions as MirrorJson[]).some(({ result }) => result === 'SUCCESS'),
    },
  },
  {
    path: '/mirrors/transactions/schedules/:schedule',
    errors: { 400: ['INVALID_PARAMETER'] },
    summary: 'Get a schedule',
    params: { schedule: Type.String({ ...AccountId, description: 'a schedule, such as 0.0.1001' }) },
    mirror: ({ schedule }) => `/schedules/${schedule}`,
    answer: shapes.Schedule,
    toAnswer: ({ raw }) => {
      const bytes = String(raw.transaction_body ?? '')
      return { ...raw, transaction_body: schedulableText(bytes), transaction_body_bytes: bytes }
    },
  },
]

/** The serial number of the NFT whose transfers are read. @throws 400 SERIAL_NUMBER_REQUIRED */
function serialOf(query: Map<ParameterName, string[]>): string {
  const [, serial] = /^(?:eq:)?(\d+)$/.exec(query.get('serialnumber')?.[0] ?? '') ?? []
  if (serial) return serial
  throw badRequest('SERIAL_NUMBER_REQUIRED', 'serialnumber is missing: send the serial number of one NFT')
}

/** Mirrors list each hash as a string; this wraps each one in a list. */
function withHashLists(file: unknown): unknown {
  if (typeof file !== 'object' || file === null) return file
  const { hashes_before, hashes_after, ...more } = file as MirrorJson
  const lists = (hashes: unknown) => (Array.isArray(hashes) ? hashes.map((hash) => [hash].flat()) : hashes)
  return { ...more, hashes_before: lists(hashes_before), hashes_after: lists(hashes_after) }
}

/**
 * A whole number, or a string if a double cannot hold it exactly. A double can hold the nanoseconds of whole seconds.
 */
const exactNumber = (text: string): number | string => (BigInt(Number(text)) === BigInt(text) ? Number(text) : text)

const plainNumber = (text: string): number | string => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
