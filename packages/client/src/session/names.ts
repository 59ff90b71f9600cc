/** Publishes content under the name of an account's key: a record that is signed here and only stored by the node. */
import { type Key, type Leaf, mirrorLedger, publicKeyText, signsAlone, VerifyError } from '@quorate/verify'
import {
  compareRecords,
  contentPath,
  dataToSign,
  ipnsName,
  ipnsRecord,
  type NameRecord,
  readRecord,
  recordData,
} from '@quorate/verify/ipns'
import type { components, paths } from '../../generated/node.ts'
import { isQuorateError, QuorateError } from '../requests/errors.ts'
import type { CallOptions } from '../requests/operations.ts'
import type { Service } from '../requests/service.ts'
import { idOf, type Signer } from './signer.ts'

type Name = components['schemas']['Name']

export interface NamePublication {
  /** A content identifier, or `/ipfs/<cid>/<path>`. */
  path: string
  /** When the record's validity ends, in milliseconds since the epoch. Default: in a year. */
  validUntil?: number
  /** How long readers may keep the record before they look for a newer one, in milliseconds. Default: 5 minutes. */
  ttlMs?: number
  /** The time in milliseconds. Default: the system's. */
  now?: number
}

/** The record that is about to be signed. */
export interface NameReview {
  name: string
  /** The path that the name will point at. */
  value: string
  sequence: bigint
  /** Milliseconds since the epoch. */
  validUntil: number
  /** The newest earlier record; undefined if there is none. */
  before: Pick<NameRecord, 'value' | 'sequence' | 'validUntil'> | undefined
}

export interface NameAgreement {
  /** Gets what is about to be signed, and decides. Default: agrees. */
  confirm?: (review: NameReview) => boolean | Promise<boolean>
  /** Reads the account's key on the ledger. Default: from the client's mirror. */
  ledgerKey?: (accountId: string) => Promise<Key | null>
}

/**
 * A year. Only the owner's key can renew a record, so a short time would end names whose owner is away. A replaced
 * record cannot come back on a node that has seen the newer one.
 */
const VALID_FOR_MS = 365 * 86_400_000
/** As the specification suggests. */
const TTL_MS = 300_000
/** Statuses of a node that knows no record of the name, or cannot find out whether routers know one. */
const UNKNOWN = [400, 404, 422, 504]

export async function publishName(
  node: Service<paths>,
  { signer, mirror }: { signer: Signer; mirror: string | undefined },
  { path, ttlMs = TTL_MS, now = Date.now(), validUntil = now + VALID_FOR_MS }: NamePublication,
  { confirm, ledgerKey }: NameAgreement,
  options: CallOptions,
): Promise<Name> {
  const { signName } = signer
  if (!signName)
    throw refused(
      'NAMES_UNSUPPORTED',
      'This signer cannot sign IPNS names: wallet apps and devices sign only transactions, and messages to which they add a prefix. Use a key in this page or program, or run `quorate ipfs publish` with a key file',
    )
  const value = contentPath(path)
  if (value === undefined)
    throw refused(
      'INVALID_PATH',
      `${JSON.stringify(path.slice(0, 120))} is not a content identifier, with or without a path`,
    )
  const signal = options.signal ? { signal: options.signal } : {}
  const read = ledgerKey ?? keyReader(mirror, signal)
  const key = keyOf(signer, await read(idOf(signer)))
  const name = ipnsName(key)
  const before = await newestRecord(node, name, key, signal)
  const fields = {
    value,
    sequence: before === undefined ? 0n : before.sequence + 1n,
    validUntil,
    ttlMs,
  }
  const review: NameReview = { name, value, sequence: fields.sequence, validUntil, before }
  if (confirm && !(await confirm(review))) throw refused('NOT_CONFIRMED', 'Nothing was signed')
  const data = recordData(fields)
  const record = ipnsRecord(data, await signName(dataToSign(data)))
  try {
    readRecord(key, record)
  } catch (cause) {
    throw refused('NOT_THE_KEY', `The signature does not match the key of ${idOf(signer)} on the ledger`, cause)
  }
  return node.post('/ipfs/names', { ...options, body: { name, record: base64(record) } })
}

/** The account's key on the ledger that this signer uses. @throws QuorateError `NOT_THE_KEY` */
function keyOf({ accountId, publicKey }: Signer, key: Key | null): Leaf {
  const possible = key ? signsAlone(key) : []
  const fitting = publicKey === undefined ? possible : possible.filter((leaf) => publicKeyText(leaf) === publicKey)
  const [leaf, ...others] = fitting
  if (leaf && others.length === 0) return leaf
  throw refused(
    'NOT_THE_KEY',
    leaf
      ? `${accountId} has several keys: the signer must say with which one it signs (publicKey)`
      : `The key of this signer is not one that signs alone for ${accountId} on the ledger`,
  )
}

function keyReader(
  mirror: string | undefined,
  signal: Pick<CallOptions, 'signal'>,
): (id: string) => Promise<Key | null> {
  if (mirror === undefined)
    throw refused(
      'NO_ADDRESS',
      "The address of a mirror node is not known: pass mirror to createClient, since the name is made from the account's key there",
    )
  return async (id) => {
    try {
      return await mirrorLedger(mirror, signal).key(id)
    } catch (error) {
      if (!(error instanceof VerifyError)) throw error
      throw new QuorateError({ code: error.code, message: error.message, cause: error })
    }
  }
}

/** The newest record that the node knows and the key has signed; undefined if it knows none. */
async function newestRecord(
  node: Service<paths>,
  name: string,
  key: Leaf,
  signal: Pick<CallOptions, 'signal'>,
): Promise<NameRecord | undefined> {
  const records = await Promise.all([
    recordIn(node.get('/ipfs/names/{name}', { ...signal, path: { name } }), key),
    recordIn(node.get('/ipfs/resolve/{name}', { ...signal, path: { name } }), key),
  ])
  return records
    .filter((record) => record !== undefined)
    .reduce<NameRecord | undefined>((best, one) => (best && compareRecords(best, one) > 0 ? best : one), undefined)
}

/** @throws QuorateError `ANSWER_REFUSED` if the node returns a record that the key has not signed */
async function recordIn(answer: Promise<{ record?: string }>, key: Leaf): Promise<NameRecord | undefined> {
  try {
    const { record } = await answer
    return record === undefined
      ? undefined
      : readRecord(
          key,
          Uint8Array.from(atob(record), (one) => one.charCodeAt(0)),
        )
  } catch (error) {
    if (isQuorateError(error) && UNKNOWN.includes(error.status)) return undefined
    if (isQuorateError(error)) throw error
    throw refused('ANSWER_REFUSED', 'The node returned a record of this name that its key has not signed', error)
  }
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const refused = (code: string, message: string, cause?: unknown): QuorateError =>
  new QuorateError({ code, message, cause })
