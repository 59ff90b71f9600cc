import { AccountUpdateTransaction } from '@hiero-ledger/sdk'
import { AccountId } from '@quorate/platform'
import { Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import { bodyOf } from '../fields.ts'
import { movedKeys, nothingToMove } from '../moves.ts'
import { defineOperation } from '../operation.ts'

export const moveAccount = defineOperation({
  name: 'move/account',
  method: 'PUT',
  path: '/accounts/{wallet}/network-key',
  tag: 'accounts',
  summary: "Move an account to the network's current key",
  errors: { 422: ['CONTRACT_KEY', 'INVALID_ACCOUNT_ID', 'NOTHING_TO_MOVE'] },
  params: Type.Object({ wallet: AccountId }),
  body: bodyOf({}),
  async prepare({ params: { wallet: id } }, { facts, movedKey }) {
    const { key } = await facts.account(id, 'wallet')
    const [moved] = movedKeys([['key', key]], movedKey)
    if (!moved) throw nothingToMove('account', id)
    const transaction = new AccountUpdateTransaction().setAccountId(id).setKey(keyToSdk(moved[1]))
    return { transaction, moves: { kind: 'account', id } }
  },
})
