/** An operation of a wallet, in the node API's form: `{method, path, body}`. */
import { unprocessable, VerifyError } from '../../error.ts'
import type { Decoded } from '../../protobuf/decode.ts'
import { canonicalJson } from '../../records/canonical-json.ts'
import { json, object, oneOf, type Shape, text } from '../../values/shapes.ts'
import { compareWithout, type Statements } from '../compare.ts'
import { openEnvelope } from '../envelope.ts'
import { keyText } from '../summaries.ts'
import { type OperationDefinition, type OperationName, operationDefinitions } from './definitions.ts'
import { type OperationContext, readFields, summaryAt } from './value-types.ts'

/** In the node API's form, with the parameters of the path filled in. */
export interface StatedOperation {
  method: string
  path: string
  body?: Readonly<Record<string, unknown>>
}

/** A stated operation that has been read. */
export interface ReadOperation {
  name: OperationName
  definition: OperationDefinition
  /** The parameters of the path and the fields of the body. */
  values: Readonly<Record<string, unknown>>
}

const NAMES = Object.keys(operationDefinitions) as OperationName[]
const PARAMETER = /^\{(\w+)\}$/
/** The names of a path's parameters. */
export const parametersOf = ({ path }: Pick<OperationDefinition, 'path'>): string[] =>
  path.split('/').flatMap((part) => PARAMETER.exec(part)?.[1] ?? [])

/** The parameters in a path that fits the template; undefined for another path. */
function parametersIn(path: string, template: string): Record<string, string> | undefined {
  const [given, meant] = [path.split('/'), template.split('/')]
  if (given.length !== meant.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of meant.entries()) {
    const name = PARAMETER.exec(part)?.[1]
    if (name !== undefined) found[name] = given[index] ?? ''
    else if (part !== given[index]) return undefined
  }
  return found
}

const shapeOf = ({ fields }: OperationDefinition): Shape => {
  const of = (isOptional: boolean) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => (field.optional ?? false) === isOptional)
        .map(([name, { type }]) => [name, type.shape]),
    )
  return object(of(false), of(true))
}

const statedShape = object({ method: oneOf('POST', 'PUT', 'PATCH', 'DELETE'), path: text }, { body: json })

/**
 * Reads an operation. Returns what is wrong if wallets have no such operation, or if it has anything that cannot be put
 * in words.
 */
export function readOperation(operation: unknown, walletId: string): ReadOperation | { wrong: string } {
  const wrong = statedShape(operation, 'operation')
  if (wrong !== undefined) return { wrong }
  const { method, path, body = {} } = operation as StatedOperation
  let found = `\`operation\` is ${method} ${path}, which is not an operation of wallets`
  for (const name of NAMES) {
    const definition = operationDefinitions[name]
    const parameters = definition.method === method ? parametersIn(path, definition.path) : undefined
    if (!parameters) continue
    const repeated = Object.keys(parameters).find((one) => Object.hasOwn(body, one))
    const values = { ...parameters, ...body }
    const fault =
      repeated === undefined
        ? (shapeOf(definition)(values, 'operation.body') ??
          ownFault(definition, values, walletId) ??
          emptyFault(name, values))
        : `\`operation.body.${repeated}\` is also in the path`
    if (fault === undefined) return { name, definition, values }
    found = fault
  }
  return { wrong: found }
}

function ownFault(
  { fields }: OperationDefinition,
  values: ReadOperation['values'],
  walletId: string,
): string | undefined {
  const other = Object.entries(fields).find(([name, { own }]) => own && values[name] !== walletId)
  return other && `\`operation.body.${other[0]}\` is ${values[other[0]]}, and has to be the wallet ${walletId}`
}

/** Refuses an update that changes nothing, because nobody could see its purpose. */
function emptyFault(name: OperationName, values: ReadOperation['values']): string | undefined {
  const isEmpty = name.startsWith('update/') && Object.keys(values).length < 2
  return isEmpty ? '`operation.body` changes nothing' : undefined
}

/** @throws VerifyError INVALID_INTENT */
export function operationOf(operation: unknown, walletId: string): ReadOperation {
  const read = readOperation(operation, walletId)
  if ('wrong' in read)
    throw new VerifyError('INVALID_INTENT', `Cannot check the bytes against the request: ${read.wrong}`)
  return read
}

