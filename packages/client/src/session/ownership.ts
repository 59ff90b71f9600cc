/** Proves that the account requests a write, if the node's answer requires that. */
import { bodyHash, openEnvelope, ownershipText } from '@quorate/verify'
import type { components } from '../../generated/node.ts'
import { QuorateError } from '../requests/errors.ts'
import { fromBase64, toHex } from '../values/bytes.ts'
import type { Signer } from './signer.ts'

type SignatureRequired = components['schemas']['SignatureRequired']

/** The part of the body of `POST /transactions/submit` that proves who makes the request. */
export interface Ownership {
  request: NonNullable<SignatureRequired['ownership']>['request']
  /** Absent if the account's signature in the bytes proves the same. */
  signature?: string
}

/** The network's identifier in an ownership text: a public key, or a topic with the time of its first record. */
const DKG_ID = /^(?:[0-9a-f]{64,66}|\d{1,19}\.\d{1,19}\.\d{1,19}@\d{1,19}\.\d{9})$/

/**
 * Signs the text that belongs to the answer's bytes. The text is made here, so it can only say that the account
 * requests these bytes, with the custom fees of `asked`, on this chain.
 *
 * @throws QuorateError `TEXT_REFUSED` if the node's text differs
 */
export async function signOwnership(
  { bytes, ownership }: SignatureRequired,
  asked: { maxCustomFees?: unknown },
  { signer, chain }: { signer: Signer; chain: string | undefined },
): Promise<Ownership | undefined> {
  if (!ownership) return undefined
  const { request, text } = ownership
  if (text === undefined) return { request }
  const { chain: named, dkgId } = statementIn(text)
  if (!DKG_ID.test(String(dkgId))) throw refused('it does not name the network of nodes')
  const bodies = openEnvelope(fromBase64(bytes)).bodies.map(({ bodyBytes }) => bodyBytes)
  const statement = { chain: chain ?? String(named), dkgId: String(dkgId), bodyHash: bodyHash(bodies) }
  if (text !== ownershipText({ ...statement, maxCustomFees: asked.maxCustomFees }))
    throw refused('its bytes, chain or custom fees differ from those that were requested')
  return { request, signature: `0x${toHex(await signer.signMessage(text))}` }
}

function statementIn(text: string): { chain?: unknown; dkgId?: unknown } {
  try {
    return Object(JSON.parse(text.slice(text.indexOf('\n') + 1)))
  } catch (error) {
    if (error instanceof SyntaxError) throw refused('it is not an ownership text of a node')
    throw error
  }
}

const refused = (reason: string): QuorateError =>
  new QuorateError({ code: 'TEXT_REFUSED', message: `The text of the ownership was not signed: ${reason}` })
