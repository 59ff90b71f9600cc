import { Hbar } from '@hiero-ledger/sdk'
import type { Executions } from '../lifecycle/executions.ts'
import type { Signatures } from '../lifecycle/signatures.ts'
import type { RequestMode } from './request-mode.ts'

/** Owners sign the request's own transaction, and one of them executes it. */
export const createImmediateMode = (deps: { signatures: Signatures; executions: Executions }): RequestMode => ({
  async transactionOf({ transaction, payer, signing }, { maxFee }) {
    return { transaction: transaction.setMaxTransactionFee(Hbar.fromTinybars(maxFee)), payer, signing }
  },
  async begin() {},
  draftFor: async () => undefined,
  sign: deps.signatures.sign,
  execute: deps.executions.execute,
})