/** The required content of an operation's bytes, besides the header of each transaction. */
export function operationSays({ definition, values }: ReadOperation, context: OperationContext): Statements {
  const { data, fields, beside } = definition
  const said = Object.entries(fields).flatMap(([name, { type, at }]): Statements => {
    const value = values[name]
    return at === undefined || value === undefined ? [] : type.says(`${data}.${at}`, value as never, context)
  })
  const all: Statements = [...said, ...(beside?.(context, values) ?? [])]
  // An empty message appears in the bytes, too.
  return all.length === 0 ? [[data, '{}']] : all
}

/** Whether an operation sets a key that equals the wallet's. */
export const setsWalletKey = (read: ReadOperation, of: Pick<OperationContext, 'walletId' | 'walletKey'>): boolean =>
  operationSays(read, of).some(([, said]) => said === keyText(of.walletKey))

/**
 * The operation that a decoded body states. Its payer, times, fee and node are not part of it.
 *
 * @throws VerifyError OPERATION_UNKNOWN if no operation says all that the bytes say
 */
export function operationIn(decoded: Decoded, context: OperationContext): StatedOperation {
  const data = decoded.fields.find(({ name }) => DATA.has(name ?? ''))?.name
  const fields = readFields(decoded)
  let nearest: string | undefined
  for (const name of NAMES) {
    const definition = operationDefinitions[name]
    if (definition.data !== data) continue
    const values: Record<string, unknown> = {}
    for (const [one, { type, at }] of Object.entries(definition.fields)) {
      const value = type.read(`${data}.${at ?? ''}`, fields, context)
      if (value !== undefined) values[one] = value
    }
    const stated = statedOf(definition, values)
    const read = readOperation(stated, context.walletId)
    if ('wrong' in read) {
      nearest ??= read.wrong
      continue
    }
    const [difference] = compareWithout(decoded, operationSays(read, context))
    if (!difference) return stated
    nearest = difference.message
  }
  throw unprocessable(
    'OPERATION_UNKNOWN',
    `The bytes cannot be put in words, so nobody is asked to sign them: ${nearest ?? 'wallets have no operation for this type of transaction'}`,
  )
}
const DATA = new Set<string>(NAMES.map((name) => operationDefinitions[name].data))

function statedOf(definition: OperationDefinition, values: Readonly<Record<string, unknown>>): StatedOperation {
  const names = parametersOf(definition)
  const path = names.reduce((all, name) => all.replace(`{${name}}`, String(values[name])), definition.path)
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
  return { method: definition.method, path, ...(Object.keys(body).length === 0 ? {} : { body }) }
}

/** The operation with these values. */
export const operationWith = (name: OperationName, values: Readonly<Record<string, unknown>>): StatedOperation =>
  statedOf(operationDefinitions[name], values)

/** The operation in another tool's bytes, as a request of a wallet. */
export interface OperationInBytes {
  operation: StatedOperation
  /** The memo of the transaction; empty if it has none. */
  memo: string
}

/**
 * Reads the bytes of a transaction that another tool built, such as `toBytes()` of an SDK. Ignores signatures in them,
 * since the request has other bytes.
 *
 * @throws VerifyError OPERATION_UNKNOWN, PAYER_NOT_WALLET, SEVERAL_TRANSACTIONS, NOT_A_TRANSACTION, TOO_MANY_BYTES and
 * others of `openEnvelope`
 */
export function operationFromBytes(
  bytes: Uint8Array,
  context: Pick<OperationContext, 'walletId' | 'walletKey'>,
): OperationInBytes {
  const { decoded, bodies } = openEnvelope(bytes)
  const [finding] = decoded.findings
  if (finding) throw unprocessable('OPERATION_UNKNOWN', `The bytes are not understood: ${finding.message}`)
  const found = bodies.map(({ body }): OperationInBytes => {
    const fields = readFields(body)
    const payer = summaryAt('transactionID.accountID', fields)
    if (payer !== context.walletId)
      throw unprocessable(
        'PAYER_NOT_WALLET',
        `The transaction is paid by ${payer}, not by the wallet ${context.walletId}`,
      )
    const transactionId = `${payer}@${summaryAt('transactionID.transactionValidStart', fields)}`
    const memo = fields.at('memo')?.value
    return {
      operation: operationIn(body, { ...context, transactionId }),
      memo: typeof memo === 'string' ? memo : '',
    }
  })
  // SDKs write the same transaction once for each node that it may be sent to.
  const [first] = found
  if (first && new Set(found.map(canonicalJson)).size === 1) return first
  throw unprocessable('SEVERAL_TRANSACTIONS', 'The bytes contain several transactions: send each of them separately')
}
