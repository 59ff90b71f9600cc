import { ContractExecuteTransaction } from '@hiero-ledger/sdk'
import { AccountId, decodeAmount, unprocessable } from '@quorate/platform'
import { isSystemId } from '@quorate/verify'
import { Type } from 'typebox'
import { bodyOf, Tinybars, tinybars } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** The maximum gas of one transaction. */
const MAX_GAS = 15_000_000
/** Twice as many bytes as fit in a transaction of 6 KB. */
const MAX_DATA = 12_000

export const callContract = defineOperation({
  name: 'call/contract',
  method: 'POST',
  path: '/contracts/{contract}/call',
  tag: 'contracts',
  summary: 'Call a contract',
  errors: {
    400: ['INVALID_AMOUNT'],
    422: ['CONTRACT_REVERT_EXECUTED', 'INSUFFICIENT_GAS', 'INVALID_CONTRACT_ID'],
  },
  params: Type.Object({ contract: AccountId }),
  body: bodyOf({
    data: Type.Optional(
      Type.String({
        pattern: '^0x([0-9a-f]{2})*$',
        maxLength: MAX_DATA,
        title: 'the function and its arguments, in hex (0x)',
        description: 'the selector of the function and its encoded arguments, in hex; without it, only hbars are sent',
        examples: ['0x0a754de6'],
      }),
    ),
    gas: Type.Integer({ minimum: 1, maximum: MAX_GAS, description: 'the maximum gas that the call may use' }),
    amount: Type.Optional(Tinybars),
  }),
  async prepare({ params: { contract }, body: { data = '0x', gas, amount } }, { ledger: { mirror, chain } }) {
    if (isSystemId(contract))
      throw unprocessable('INVALID_CONTRACT_ID', `${contract} is a system contract: send a contract that calls it`)
    // Tokens answer calls, too.
    const isThere = (await mirror.account(contract)) ?? (await mirror.tokenDetails(contract))
    if (!isThere) throw unprocessable('INVALID_CONTRACT_ID', `The contract ${contract} does not exist on ${chain}`)
    const transaction = new ContractExecuteTransaction()
      .setContractId(contract)
      .setGas(gas)
      .setFunctionParameters(Buffer.from(data.slice(2), 'hex'))
    if (amount !== undefined) transaction.setPayableAmount(tinybars(decodeAmount(amount, 'amount')))
    return { transaction }
  },
})
