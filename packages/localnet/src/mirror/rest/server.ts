import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Faults } from '#faults.ts'
import type { Traceable } from '#services/contract/tracing/trace.ts'
import type { State } from '#state/state.ts'
import { account } from './accounts/account.ts'
import { accountNfts } from './accounts/account-nfts.ts'
import { accountRewards } from './accounts/account-rewards.ts'
import { accountTokens } from './accounts/account-tokens.ts'
import { accounts } from './accounts/accounts.ts'
import { outstandingAirdrops, pendingAirdrops } from './accounts/airdrops.ts'
import { hbarAllowances, nftAllowances, tokenAllowances } from './accounts/allowances.ts'
import { balances } from './accounts/balances.ts'
import { contractActions } from './contracts/actions.ts'
import { contractCall, MAX_CALL_BYTES } from './contracts/call.ts'
import { contract, contracts } from './contracts/contracts.ts'
import { contractLogs, logsOfContract } from './contracts/logs.ts'
import { contractOpcodes } from './contracts/opcodes.ts'
import { contractResult, contractResults, resultOfContract, resultsOfContract } from './contracts/results.ts'
import { contractState } from './contracts/state.ts'
import { MirrorError } from './errors.ts'
import { jsonText, PlainText } from './json.ts'
import { block, blocks } from './network/blocks.ts'
import { networkExchangeRate } from './network/exchange-rate.ts'
import { type EstimateQuery, estimateFees, networkFees } from './network/fees.ts'
import { networkNodes } from './network/nodes.ts'
import { registeredNodes } from './network/registered-nodes.ts'
import { networkStake } from './network/stake.ts'
import { networkSupply } from './network/supply.ts'
import { Parameters } from './parameters.ts'
import type { MirrorContext, MirrorRoute } from './route.ts'
import { nft } from './tokens/nft.ts'
import { nftTransactions } from './tokens/nft-transactions.ts'
import { token } from './tokens/token.ts'
import { tokenBalances } from './tokens/token-balances.ts'
import { tokenNfts } from './tokens/token-nfts.ts'
import { tokens } from './tokens/tokens.ts'
import { topic } from './topics/topic.ts'
import { topicMessage, topicMessageByTime } from './topics/topic-message.ts'
import { topicMessages } from './topics/topic-messages.ts'
import { schedule, schedules } from './transactions/schedules.ts'
import { stateProof } from './transactions/state-proof.ts'
import { transaction } from './transactions/transaction.ts'
import { transactions } from './transactions/transactions.ts'

const MAX_BODY_BYTES = 16_384

type Context = MirrorContext & Traceable

/** All paths that are read with GET. */
export const ROUTES: readonly MirrorRoute<Context>[] = [
  account,
  accountNfts,
  accountRewards,
  accountTokens,
  accounts,
  balances,
  block,
  blocks,
  contract,
  contractActions,
  contractLogs,
  contractOpcodes,
  contractResult,
  contractResults,
  contractState,
  contracts,
  hbarAllowances,
  logsOfContract,
  networkExchangeRate,
  networkFees,
  networkNodes,
  networkStake,
  networkSupply,
  nft,
  nftTransactions,
  outstandingAirdrops,
  pendingAirdrops,
  nftAllowances,
  registeredNodes,
  resultOfContract,
  resultsOfContract,
  schedule,
  schedules,
  stateProof,
  token,
  tokenAllowances,
  tokenBalances,
  tokenNfts,
  tokens,
  topic,
  topicMessage,
  topicMessageByTime,
  topicMessages,
  transaction,
  transactions,
]

/** The Mirror Node's REST server, not listening yet. */
export function mirrorRestServer(context: Context, faults: Faults): FastifyInstance {
  const server = fastify({
    forceCloseConnections: true,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: (_error, _request, reply) => send(reply, new MirrorError(400, 'Invalid path')),
  })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
    await meetFault(faults)
  })
  for (const route of ROUTES)
    server.get(`/api/v1${route.path}`, (request, reply) => answer(route, context, request, reply))
  acceptProtobufs(server, context.state)
  server.post('/api/v1/contracts/call', { bodyLimit: MAX_CALL_BYTES }, (request) => contractCall(request.body, context))
  server.setNotFoundHandler((_request, reply) => send(reply, new MirrorError(404, 'Not found')))
  server.setErrorHandler((error, _request, reply) => sendError(reply, error))
  return server
}

async function answer(
  route: MirrorRoute<Context>,
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = new Parameters(request.query as Record<string, string | string[]>, route.parameters)
  const url = request.url.split('?')[0] ?? ''
  const path = request.params as Record<string, string>
  const content = await route.answer({ path, query, url }, context)
  if (content instanceof PlainText) return reply.type('text/plain; charset=utf-8').send(content.text)
  return reply.type('application/json; charset=utf-8').send(jsonText(content))
}

/** Accepts a proto.Transaction as a body, for the one path that takes it. */
function acceptProtobufs(server: FastifyInstance, state: State): void {
  server.addContentTypeParser(
    ['application/protobuf', 'application/x-protobuf'],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  )
  server.post('/api/v1/network/fees', (request) => estimateFees(request.query as EstimateQuery, request.body, state))
}

function send(reply: FastifyReply, error: MirrorError): FastifyReply {
  return reply.code(error.statusCode).type('application/json; charset=utf-8').send(JSON.stringify(error))
}

/** Answers an error as the mirror does. */
export const sendError = (reply: FastifyReply, error: unknown): FastifyReply => send(reply, asMirrorError(error))

function asMirrorError(error: unknown): MirrorError {
  if (error instanceof MirrorError) return error
  const statusCode = (error as { statusCode?: number }).statusCode ?? 500
  if (statusCode < 500) return new MirrorError(statusCode, error instanceof Error ? error.message : 'Bad request')
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'LocalnetMirrorFault')
  return new MirrorError(500, 'Internal server error')
}

async function meetFault(faults: Faults): Promise<void> {
  const fault = faults.take('mirror')
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? 1000))
  else if (fault)
    throw new MirrorError(fault.kind === 'busy' ? 429 : 503, `The mirror is ${fault.kind} (a fault that was set)`)
}
