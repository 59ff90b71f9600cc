import { proto, Reader } from '@hiero-ledger/proto'
import type { Ledger } from '#ledger/ledger.ts'
import { precheck } from '#ledger/precheck.ts'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { openEnvelope } from '#protocol/envelope.ts'
import { accountNumber } from '#protocol/ids.ts'
import { NODE_ID } from '#protocol/nodes.ts'
import { check, codeNumber, type ResponseCode, StatusError } from '#protocol/status-error.ts'
import type { Admitted } from '#transaction/definition.ts'
import { isExempt, tinybars } from '#transaction/fees.ts'
import { QUERY_PRICE } from '#transaction/prices.ts'
import { accountBalance } from './account-balance.ts'
import { accountInfo } from './account-info.ts'
import { accountRecords } from './account-records.ts'
import { contractBytecode } from './contract-bytecode.ts'
import { contractCallLocal } from './contract-call-local.ts'
import { contractInfo } from './contract-info.ts'
import { fileContents } from './file-contents.ts'
import { fileInfo } from './file-info.ts'
import { nftInfo } from './nft-info.ts'
import type { QueryCase, QueryDefinition } from './query-definition.ts'
import { receipt } from './receipt.ts'
import { record } from './record.ts'
import { scheduleInfo } from './schedule-info.ts'
import { tokenInfo } from './token-info.ts'
import { topicInfo } from './topic-info.ts'
import { versionInfo } from './version-info.ts'

type AnyQuery = QueryDefinition<never, unknown>

/** All supported queries. */
const QUERIES: { readonly [K in QueryCase]?: AnyQuery } = {
  consensusGetTopicInfo: topicInfo,
  contractCallLocal,
  contractGetBytecode: contractBytecode,
  contractGetInfo: contractInfo,
  cryptogetAccountBalance: accountBalance,
  cryptoGetAccountRecords: accountRecords,
  cryptoGetInfo: accountInfo,
  fileGetContents: fileContents,
  fileGetInfo: fileInfo,
  networkGetVersionInfo: versionInfo,
  scheduleGetInfo: scheduleInfo,
  tokenGetInfo: tokenInfo,
  tokenGetNftInfo: nftInfo,
  transactionGetReceipt: receipt,
  transactionGetRecord: record,
}

/**
 * The member of proto.Response that answers a query which the ledger does not support, if it is not named like the
 * query.
 */
const OTHER_RESPONSES: { readonly [K in QueryCase]?: string } = {
  contractGetBytecode: 'contractGetBytecodeResponse',
  ContractGetRecords: 'contractGetRecordsResponse',
}

/** The price of every paid query in tinybars. */
const COST = tinybars(QUERY_PRICE)

/**
 * Takes the payment of a proto.Query to a node. Returns a function that makes the proto.Response: call it once
 * everything is on disk.
 */
export function answerQuery(bytes: Uint8Array, ledger: Ledger, node = NODE_ID): () => Uint8Array {
  ledger.elapse()
  const query = decodeQuery(bytes)
  const queryCase = query?.query
  const definition = queryCase && QUERIES[queryCase]
  if (!query || !queryCase || !definition) {
    return () => refuseQuery(bytes, query ? 'NOT_SUPPORTED' : 'INVALID_QUERY_HEADER')
  }
  const op = query[queryCase] as never
  const header = (query[queryCase] as { header?: proto.IQueryHeader | null }).header
  const paid = definition.isPaid ? takePayment(header, ledger, node) : undefined
  return () =>
    respond(
      definition.response,
      typeof paid === 'string' ? refused(paid) : answer(definition, op, header, ledger, paid),
    )
}

/** Refuses a query without executing it. */
export function refuseQuery(bytes: Uint8Array, code: ResponseCode): Uint8Array {
  const queryCase = decodeQuery(bytes)?.query
  const member = queryCase && (QUERIES[queryCase]?.response ?? OTHER_RESPONSES[queryCase] ?? queryCase)
  return respond(member ?? 'transactionGetReceipt', refused(code))
}

