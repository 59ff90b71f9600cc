import { balanceChange, type Change, codeChange, nonceChange, storageChange, TREASURY } from '#development/changes.ts'
import { MAX_CODE } from '#evm/machine.ts'
import { wordOf } from '#evm/word.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { INT64_MAX } from '#protocol/encoding/int64.ts'
import { WEIBARS_PER_TINYBAR } from '#protocol/ethereum-transaction.ts'
import { idText, longZeroNumber } from '#protocol/ids.ts'
import { both, type Methods, type RpcContext } from '../context.ts'
import {
  addressIn,
  dataIn,
  hashIn,
  INTERNAL_ERROR,
  invalidParameter,
  quantityIn,
  RpcError,
  SERVER_ERROR,
} from '../values.ts'
import { slotIn } from './state-methods.ts'

/** The last account whose address belongs to the network, such as a precompiled or system contract's. */
const LAST_SYSTEM_ACCOUNT = 750

/** Methods of development networks that change accounts and contracts without a signature. All answer true. */
export function changeMethods(): Methods {
  return {
    ...both('setBalance', setBalance),
    ...both('setNonce', setNonce),
    ...both('setCode', setCode),
    ...both('setStorageAt', setStorageAt),
    ...both('setPrevRandao', ([value], { ledger }) => {
      ledger.setRandao(hashIn(value, 'the value'))
      return true
    }),
  }
}

async function setBalance([given, amount]: readonly unknown[], context: RpcContext): Promise<true> {
  const address = changeable(given, context)
  const { state } = context.ledger
  const weibars = quantityIn(amount, 'the balance')
  if (weibars % WEIBARS_PER_TINYBAR !== 0n)
    throw invalidParameter(`the balance is ${weibars}: send a multiple of ${WEIBARS_PER_TINYBAR}, which is one tinybar`)
  const tinybars = weibars / WEIBARS_PER_TINYBAR
  const balanceOf = () => state.accountByAlias(address)?.balance ?? 0n
  const treasury = state.accounts.get(TREASURY)?.balance ?? 0n
  if (state.accountByAlias(address)?.num === TREASURY)
    throw invalidParameter(
      'the treasury, 0.0.2, has all hbars that other accounts do not have: set their balances instead',
    )
  const most = treasury + balanceOf()
  if (tinybars > most)
    throw invalidParameter(
      `the balance is ${weibars}, but the supply of hbars is fixed: send at most ${most * WEIBARS_PER_TINYBAR}, which the account and the treasury have together`,
    )
  await make(balanceChange(address, tinybars, state), context)
  // The first change also pays a staking reward if one is due, so the balance may still differ.
  if (balanceOf() !== tinybars) await make(balanceChange(address, tinybars, state), context)
  return true
}

async function setNonce([given, value]: readonly unknown[], context: RpcContext): Promise<true> {
  const address = changeable(given, context)
  const { state } = context.ledger
  const nonce = quantityIn(value, 'the nonce')
  const current = state.accountByAlias(address)?.ethereumNonce ?? 0n
  if (nonce < current || nonce > INT64_MAX)
    throw invalidParameter(
      `the nonce is ${nonce}: send a number from ${current}, the current one, to ${INT64_MAX}, because transactions before it were executed`,
    )
  await make(nonceChange(address, nonce, state), context)
  return true
}

async function setCode([given, value]: readonly unknown[], context: RpcContext): Promise<true> {
  const address = changeable(given, context)
  const code = dataIn(value, 'the program', MAX_CODE)
  const { state } = context.ledger
  const { num } = state.accountByAlias(address) ?? { num: Number.POSITIVE_INFINITY }
  if (num <= LAST_SYSTEM_ACCOUNT)
    throw invalidParameter(`${hex(address)} is ${idText(num)}, an account of the network: send another address`)
  await make(codeChange(address, code, state), context)
  return true
}

async function setStorageAt([given, slot, value]: readonly unknown[], context: RpcContext): Promise<true> {
  const address = changeable(given, context)
  const at = wordOf(slotIn(slot))
  await make(storageChange(address, at, wordOf(hashIn(value, 'the value')), context.ledger.state), context)
  return true
}

/** Reads the address of an account that can be changed or created. */
function changeable(value: unknown, { ledger }: RpcContext): Buffer {
  const address = addressIn(value, 'the address')
  const account = ledger.state.accountByAlias(address)
  if (account?.deleted) throw invalidParameter(`${hex(address)} is ${idText(account.num)}, which was deleted`)
  const num = longZeroNumber(address)
  if (account || num === undefined) return address
  throw invalidParameter(
    `${hex(address)} is the address of ${idText(num)}, which does not exist: send an address that does not begin with 12 zero bytes`,
  )
}

/** Makes a change; resolves once it is on disk. */
async function make(change: Change, { ledger }: RpcContext): Promise<void> {
  const code = ledger.develop(change)
  await new Promise<void>((resolve) => ledger.settled(resolve))
  if (ledger.failure) throw new RpcError(INTERNAL_ERROR, ledger.failure.message)
  if (code !== 'SUCCESS') throw new RpcError(SERVER_ERROR, `The ledger refused the change: ${code}`)
}
