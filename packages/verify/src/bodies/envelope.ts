/**
 * Finds the signed bodies in the transaction bytes that wallets and SDKs exchange, and who claims to have signed them.
 */
import { VerifyError } from '../error.ts'
import { type Decoded, decode, type Field } from '../protobuf/decode.ts'
import { listed, withArticle } from '../values/english.ts'
import { summaryOf } from './summaries.ts'

export const ENVELOPES = ['TransactionList', 'Transaction', 'SignedTransaction', 'TransactionBody'] as const
export type EnvelopeName = (typeof ENVELOPES)[number]

/** A pair of a SignatureMap, not verified yet. */
export interface SignatureClaim {
  /** The whole public key, a prefix of it, or nothing. */
  prefix: Uint8Array
  type: string
  signature: Uint8Array
}

/** A body with the signatures that came with it. */
export interface EnvelopedBody {
  /** The bytes that keys sign. */
  bodyBytes: Uint8Array
  /** Its ranges and paths refer to `bodyBytes`. */
  body: Decoded
  signatures: SignatureClaim[]
}

export interface Envelope {
  /** All the bytes decoded, with all findings. */
  decoded: Decoded
  bodies: EnvelopedBody[]
}

/**
 * Finds the bodies in a TransactionList, Transaction, SignedTransaction or TransactionBody. The four share field
 * numbers, so a decoding is accepted only if the fields that identify a transaction are in the right places.
 *
 * @param as If given, the bytes are read as this message only
 * @throws VerifyError NOT_A_TRANSACTION; AMBIGUOUS_BYTES if they can be read as two of the four; TOO_MANY_BYTES
 */
export function openEnvelope(bytes: Uint8Array, as?: EnvelopeName): Envelope {
  const readings = (as ? [as] : ENVELOPES).map((name) => read(decode(bytes, name)))
  const [found, other] = readings.filter(({ bodies }) => bodies.length > 0 && (as || bodies.every(isBody)))
  if (!found)
    throw new VerifyError(
      'NOT_A_TRANSACTION',
      `The bytes are not ${as ? withArticle(as) : `a ${listed(ENVELOPES, 'or')}`}: the payer, the valid start or the node is missing`,
    )
  if (other)
    throw new VerifyError(
      'AMBIGUOUS_BYTES',
      `The bytes can be read as a ${found.decoded.message} and as a ${other.decoded.message}: say which they are`,
    )
  return found
}

function read(decoded: Decoded): Envelope {
  const { message, fields, bytes } = decoded
  if (message === 'TransactionBody') return { decoded, bodies: [{ bodyBytes: bytes, body: decoded, signatures: [] }] }
  if (message === 'SignedTransaction') return { decoded, bodies: signedIn(fields) }
  if (message === 'Transaction') return { decoded, bodies: transactionIn(fields) }
  return { decoded, bodies: fields.flatMap((field) => transactionIn(field.fields ?? [])) }
}

const last = (fields: Field[], name: string): Field | undefined => fields.findLast((field) => field.name === name)

/** The older form has the body's bytes and the signatures directly in the Transaction. */
function transactionIn(fields: Field[]): EnvelopedBody[] {
  const signed = last(fields, 'signedTransactionBytes')
  return signedIn(signed?.fields?.length ? signed.fields : fields)
}

function signedIn(fields: Field[]): EnvelopedBody[] {
  const bodyBytes = last(fields, 'bodyBytes')?.value
  if (!(bodyBytes instanceof Uint8Array)) return []
  const pairs = fields.filter(({ name }) => name === 'sigMap').flatMap((map) => map.fields ?? [])
  return [{ bodyBytes, body: decode(bodyBytes), signatures: pairs.flatMap(claimsOf) }]
}

function claimsOf({ fields = [] }: Field): SignatureClaim[] {
  const prefix = last(fields, 'pubKeyPrefix')?.value
  return fields.flatMap(({ name, value }) =>
    name !== null && name !== 'pubKeyPrefix' && value instanceof Uint8Array
      ? [{ prefix: prefix instanceof Uint8Array ? prefix : new Uint8Array(), type: name, signature: value }]
      : [],
  )
}

/** Whether it names a payer, a valid start and a node. Other messages that are decoded as a body don't. */
function isBody({ body: { fields } }: EnvelopedBody): boolean {
  const id = last(fields, 'transactionID')?.fields ?? []
  const start = last(id, 'transactionValidStart')
  return isAccount(last(id, 'accountID')) && isAccount(last(fields, 'nodeAccountID')) && !!start && !!summaryOf(start)
}

const isAccount = (field: Field | undefined): boolean =>
  !!field && (summaryOf(field) !== undefined || last(field.fields ?? [], 'alias')?.type === 'bytes')