function decodeQuery(bytes: Uint8Array): proto.Query | undefined {
  try {
    return proto.Query.decode(Reader.create(bytes))
  } catch {
    return undefined
  }
}

const isCostAnswer = (header: proto.IQueryHeader | null | undefined): boolean =>
  header?.responseType === proto.ResponseType.COST_ANSWER

function answer(
  definition: AnyQuery,
  op: never,
  header: proto.IQueryHeader | null | undefined,
  ledger: Ledger,
  payer: number | undefined,
): object {
  try {
    const content = definition.answer(op, ledger, payer)
    const cost = toLong(definition.isPaid ? COST : 0n)
    const answered = { nodeTransactionPrecheckCode: codeNumber('OK'), responseType: header?.responseType ?? 0, cost }
    return isCostAnswer(header) ? { header: answered } : { header: answered, ...(content as object) }
  } catch (error) {
    if (error instanceof StatusError) return refused(error.code)
    throw error
  }
}

const refused = (code: ResponseCode): object => ({ header: { nodeTransactionPrecheckCode: codeNumber(code) } })

/**
 * Checks and executes the payment of a paid query; returns its payer, or the code of a refusal. A question about the
 * cost has no payer.
 */
function takePayment(
  header: proto.IQueryHeader | null | undefined,
  ledger: Ledger,
  node: number,
): ResponseCode | number | undefined {
  if (isCostAnswer(header)) return undefined
  try {
    const payment = precheckPayment(header, ledger, node)
    if (!isExempt(payment.payer) || (creditOf(payment, ledger.state.nodeAccount(node)) ?? 0n) > 0n)
      ledger.execute(payment)
    return payment.payer
  } catch (error) {
    if (error instanceof StatusError) return error.code
    throw error
  }
}

function precheckPayment(header: proto.IQueryHeader | null | undefined, ledger: Ledger, node: number): Admitted {
  check(header?.payment != null, 'INSUFFICIENT_TX_FEE')
  const payment = precheck(openEnvelope(proto.Transaction.encode(header.payment).finish()), ledger, node)
  check(payment.bodyCase === 'cryptoTransfer', 'INSUFFICIENT_TX_FEE')
  if (isExempt(payment.payer)) return payment
  // As in `QueryChecker`: a payment of 0 to the node has the right receiver, but is too low.
  const offered = creditOf(payment, ledger.state.nodeAccount(node))
  check(offered !== undefined, 'INVALID_RECEIVING_NODE_ACCOUNT')
  check(offered >= COST, 'INSUFFICIENT_TX_FEE')
  checkOtherPayers(payment, ledger)
  return payment
}

/**
 * Checks that the accounts that pay in addition to the payer have the balance. Only consensus checks whether they have
 * signed.
 */
function checkOtherPayers({ payer, body }: Admitted, { state }: Ledger): void {
  for (const { accountID, amount } of body.cryptoTransfer?.transfers?.accountAmounts ?? []) {
    if (int64(amount) >= 0n || accountNumber(accountID) === payer) continue
    const account = state.account(accountID)
    check(account !== undefined, 'ACCOUNT_ID_DOES_NOT_EXIST')
    check(account.balance >= -int64(amount), 'INSUFFICIENT_PAYER_BALANCE')
  }
}

/** The amount that a payment credits to an account, at least 0; undefined if it credits nothing. */
function creditOf(payment: Admitted, account: number): bigint | undefined {
  const amounts = payment.body.cryptoTransfer?.transfers?.accountAmounts ?? []
  const ours = amounts.find(({ accountID }) => accountNumber(accountID) === account)
  return ours && int64(ours.amount) >= 0n ? int64(ours.amount) : undefined
}

function respond(member: string, content: object): Uint8Array {
  return proto.Response.encode({ [member]: content }).finish()
}
