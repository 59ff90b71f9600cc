import {
  AccountId,
  AnyNames,
  Bytes,
  type BytesIn,
  badRequest,
  checkVisible,
  decodeBytes,
  expectation,
  parseJson,
  Scope,
} from '@quorate/platform'
import { countNames, ENTITY_ID_PATTERN, withoutChecksum } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { CodeOrRecoveryCode } from '../two-factor/codes.ts'

const Name = Type.String({ maxLength: 256 })
/** The largest request body of a login, in bytes. */
export const LOGIN_BYTES = 16_384
const Text = Type.String({ maxLength: LOGIN_BYTES })
const JsonOrText = Type.Union([AnyNames(Type.Unknown(), { title: 'what was signed, an object' }), Text])
const PublicKey = Type.Union([Name, Type.Object({ key: Name })])

/** An account id, with a checksum (HIP-15) or without, or in CAIP-10 form with its chain in front. */
const LoginAccount = Type.String({
  pattern: `^(hedera:[-_a-zA-Z0-9]{1,32}:)?${ENTITY_ID_PATTERN.slice(1, -1)}(-[a-z]{5})?$`,
  title: 'an account id, such as 0.0.1001, 0.0.1001-abcde or hedera:testnet:0.0.1001',
  examples: ['0.0.1001'],
})

export const Operator = Type.Object(
  {
    accountId: Type.Optional(LoginAccount),
    id: Type.Optional(LoginAccount),
    wallet: Type.Optional(LoginAccount),
    publicKey: Type.Optional(PublicKey),
    smartApp: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  {
    description:
      'The account that logs in (accountId, or as id or wallet). publicKey is the key that signed; it is required if the account has several keys. smartApp names the application. Other fields are repeated in the answer',
  },
)

/** One of three forms: see {@link readForm}. */
export const LoginBody = Type.Object({
  operator: Operator,
  signedData: Type.Object({
    signature: Type.Optional(Bytes),
    serverSigningAccount: Type.Optional(AccountId),
    signedPayload: Type.Optional(JsonOrText),
    userSignature: Type.Optional(Bytes),
  }),
  payload: Type.Optional(JsonOrText),
  scope: Type.Optional(Scope),
  code: Type.Optional(
    Type.Unsafe<string>({
      ...CodeOrRecoveryCode,
      description: 'the code of the second factor, if the account has one, or a recovery code',
    }),
  ),
})
export type LoginBody = Static<typeof LoginBody>

/** A login, read from any of the three forms. */
export interface LoginForm {
  /** As the client wrote it; {@link accountOn} parses it. */
  accountId: string
  /** The signature from the wallet: 64 bytes or a SignatureMap. */
  signature: Uint8Array
  /**
   * The payload's text as the client sent it. Absent in form (a), which uses the last challenge given to the cookie.
   */
  payload?: string
  /** The text that the wallet signed; absent if it signed the payload itself. */
  signedText?: string
  /** The node's signature, if the wallet signed it along with the payload. */
  serverSignature?: Uint8Array
}

/**
 * Reads a login in any of its three forms. The wallet signs UTF-8 text: JSON without white space, as `JSON.stringify`
 * writes it, with its fields in the order of the request.
 *
 * (a) `signedData {signature}`: the wallet signed the payload that was last given to this cookie.
 * (b) The same plus `payload`, as an object or as the exact text: the wallet signed that payload.
 * (c) `signedData {signedPayload {serverSignature, originalPayload}, userSignature}`: the wallet signed signedPayload,
 *     which may be sent as the exact text.
 *
 * @throws 400 INVALID_LOGIN, INVALID_BYTES
 */
export function readForm({ operator, signedData, payload }: LoginBody): LoginForm {
  const accountId = accountOf(operator)
  checkVisible(operator.smartApp ?? '', 'operator.smartApp')
  if (signedData.signedPayload !== undefined || signedData.userSignature !== undefined) {
    return { accountId, ...readWrapped(signedData) }
  }
  const signature = bytesOf(signedData.signature, 'signedData.signature')
  return { accountId, signature, ...(payload === undefined ? {} : { payload: textOf(payload) }) }
}

const invalid = (message: string) => badRequest('INVALID_LOGIN', message)

function accountOf({ accountId, id, wallet }: Static<typeof Operator>): string {
  const [account, ...others] = new Set([accountId, id, wallet].filter((one) => one !== undefined))
  if (!account) throw invalid('operator.accountId is missing: expected the account that logs in')
  if (others.length > 0) throw invalid(`operator contains several accounts: ${[account, ...others].join(', ')}`)
  return account
}

/**
 * The account that wants to log in, on the chain of its challenge.
 *
 * @throws 400 INVALID_LOGIN for another chain, and for a checksum of another ledger or account
 */
export function accountOn(text: string, chain: string): string {
  const colon = text.lastIndexOf(':')
  const named = colon < 0 ? chain : text.slice(0, colon)
  if (named !== chain) throw invalid(`operator contains an account on ${named}, but the signed payload is for ${chain}`)
  const id = withoutChecksum(text.slice(colon + 1), chain)
  if (id !== undefined) return id
  throw invalid(`the checksum of ${text.slice(colon + 1)} is wrong for this account on ${chain}`)
}

function readWrapped({ signedPayload, userSignature }: LoginBody['signedData']): Omit<LoginForm, 'accountId'> {
  if (signedPayload === undefined)
    throw invalid('signedData.signedPayload is missing beside userSignature: expected what the wallet signed')
  const signedText = textOf(signedPayload)
  const signed = objectIn(signedText)
  const { originalPayload, serverSignature } = signed
  // Other fields and repeated ones are refused: the wallet's owner would not know what else, or for whom, the signature
  // is used.
  const other = Object.keys(signed).find((name) => name !== 'originalPayload' && name !== 'serverSignature')
  if (other !== undefined)
    throw invalid(
      `signedData.signedPayload.${other.slice(0, 64)} is unknown: expected serverSignature and originalPayload`,
    )
  if (countNames(signedText) !== countNames(JSON.stringify(signed)))
    throw invalid('signedData.signedPayload has the same member twice: send each once')
  if (typeof originalPayload !== 'object' && typeof originalPayload !== 'string') {
    throw invalid('signedData.signedPayload.originalPayload is missing: expected the payload of GET /auth/web3/request')
  }
  return {
    signedText,
    payload: textOf(originalPayload as object | string),
    signature: bytesOf(userSignature, 'signedData.userSignature'),
    serverSignature: bytesOf(serverSignature as BytesIn, 'signedData.signedPayload.serverSignature'),
  }
}

function bytesOf(value: BytesIn | undefined, field: string): Uint8Array {
  if (value === undefined) throw invalid(`${field} is missing: expected ${expectation(Bytes)}`)
  return decodeBytes(value, field)
}

/** The JSON of an object. The limits on the whole body already cover its length and depth. */
const textOf = (value: object | string): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Parses the JSON of an object. The text must begin with the brace. JSON may begin with a line feed, as the bytes of a
 * transaction body do, but a signature on a transaction body must not log anybody in.
 *
 * @throws 400 INVALID_LOGIN
 */
export function objectIn(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) throw invalid('the signed text is not a JSON object that begins with its first character')
  try {
    return parseJson(text) as Record<string, unknown>
  } catch {
    throw invalid('the signed text is not a JSON object')
  }
}
