import { AccountCreateTransaction, Hbar } from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { AmountIn, badRequest, checkTitle, checkVisible, decodeAmount, forbidden } from '@quorate/platform'
import { guardedOwnerMemo, leaves } from '@quorate/verify'
import { Type } from 'typebox'
import { keyToHex } from '../model/keys.ts'
import { checkGovernance, checkOwners, type Owner, oneGuardedOwner, signingKey, walletKey } from '../model/wallet.ts'
import { type Asker, checkName, defineOperation, OwnerBody } from './operation.ts'
import { CENTS } from './problems.ts'

/** Creates the wallet's account. The caller pays for it, and need not be an owner. */
export const create = defineOperation({
  name: 'create',
  type: 'create',
  summary: 'create a wallet',
  notSchedulable:
    'The network schedules no creation of a wallet here: send executeAt instead of expiresAt, and the service executes the request then',
  errors: {
    400: ['BLANK_TEXT', 'HIDDEN_CHARACTER', 'WRONG_SMART_APP'],
    403: ['WRONG_CHAIN'],
    422: [
      'INVALID_THRESHOLD',
      'NOT_SCHEDULABLE',
      'ONE_GUARDED_OWNER',
      'OWNERS_SHARE_KEY',
      'OWNER_REPEATED',
      'TOO_MANY_OWNERS',
      'WALLET_TOO_LARGE',
    ],
  },
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    balance: Type.Optional(AmountIn),
    settings: Type.Object({
      owners: Type.Array(OwnerBody, { minItems: 1, maxItems: 100 }),
      threshold: Type.Integer({ minimum: 1, maximum: 100 }),
    }),
    maxAutomaticTokenAssociations: Type.Optional(
      Type.Integer({
        minimum: -1,
        maximum: 5000,
        description: 'how many tokens are associated automatically when they arrive; -1: any number (HIP-904)',
      }),
    ),
    isReceiverSignatureRequired: Type.Optional(Type.Boolean()),
    chain: Type.Optional(Type.String({ maxLength: 64, description: 'the chain of the session' })),
    smartApp: Type.Optional(Type.String({ maxLength: 100, description: 'the application named at the login' })),
  }),
  async prepare(body, { ledger, session, settings }) {
    checkSession(body, session)
    const { threshold } = body.settings
    checkOwners(body.settings.owners, settings.MAX_OWNERS)
    const [guarded, ...more] = body.settings.owners.filter((owner) => owner.guarded)
    if (guarded && more[0]) throw oneGuardedOwner(guarded.wallet, more[0].wallet)
    checkTitle(body.name, 'name')
    checkVisible(body.description ?? '', 'description', { lines: true })
    for (const [index, { name }] of body.settings.owners.entries()) checkName(name, `settings/owners/${index}/name`)
    const keyOf = async (id: string) => signingKey(id, await ledger.mirror.account(id))
    const payer = await ledger.mirror.account(session.walletId)
    const payerKey = signingKey(session.walletId, payer)
    // The owners are read one after the other, so that reading stops at the first account that cannot be an owner.
    const owners: Owner[] = []
    for (const { wallet, name } of body.settings.owners) owners.push({ wallet, name, key: await keyOf(wallet) })
    const governance = { owners, threshold }
    checkGovernance(governance, settings.MAX_OWNERS)
    const balance = tinybars(body.balance ?? 0)
    const keys = owners.flatMap(({ key }) => leaves(key)).length
    const newKey = body.isReceiverSignatureRequired ?? false
    const transaction = new AccountCreateTransaction()
      .setKeyWithoutAlias(keyToSdk(walletKey(governance)))
      .setInitialBalance(Hbar.fromTinybars(balance.toString()))
      .setMaxAutomaticTokenAssociations(body.maxAutomaticTokenAssociations ?? 0)
      .setReceiverSignatureRequired(newKey)
    if (guarded) transaction.setAccountMemo(guardedOwnerMemo(guarded.wallet))
    return {
      transaction,
      payer: session.walletId,
      wallet: null,
      threshold,
      signing: { accounts: [{ account: session.walletId, key: keyToHex(payerKey) }], newKey },
      participants: [...new Set([session.walletId, ...owners.map((owner) => owner.wallet)])],
      newGovernance: {
        ...governance,
        name: body.name,
        description: body.description ?? '',
        smartApp: session.app,
      },
      problems: [],
      spending: {
        account: { id: session.walletId, balance: payer?.balance ?? 0n },
        tinybars: balance,
        cents: CENTS.create + CENTS.key * (keys - 1),
      },
    }
  },
})

/**
 * A wallet is created on the session's chain, for the application of its login.
 * @throws 403 `WRONG_CHAIN`, 400 `WRONG_SMART_APP`
 */
function checkSession(body: { chain?: string; smartApp?: string }, { chain, app }: Asker): void {
  if ((body.chain ?? chain) !== chain)
    throw forbidden('WRONG_CHAIN', `chain is ${body.chain}, but your session is on ${chain}: log in on ${body.chain}`)
  if ((body.smartApp ?? app) !== app)
    throw badRequest(
      'WRONG_SMART_APP',
      `smartApp is "${body.smartApp}", but your login has smartApp "${app}": log in with smartApp "${body.smartApp}"`,
    )
}

function tinybars(value: number | string): bigint {
  const amount = decodeAmount(value, 'balance')
  if (amount > 5_000_000_000_000_000_000n)
    throw badRequest('INVALID_AMOUNT', `balance is ${value}: no more than 50 billion hbars exist`)
  return amount
}
