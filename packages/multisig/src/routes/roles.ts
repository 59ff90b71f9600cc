import {
  AccountId,
  Bytes,
  decodeBytes,
  type Http,
  invalidCursor,
  isEntityId,
  linkToNext,
  PageQuery,
  pageHeaders,
} from '@quorate/platform'
import { askedRoles, signatureIn, walletRoles } from '@quorate/verify'
import { Type } from 'typebox'
import { OwnRoleOut, ownRoleOut, RoleChangeOut, RolesOut, roleChangeOut, rolesOut } from '../answers/roles.ts'
import type { Service } from '../service.ts'

const tags = ['roles']
const config = { access: 'session' } as const
const closed = { additionalProperties: false }
const WalletPath = Type.Object({ walletId: AccountId })
const ChangePath = Type.Object({
  walletId: AccountId,
  changeId: Type.String({ pattern: '^[0-9a-f-]{36}$', examples: ['4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11'] }),
})

/** Roles at wallets: owners give and end them, and accounts confirm them and give them up. */
export function roleRoutes(http: Http, service: Service): void {
  rolesOfWalletRoutes(http, service)
  signRoute(http, service)
  ownRoleRoutes(http, service)
}

function rolesOfWalletRoutes(http: Http, { roles }: Service): void {
  http.get(
    '/multisig/wallet/:walletId/roles',
    {
      config,
      schema: {
        tags,
        summary: 'List the roles at a wallet',
        description: 'With the changes that still lack signatures. Only for its owners.',
        params: WalletPath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: RolesOut },
      },
    },
    async ({ params, session }) => rolesOut(await roles.list(session, params.walletId)),
  )

  http.post(
    '/multisig/wallet/:walletId/roles',
    {
      config,
      schema: {
        tags,
        summary: 'Ask for a change of a role at a wallet',
        description:
          'Makes a text for the owners to sign. Once they have, the account confirms a new role, or has none any more. Only for owners.',
        params: WalletPath,
        body: Type.Object(
          {
            account: AccountId,
            role: Type.Enum([...askedRoles], {
              description:
                'proposer: sees the wallet, and asks for requests; observer: only sees it; none: takes the role away',
            }),
          },
          closed,
        ),
        errors: {
          400: ['UNKNOWN_CHAIN'],
          403: ['FORBIDDEN'],
          409: [
            'ALREADY_OWNER',
            'NO_ROLE',
            'ROLE_CHANGE_OPEN',
            'ROLE_HELD',
            'TOO_MANY_ROLES',
            'WALLET_CHANGED',
            'WALLET_DELETED',
            'WALLET_KEY_CHANGED',
          ],
          422: ['INVALID_ACCOUNT_ID'],
          429: ['TOO_MANY_ROLE_CHANGES'],
        },
        response: { 201: RoleChangeOut },
      },
    },
    async ({ params, body, session }, reply) => {
      const change = await roles.ask(session, { ...params, ...body })
      reply.status(201)
      return roleChangeOut(change)
    },
  )

  http.delete(
    '/multisig/wallet/:walletId/roles/:changeId',
    {
      config,
      schema: {
        tags,
        summary: 'Withdraw a change of a role',
        description: 'Only for the owner who asked for it, while it lacks signatures.',
        params: ChangePath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Type.Object({ changeId: Type.String(), withdrawn: Type.Boolean() }) },
      },
    },
    async ({ params: { walletId, changeId }, session }) => {
      await roles.withdraw(session, walletId, changeId)
      return { changeId, withdrawn: true }
    },
  )
}

function signRoute(http: Http, { roles }: Service): void {
  http.post(
    '/multisig/wallet/:walletId/roles/:changeId/sign',
    {
      config: { ...config, repeatable: true },
      schema: {
        tags,
        summary: 'Sign a change of a role',
        description:
          "Adds an owner's signature over the `text`. The change is done once the signatures satisfy the wallet's key on the ledger.",
        params: ChangePath,
        body: Type.Object(
          {
            senderId: Type.Optional({ ...AccountId, description: "the owner who signed; by default the session's" }),
            signature: Type.Unsafe<Parameters<typeof decodeBytes>[0]>({
              ...Bytes,
              description: '64 bytes, or a SignatureMap with one signature',
            }),
          },
          closed,
        ),
        errors: {
          400: ['INVALID_BYTES', 'UNKNOWN_CHAIN'],
          403: ['FORBIDDEN'],
          409: ['OWNER_KEY_ROTATED', 'TOO_MANY_ROLES', 'WALLET_CHANGED', 'WALLET_DELETED', 'WALLET_KEY_CHANGED'],
          410: ['ROLE_CHANGE_EXPIRED'],
          422: ['INVALID_SIGNATURE', 'NOT_AN_OWNER'],
        },
        response: { 200: RoleChangeOut },
      },
    },
    async ({ params, body, session }) => {
      const signature = signatureIn(decodeBytes(body.signature, 'signature'))
      const senderId = body.senderId ?? session.walletId
      return roleChangeOut(await roles.sign(session, { ...params, senderId, signature }))
    },
  )
}

/** The roles of the caller. */
function ownRoleRoutes(http: Http, { roles }: Service): void {
  http.get(
    '/multisig/roles',
    {
      config,
      schema: {
        tags,
        summary: 'List my roles, and those that I was offered',
        description: 'Without offers of wallets that I have muted.',
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(OwnRoleOut), headers: pageHeaders } },
      },
    },
    async ({ query: { limit, cursor }, session }, reply) => {
      if (cursor !== undefined && !isEntityId(cursor)) throw invalidCursor(cursor)
      const { items, isFull } = await roles.mine(session, { limit, cursor })
      const last = items.at(-1)
      if (last && isFull) linkToNext(reply, '/multisig/roles', { limit, cursor: last.wallet })
      return items.map(ownRoleOut)
    },
  )

  http.get(
    '/multisig/roles/:walletId',
    {
      config,
      schema: {
        tags,
        summary: 'Get my role at a wallet, or the one that I was offered',
        params: WalletPath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: OwnRoleOut },
      },
    },
    async ({ params, session }) => ownRoleOut(await roles.own(session, params.walletId)),
  )

  http.put(
    '/multisig/roles/:walletId',
    {
      config,
      schema: {
        tags,
        summary: 'Confirm a role that I was offered',
        description: 'From then on it counts: the wallet is in my list, and I get its events.',
        params: WalletPath,
        body: Type.Object(
          { role: Type.Enum([...walletRoles], { description: 'the role that I was offered' }) },
          closed,
        ),
        errors: { 403: ['FORBIDDEN'], 409: ['ROLE_CHANGED'] },
        response: { 200: OwnRoleOut },
      },
    },
    async ({ params, body, session }) => ownRoleOut(await roles.confirm(session, params.walletId, body.role)),
  )

  http.delete(
    '/multisig/roles/:walletId',
    {
      config,
      schema: {
        tags,
        summary: 'Give up my role at a wallet, or decline an offer',
        params: WalletPath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Type.Object({ walletId: AccountId, left: Type.Boolean() }) },
      },
    },
    async ({ params: { walletId }, session }) => {
      await roles.leave(session, walletId)
      return { walletId, left: true }
    },
  )
}
