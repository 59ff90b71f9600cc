/**
 * The programs at the addresses of tokens, accounts and schedules: they redirect calls to a system contract (HIP-719).
 */
import { Code, NO_CODE } from '#evm/code.ts'
import type { Address } from '#evm/word.ts'

const TOKEN_SERVICE = '0167'
const ACCOUNT_SERVICE = '016a'
const SCHEDULE_SERVICE = '016b'

/** redirectForToken(address,bytes) */
export const REDIRECT_FOR_TOKEN = '618dc65e'
/** redirectForAccount(address,bytes) */
export const REDIRECT_FOR_ACCOUNT = 'e4cbd3a7'
/** redirectForScheduleTxn(address,bytes) */
export const REDIRECT_FOR_SCHEDULE = '5c3889ca'

/**
 * The program that HIP-719 defines for tokens. It calls the system contract by DELEGATECALL with a selector, this
 * address and the call data, and ends like that call.
 */
const program = (service: string, selector: string, address: Address, metadata: string): Buffer =>
  Buffer.from(
    `6080604052348015600f57600080fd5b50600061${service}905077${selector}${address}` +
      '600052366000602037600080366018016008845af43d806000803e8160008114605857816000f35b816000fdfe' +
      metadata,
    'hex',
  )

const TOKEN_METADATA =
  'a2646970667358221220d8378feed472ba49a0005514ef7087017f707b45fb9bf56bb81bb93ff19a238b64736f6c634300080b0033'
const OTHER_METADATA =
  'a264697066735822122078d2ae43a4b8d3c7b6cf7c1f63f5b6e3f1a8d5c6c29c4e6c4a3d9a1f9b1c0d2e64736f6c63430008180033'

export const tokenCode = (address: Address): Buffer =>
  program(TOKEN_SERVICE, REDIRECT_FOR_TOKEN, address, TOKEN_METADATA)
export const accountCode = (address: Address): Buffer =>
  program(ACCOUNT_SERVICE, REDIRECT_FOR_ACCOUNT, address, OTHER_METADATA)
export const scheduleCode = (address: Address): Buffer =>
  program(SCHEDULE_SERVICE, REDIRECT_FOR_SCHEDULE, address, OTHER_METADATA)

/** The program at the addresses of system contracts, which never runs: INVALID. */
export const SYSTEM_CODE: Buffer = Buffer.from([0xfe])

export const analysed = (bytes: Buffer): Code => (bytes.length === 0 ? NO_CODE : new Code(bytes))
