import type { proto } from '@hiero-ledger/proto'
import { contractId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { deleteAndTransfer } from '#services/crypto/delete-account.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define } from '#transaction/definition.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'
import { checkMutable, existingContract } from './contracts.ts'

type Body = proto.IContractDeleteTransactionBody

/** The account that gets the balance: an account or a contract. */
const obtainerOf = ({ transferAccountID, transferContractID }: Body, state: State): Account | undefined =>
  transferAccountID ? state.account(transferAccountID) : state.contractAccount(transferContractID)

/** ContractDelete: the administrator deletes a contract; its balance goes to an account or another contract. */
export const deleteContract = define('contractDeleteInstance', {
  type: 22,
  name: 'CONTRACTDELETEINSTANCE',
  price: { functionality: 'ContractDelete', base: 69_000_000n },

  precheck({ permanentRemoval, contractID, transferAccountID, transferContractID }) {
    check(!permanentRemoval, 'PERMANENT_REMOVAL_REQUIRES_SYSTEM_INITIATION')
    check(contractID != null, 'INVALID_CONTRACT_ID')
    check(transferAccountID != null || transferContractID != null, 'OBTAINER_REQUIRED')
  },

  signers(body, { state }) {
    const contract = existingContract(state, body.contractID)
    checkMutable(contract)
    const obtainer = obtainerOf(body, state)
    check(obtainer !== undefined, body.transferAccountID ? 'INVALID_TRANSFER_ACCOUNT_ID' : 'INVALID_CONTRACT_ID')
    check(obtainer.num !== FEE_COLLECTION, 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED')
    return obtainer.receiverSigRequired ? [contract.key.rule, obtainer.key.rule] : [contract.key.rule]
  },

  handle(body, context) {
    const { state } = context
    const account = existingContract(state, body.contractID)
    check(!account.deleted, 'CONTRACT_DELETED')
    const obtainer = obtainerOf(body, state)
    check(obtainer !== undefined, 'OBTAINER_DOES_NOT_EXIST')
    const isContract = state.contracts.get(obtainer.num) !== undefined
    check(!obtainer.deleted, isContract ? 'INVALID_CONTRACT_ID' : 'OBTAINER_DOES_NOT_EXIST')
    check(obtainer.num !== account.num, 'OBTAINER_SAME_CONTRACT_ID')
    deleteAndTransfer(context, account, obtainer)
    const contract = state.contracts.get(account.num)
    if (contract) state.contracts.put(contract.num, { ...contract, obtainer: obtainer.num })
    context.receipt.contractID = contractId(account.num)
    context.entity = account.num
  },
})
