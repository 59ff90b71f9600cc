import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Faults } from '../../faults.ts'
import type { State } from '../../state/state.ts'
import { account } from './account.ts'
import { accountNfts } from './accountNfts.ts'
import { accountRewards } from './accountRewards.ts'
import { accounts } from './accounts.ts'
import { accountTokens } from './accountTokens.ts'
import { outstandingAirdrops, pendingAirdrops } from './airdrops.ts'
import { hbarAllowances, nftAllowances, tokenAllowances } from './allowances.ts'
import { balances } from './balances.ts'
import { block, blocks } from './blocks.ts'
import { MirrorError } from './errors.ts'
import { Rendered } from './json.ts'
import { networkExchangeRate } from './networkExchangeRate.ts'
import { estimateFees, networkFees } from './networkFees.ts'
import { networkNodes } from './networkNodes.ts'
import { networkStake } from './networkStake.ts'
import { networkSupply } from './networkSupply.ts'
import { nft } from './nft.ts'
import { nftTransactions } from './nftTransactions.ts'
import { Parameters } from './parameters.ts'
import type { MirrorContext, MirrorRoute } from './route.ts'
import { schedule, schedules } from './schedules.ts'
import { stateProof } from './stateProof.ts'
import { token } from './token.ts'
import { tokenBalances } from './tokenBalances.ts'
import { tokenNfts } from './tokenNfts.ts'
import { tokens } from './tokens.ts'
import { topic } from './topic.ts'
import { topicMessage, topicMessageByTime } from './topicMessage.ts'
import { topicMessages } from './topicMessages.ts'
import { transaction } from './transaction.ts'
import { transactions } from './transactions.ts'

const ROUTES: readonly MirrorRoute[] = [
  account,
  accountNfts,
  accountRewards,
  accountTokens,
  accounts,
  balances,
  block,
  blocks,
  hbarAllowances,
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

/** The Mirror Node's REST server, not listening. */
export function mirrorRestServer(context: MirrorContext & { readonly state: State }, faults: Faults): FastifyInstance {
  const server = fastify({
    forceCloseConnections: true,
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
  server.setNotFoundHandler((_request, reply) => send(reply, new MirrorError(404, 'Not found')))
  server.setErrorHandler((error, _request, reply) => send(reply, asMirrorError(error)))
  return server
}

function answer(
  route: MirrorRoute,
  context: MirrorContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const query = new Parameters(request.query as Record<string, string | string[]>, route.parameters)
  const url = request.url.split('?')[0] ?? ''
  const content = route.answer({ path: request.params as Record<string, string>, query, url }, context)
  return reply.type('application/json; charset=utf-8').send(textOf(content))
}

/** The one path that takes something: a proto.Transaction. */
function acceptProtobufs(server: FastifyInstance, state: State): void {
  server.addContentTypeParser(
    ['application/protobuf', 'application/x-protobuf'],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  )
  server.post('/api/v1/network/fees', (request) =>
    estimateFees((request.query as { mode?: string }).mode, request.body, state),
  )
}

const textOf = (content: object): string => (content instanceof Rendered ? content.text : JSON.stringify(content))

function send(reply: FastifyReply, error: MirrorError): FastifyReply {
  return reply.code(error.statusCode).type('application/json; charset=utf-8').send(JSON.stringify(error))
}

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
