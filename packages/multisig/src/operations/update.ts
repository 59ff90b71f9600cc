import { AccountUpdateTransaction } from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { guardedOwnerIn, guardedOwnerMemo, leaves } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import {
  checkGovernance,
  checkOwners,
  type Governance,
  oneGuardedOwner,
  signingKey,
  walletKey,
} from '../model/wallet.ts'
import { openWalletErrors } from './errors.ts'
import { byWallet, checkName, defineOperation, OwnerBody, type Preparing, walletId } from './operation.ts'
import { CENTS } from './problems.ts'

const body = Type.Object({
  walletId,
  action: Type.Enum(['add', 'remove'], {
    description: 'add: adds a new owner, or refreshes the key and name of a current one; remove: removes the owner',
  }),
  owner: Type.Object({
    wallet: OwnerBody.properties.wallet,
    name: Type.Optional(OwnerBody.properties.name),
    guarded: OwnerBody.properties.guarded,
  }),
  threshold: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'how many owners must sign; by default as many as now' }),
  ),
})

/** Changes the owners or the threshold. The ledger asks for the old key and for the new one (`update/request`). */
export const update = defineOperation({
  name: 'update',
  type: 'update',
  summary: 'change the owners or the threshold of a wallet',
  errors: [
    openWalletErrors,
    {
      400: ['BLANK_TEXT', 'HIDDEN_CHARACTER'],
      409: ['WALLET_CHANGING'],
      422: [
        'INVALID_THRESHOLD',
        'LAST_OWNER',
        'NOT_AN_OWNER',
        'ONE_GUARDED_OWNER',
        'OWNERS_SHARE_KEY',
        'OWNER_REPEATED',
        'SCHEDULE_PAYER_INVOLVED',
        'TOO_MANY_OWNERS',
        'WALLET_TOO_LARGE',
      ],
    },
  ],
  body,
  async prepare(request, { ledger, settings, openWallet }) {
    checkName(request.owner.name ?? '', 'owner/name')
    const { wallet, account } = await openWallet(request.walletId)
    const memo = memoAfter(request, wallet, account.memo)
    const isNew = request.action === 'add' && !wallet.owners.some((owner) => owner.wallet === request.owner.wallet)
    if (isNew) checkOwners([...wallet.owners, request.owner], settings.MAX_OWNERS)
    const owners = request.action === 'add' ? await withOwner(wallet, request, ledger) : withoutOwner(wallet, request)
    const governance = { owners, threshold: request.threshold ?? wallet.threshold }
    checkGovernance(governance, settings.MAX_OWNERS)
    const transaction = new AccountUpdateTransaction()
      .setAccountId(wallet.wallet)
      .setKey(keyToSdk(walletKey(governance)))
    if (memo !== undefined) transaction.setAccountMemo(memo)
    const keys = owners.flatMap(({ key }) => leaves(key)).length
    const prepared = byWallet(wallet, transaction, { account, cents: CENTS.update + CENTS.key * (keys - 1) })
    return {
      ...prepared,
      signing: { ...prepared.signing, newKey: true },
      participants: isNew ? [request.owner.wallet] : [],
      newGovernance: governance,
    }
  },
})

type Update = Static<typeof body>

/** The memo that a change of owners sets; undefined if it keeps the current one. @throws 422 `ONE_GUARDED_OWNER` */
function memoAfter({ action, owner }: Update, { owners }: Governance, memo: string): string | undefined {
  const guarded = guardedOwnerIn(memo)
  if (action === 'remove') return guarded === owner.wallet ? '' : undefined
  if (!owner.guarded) return undefined
  if (guarded !== undefined && guarded !== owner.wallet && owners.some(({ wallet }) => wallet === guarded))
    throw oneGuardedOwner(guarded, owner.wallet)
  return guardedOwnerMemo(owner.wallet)
}

async function withOwner({ owners }: Governance, { owner }: Update, ledger: Preparing['ledger']) {
  const present = owners.find(({ wallet }) => wallet === owner.wallet)
  const key = signingKey(owner.wallet, await ledger.mirror.account(owner.wallet))
  const added = { wallet: owner.wallet, name: owner.name ?? present?.name ?? owner.wallet, key }
  return present ? owners.map((other) => (other === present ? added : other)) : [...owners, added]
}

function withoutOwner({ owners }: Governance, { owner }: Update) {
  const left = owners.filter(({ wallet }) => wallet !== owner.wallet)
  if (left.length === owners.length)
    throw unprocessable('NOT_AN_OWNER', `${owner.wallet} is not an owner of the wallet`)
  if (left.length === 0)
    throw unprocessable('LAST_OWNER', `${owner.wallet} is the last owner: a wallet needs at least one`)
  return left
}
