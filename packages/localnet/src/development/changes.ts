/**
 * Changes that development methods make without a signature. Each is a transaction of the ledger itself, so it is
 * durable, and the mirror shows it.
 */
import type { proto } from '@hiero-ledger/proto'
import { toBytes, type Word } from '#evm/word.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, contractId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { selfKey } from '#services/contract/contract-world.ts'
import { createContract } from '#services/contract/create-contract.ts'
import { updateContract } from '#services/contract/update-contract.ts'
import { isHollow } from '#services/crypto/hollow-accounts.ts'
import { ensureAccount } from '#services/crypto/transfer/aliases.ts'
import { transfer } from '#services/crypto/transfer.ts'
import { updateAccount } from '#services/crypto/update-account.ts'
import type { Account } from '#state/entities.ts'
import { moveHbar } from '#state/hbar.ts'
import { type State, slotKey } from '#state/state.ts'
import type { DispatchedTransaction, HandleContext } from '#transaction/definition.ts'
import { systemTransaction } from '#transaction/system-transaction.ts'

/** Makes a transaction of the ledger itself; `now` is its consensus time in nanoseconds. */
export type Change = (now: bigint) => DispatchedTransaction

/** The account that pays or receives the difference when a balance is set, so that the supply stays the same. */
export const TREASURY = 2

const NO_BYTES = Buffer.alloc(0)

/** The account at an address. If there is none, creates a hollow account, as a transfer would (HIP-583). */
function accountAt(address: Buffer, context: HandleContext): Account {
  const account = ensureAccount({ alias: address }, context)
  check(account !== undefined && !account.deleted, 'INVALID_ACCOUNT_ID')
  return account
}

const named = ({ type, name }: { type: number; name: string }) => ({ type, name })

const idAt = (address: Buffer, state: State): proto.IAccountID => {
  const account = state.accountByAlias(address)
  return account ? accountId(account.num) : { ...accountId(0), alias: address }
}

/** Sets an account's balance in tinybars, by a transfer from or to the treasury. */
export function balanceChange(address: Buffer, tinybars: bigint, state: State): Change {
  const amount = tinybars - (state.accountByAlias(address)?.balance ?? 0n)
  const accountAmounts = [
    { accountID: accountId(TREASURY), amount: toLong(-amount) },
    { accountID: idAt(address, state), amount: toLong(amount) },
  ]
  const body = { memo: 'Development: setBalance', cryptoTransfer: { transfers: { accountAmounts } } }
  return (now) =>
    systemTransaction('cryptoTransfer', body, now, {
      ...named(transfer),
      handle: (_, context) => {
        const { num } = accountAt(address, context)
        moveHbar(state, TREASURY, num, amount, 'INSUFFICIENT_ACCOUNT_BALANCE')
      },
    })
}

/** Sets an account's nonce: the number of transactions that it has sent. */
export function nonceChange(address: Buffer, nonce: bigint, state: State): Change {
  return entityChange(address, 'setNonce', state, (account) => {
    state.accounts.put(account.num, { ...account, ethereumNonce: nonce })
  })
}

/** Sets a value in the storage of a contract, or of an account that may become one. */
export function storageChange(address: Buffer, slot: Word, value: Word, state: State): Change {
  const name = `setStorageAt ${hex(toBytes(slot))}`
  return entityChange(address, name, state, ({ num }) => {
    const key = slotKey(num, slot)
    if (value === 0) state.contractSlots.remove(key)
    else state.contractSlots.put(key, { contract: num, slot, value })
  })
}

/** Sets an account's bytecode, which makes it a contract. An account with a key can still sign. */
export function codeChange(address: Buffer, code: Buffer, state: State): Change {
  const isContract = state.contracts.get(state.accountByAlias(address)?.num ?? -1) !== undefined
  if (isContract || code.length === 0)
    return entityChange(address, 'setCode', state, ({ num }) => {
      const contract = state.contracts.get(num)
      if (contract) state.contracts.put(num, { ...contract, bytecode: code })
    })
  const body = { memo: 'Development: setCode', contractCreateInstance: {} }
  return (now) =>
    systemTransaction('contractCreateInstance', body, now, {
      ...named(createContract),
      handle: (_, context) => {
        const account = accountAt(address, context)
        const { num } = account
        if (isHollow(account)) state.accounts.put(num, { ...account, key: selfKey(num) })
        const attributes = { file: null, autoRenewAccount: null, obtainer: null, createdAt: now }
        state.contracts.put(num, { num, bytecode: code, initcode: NO_BYTES, ...attributes })
        context.receipt.contractID = contractId(num)
        context.entity = num
      },
    })
}

/** A change of a contract or an account, recorded as an update without fields. */
function entityChange(address: Buffer, name: string, state: State, change: (account: Account) => void): Change {
  const account = state.accountByAlias(address)
  const isContract = account !== undefined && state.contracts.get(account.num) !== undefined
  const memo = `Development: ${name}`
  const handle = (_: unknown, context: HandleContext): void => {
    const found = accountAt(address, context)
    change(found)
    context.entity = found.num
  }
  return (now) => {
    if (isContract) {
      const body = { memo, contractUpdateInstance: { contractID: contractId(account.num) } }
      return systemTransaction('contractUpdateInstance', body, now, { ...named(updateContract), handle })
    }
    const body = { memo, cryptoUpdateAccount: { accountIDToUpdate: idAt(address, state) } }
    return systemTransaction('cryptoUpdateAccount', body, now, { ...named(updateAccount), handle })
  }
}
