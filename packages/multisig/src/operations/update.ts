import { AccountUpdateTransaction } from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { checkGovernance, checkOwners, type Governance, signingKey, walletKey } from '../model/wallet.ts'
import { byWallet, checkName, defineOperation, OwnerBody, type Preparing, walletId } from './operation.ts'

const body = Type.Object({
  walletId,
  action: Type.Enum(['add', 'remove'], {
    description: 'add: a new owner, or a present one with the key and name of now; remove: that owner',
  }),
  owner: Type.Object({ wallet: OwnerBody.properties.wallet, name: Type.Optional(OwnerBody.properties.name) }),
  threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'the present one if absent' })),
})

/** The owners or the threshold change: the ledger asks for the old key and for the new one (`update/request`). */
export const update = defineOperation({
  name: 'update',
  type: 'update',
  summary: 'Ask to add or remove an owner, or for another threshold',
  body,
  async prepare(request, { ledger, settings, openWallet }) {
    checkName(request.owner.name ?? '', 'owner/name')
    const { wallet } = await openWallet(request.walletId)
    const isNew = request.action === 'add' && !wallet.owners.some((owner) => owner.wallet === request.owner.wallet)
    if (isNew) checkOwners([...wallet.owners, request.owner], settings.MAX_OWNERS)
    const owners = request.action === 'add' ? await withOwner(wallet, request, ledger) : withoutOwner(wallet, request)
    const governance = { owners, threshold: request.threshold ?? wallet.threshold }
    checkGovernance(governance, settings.MAX_OWNERS)
    const transaction = new AccountUpdateTransaction()
      .setAccountId(wallet.wallet)
      .setKey(keyToSdk(walletKey(governance)))
    const prepared = byWallet(wallet, transaction)
    return {
      ...prepared,
      signing: { ...prepared.signing, newKey: true },
      participants: isNew ? [request.owner.wallet] : [],
      newGovernance: governance,
    }
  },
})

type Update = Static<typeof body>

async function withOwner({ owners }: Governance, { owner }: Update, ledger: Preparing['ledger']) {
  const present = owners.find(({ wallet }) => wallet === owner.wallet)
  const key = signingKey(owner.wallet, await ledger.mirror.account(owner.wallet))
  const added = { wallet: owner.wallet, name: owner.name ?? present?.name ?? owner.wallet, key }
  return present ? owners.map((other) => (other === present ? added : other)) : [...owners, added]
}

function withoutOwner({ owners }: Governance, { owner }: Update) {
  const left = owners.filter(({ wallet }) => wallet !== owner.wallet)
  if (left.length === owners.length) throw unprocessable('NOT_AN_OWNER', `${owner.wallet} is no owner of the wallet`)
  if (left.length === 0) throw unprocessable('LAST_OWNER', `${owner.wallet} is the last owner: a wallet needs one`)
  return left
}
