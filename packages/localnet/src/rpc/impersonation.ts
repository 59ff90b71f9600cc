import { impersonated } from '#development/impersonation.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { parseEthereumTransaction } from '#protocol/ethereum-transaction.ts'
import { StatusError } from '#protocol/status-error.ts'
import { knownAddress } from '#services/contract/contract-world.ts'
import type { Method, Methods, RpcContext } from './context.ts'
import { checkSendable, developmentAddresses, unsigned, withSignature } from './methods/send-methods.ts'
import { addressIn, INTERNAL_ERROR, invalidParameter, objectIn, RpcError, SERVER_ERROR } from './values.ts'

/** The maximum number of accounts that are impersonated at once. */
const MAX_IMPERSONATED = 1000
/** The bytes before the sender's address in the signature of an impersonated transaction, which nobody signed. */
const FILL = '11'

/**
 * Methods that send transactions of accounts whose keys the ledger does not have. `send` is `eth_sendTransaction` for
 * accounts whose keys it has. Closing the ledger ends all impersonations.
 */
export function impersonationMethods(send: Method): Methods {
  const accounts = new Set<string>()
  let isAutomatic = false

  const isImpersonated = (address: Buffer, { ledger }: RpcContext): boolean => {
    const known = knownAddress(ledger.state, address)
    return isAutomatic || accounts.values().some((one) => knownAddress(ledger.state, bytesOf(one)) === known)
  }
  const impersonate: Method = ([given]) => {
    const address = hex(addressIn(given, 'the address'))
    if (accounts.size >= MAX_IMPERSONATED && !accounts.has(address))
      throw invalidParameter(`${MAX_IMPERSONATED} accounts are impersonated: stop impersonating one of them`)
    accounts.add(address)
    return true
  }
  const stop: Method = ([given]) => accounts.delete(hex(addressIn(given, 'the address')))
  const automatic: Method = ([isOn]) => {
    if (typeof isOn !== 'boolean') throw invalidParameter('send true, to impersonate every sender, or false')
    isAutomatic = isOn
    return true
  }
  const addresses = (): string[] => [...new Set([...developmentAddresses(), ...accounts])]
  return {
    hardhat_impersonateAccount: impersonate,
    anvil_impersonateAccount: impersonate,
    hardhat_stopImpersonatingAccount: stop,
    anvil_stopImpersonatingAccount: stop,
    anvil_autoImpersonateAccount: automatic,
    eth_accounts: addresses,
    eth_requestAccounts: addresses,
    eth_sendTransaction(params, context) {
      const from = addressIn(objectIn(params[0], 'the transaction').from, 'from')
      if (developmentAddresses().includes(hex(from))) return send(params, context)
      if (isImpersonated(from, context)) return sendUnsigned(params[0], from, context)
      throw invalidParameter(
        `the ledger has no key of ${hex(from)}: send from an address of eth_accounts, or call hardhat_impersonateAccount first`,
      )
    },
  }
}

const bytesOf = (address: string): Buffer => Buffer.from(address.slice(2), 'hex')

/** Executes a transaction without its sender's signature; resolves with its hash once it is on disk. */
async function sendUnsigned(call: unknown, from: Buffer, context: RpcContext): Promise<string> {
  const { ledger } = context
  const fields = await unsigned(call, context)
  const signature = { r: BigInt(`0x${FILL.repeat(12)}${from.toString('hex')}`), s: BigInt(`0x${FILL.repeat(32)}`) }
  const bytes = withSignature(fields, { ...signature, recovery: 0 })
  const transaction = parseEthereumTransaction(bytes)
  checkSendable(transaction, from, context)
  try {
    ledger.develop(impersonated(bytes, from, ledger.state))
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw new RpcError(SERVER_ERROR, `The ledger refused the transaction: ${error.code}`)
  }
  await new Promise<void>((resolve) => ledger.settled(resolve))
  if (ledger.failure) throw new RpcError(INTERNAL_ERROR, ledger.failure.message)
  return hex(transaction.hash)
}
