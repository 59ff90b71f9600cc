/** Accounts, tokens and topics as they are on the ledger. */
import { ChainParameter, chainOf } from '@quorate/ledger'
import { type Http, notFound, TokenId, TopicId } from '@quorate/platform'
import { Type } from 'typebox'
import {
  AccountOut,
  type AccountReads,
  accountOf,
  BalanceOut,
  balanceOf,
  mirrorAccount,
} from '../answers/entities/account.ts'
import { keyText } from '../answers/entities/keys.ts'
import { NftsOut, nftOf, TokenOut, tokenOf } from '../answers/entities/token.ts'
import { TopicOut, topicOf } from '../answers/entities/topic.ts'
import { Serial } from '../mirror/definitions.ts'
import { AccountName } from '../model/account-names.ts'

const ChainQuery = Type.Object({ chain: ChainParameter })
const WalletPath = Type.Object({ wallet: AccountName })
const BalanceQuery = Type.Object(
  {
    chain: ChainParameter,
    tokenId: Type.Optional(TokenId),
    token: Type.Optional(TokenId),
    'token.id': Type.Optional(TokenId),
  },
  { additionalProperties: false },
)
const config = { access: 'optional' } as const

export interface EntityRoutes {
  /** The first is the default. */
  chains: ReadonlyMap<string, AccountReads>
}

export function entityRoutes(http: Http, service: EntityRoutes): void {
  accountRoutes(http, service)
  tokenAndTopicRoutes(http, service)
}

function accountRoutes(http: Http, { chains }: EntityRoutes): void {
  http.get(
    '/accounts/:wallet',
    {
      config,
      schema: {
        tags: ['accounts'],
        summary: 'Get an account',
        params: WalletPath,
        querystring: ChainQuery,
        errors: { 400: ['INVALID_KEY', 'INVALID_PARAMETER', 'UNKNOWN_CHAIN'], 404: ['ACCOUNT_NOT_FOUND'] },
        response: { 200: AccountOut },
      },
    },
    (request) => accountOf(chainOf(chains, request), request.params.wallet),
  )
  http.get(
    '/accounts/:wallet/balance',
    {
      config,
      schema: {
        tags: ['accounts'],
        summary: 'Get the token balances of an account',
        description: 'Of one token if `tokenId` names it.',
        params: WalletPath,
        querystring: BalanceQuery,
        errors: { 400: ['INVALID_KEY', 'INVALID_PARAMETER', 'UNKNOWN_CHAIN'], 404: ['ACCOUNT_NOT_FOUND'] },
        response: { 200: BalanceOut },
      },
    },
    (request) => {
      const { tokenId, token, 'token.id': dotted } = request.query
      return balanceOf(chainOf(chains, request).mirror, request.params.wallet, tokenId ?? token ?? dotted)
    },
  )
  http.get(
    '/accounts/:wallet/publicKey',
    {
      config,
      schema: {
        tags: ['accounts'],
        summary: 'Get the public key of an account',
        params: WalletPath,
        querystring: ChainQuery,
        produces: ['text/plain'],
        errors: {
          400: ['INVALID_KEY', 'INVALID_PARAMETER', 'UNKNOWN_CHAIN'],
          404: ['ACCOUNT_NOT_FOUND', 'KEY_NOT_FOUND'],
        },
        response: { 200: { description: 'DER in hex', content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { wallet } = request.params
      const text = keyText((await mirrorAccount(chainOf(chains, request).mirror, wallet)).key)
      if (text === null) throw notFound('KEY_NOT_FOUND', `The account ${wallet} has no public key on the ledger`)
      return reply.type('text/plain; charset=utf-8').send(text as never)
    },
  )
}

function tokenAndTopicRoutes(http: Http, { chains }: EntityRoutes): void {
  http.get(
    '/hts/token/:token',
    {
      config,
      schema: {
        tags: ['tokens'],
        summary: 'Get a token',
        params: Type.Object({ token: TokenId }),
        querystring: ChainQuery,
        errors: { 400: ['INVALID_PARAMETER', 'UNKNOWN_CHAIN'] },
        response: { 200: TokenOut },
      },
    },
    async (request) => {
      const { chain, mirror } = chainOf(chains, request)
      return tokenOf(chain, mirror, request.params.token)
    },
  )
  http.get(
    '/hts/nft/:token/:serialNumber',
    {
      config,
      schema: {
        tags: ['tokens'],
        summary: 'Get an NFT',
        params: Type.Object({ token: TokenId, serialNumber: Serial }),
        querystring: ChainQuery,
        errors: { 400: ['INVALID_PARAMETER', 'UNKNOWN_CHAIN'] },
        response: { 200: NftsOut },
      },
    },
    async (request) => {
      const { chain, mirror } = chainOf(chains, request)
      return nftOf(chain, mirror, request.params.token, request.params.serialNumber)
    },
  )
  http.get(
    '/hcs/:topic',
    {
      config,
      schema: {
        tags: ['topics'],
        summary: 'Get a topic',
        params: Type.Object({ topic: TopicId }),
        querystring: ChainQuery,
        errors: { 400: ['INVALID_PARAMETER', 'UNKNOWN_CHAIN'] },
        response: { 200: TopicOut },
      },
    },
    async (request) => {
      const { chain, mirror } = chainOf(chains, request)
      return topicOf(chain, mirror, request.params.topic)
    },
  )
}
