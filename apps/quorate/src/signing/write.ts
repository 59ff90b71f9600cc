/** Writes of the node API that the caller pays for: their bytes are compared with the request, signed and submitted. */
import type { NodeTypes } from '@quorate/client'
import {
  approveCalls,
  decode,
  giving,
  openEnvelope,
  type Signed,
  type StatedCall,
  startsNow,
  transactionIdIn,
} from '@quorate/verify'
import type { LoggedIn } from '../connection/connect.ts'
import { ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'
import { bold } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'
import { notSigned } from './sign-request.ts'

export interface WriteOptions {
  mirrorUrl?: string | undefined
  yes: boolean
  json: boolean
  /** The effect of the write, for people. */
  sentence: string
  /** The fields that each of its bodies must have. */
  says: readonly StatedCall['says'][]
  /** The time in milliseconds. Default: the system's. */
  now?: number
}

/** The node lets the payer offer up to 25 ℏ; the ledger charges cents. */
const MOST_FEE = 5_000_000_000n

/**
 * Returns the node's answer with the id of the first transaction that was signed, whichever id the node answers.
 *
 * @throws Failure if nothing was signed, or the ledger refused it
 */
export async function signWrite(
  { client, account, chain, signer }: LoggedIn,
  answer: NodeTypes['SignatureRequired'] | { status: string },
  { says, sentence, yes, json, mirrorUrl, now }: WriteOptions,
): Promise<NodeTypes['WriteSuccess']> {
  if (!('bytes' in answer)) throw new Failure('failed', `The node answered ${answer.status} without bytes to sign`)
  const bytes = Buffer.from(answer.bytes, 'base64')
  const bodies = openEnvelope(bytes).bodies.map(({ bodyBytes }) => bodyBytes)
  const ledger = await ledgerOf({ chain, mirrorUrl })
  const signed = await notSigned(
    approveCalls(bodies, {
      payerId: account,
      maxTransactionFee: MOST_FEE,
      validStart: startsNow(now ?? ledger.now),
      says,
      ledger,
      show({ fingerprints, differences }) {
        if ((json && yes) || differences.length > 0) return
        note(bold(plain(sentence)))
        for (const fingerprint of fingerprints) note(`Fingerprint   ${fingerprint}`)
      },
      confirm: () => confirm(`Sign and pay as ${account}?`, { yes }),
      sign: (body) => signer.signBody(body),
      // Nothing is sent yet: the signatures are collected and sent below.
      send: async (signatures) => signatures,
    }),
  )
  const complete = Buffer.from(await withSignatures(bytes, bodies, signed)).toString('base64')
  const body = { bytes: complete, ...(await ownershipOf(client, answer)) }
  const done = await giving(() => client.node.post('/transactions/submit', { body }))
  if (done.status !== 'SUCCESS')
    throw new Failure('underWay', `It was submitted, and its outcome is not known yet: ${done.transactionId}`)
  return { ...done, transactionId: transactionIdIn(decode(bodies[0] as Uint8Array)) }
}

/**
 * The proof that the account asks for the write; absent if the node needs none. The user has already agreed to these
 * bytes.
 */
async function ownershipOf(client: LoggedIn['client'], answer: NodeTypes['SignatureRequired']) {
  const ownership = answer.ownership && (await client.signOwnership(answer, {}))
  return ownership ? { ownership } : {}
}

/** The transactions with the payer's signatures, as the SDK encodes them. */
async function withSignatures(bytes: Uint8Array, bodies: Uint8Array[], signatures: Signed[]): Promise<Uint8Array> {
  // Imported here, since few commands need the SDK and its start takes longer than most of them.
  const { PublicKey, Transaction } = await import('@hiero-ledger/sdk')
  const [{ leaf } = {} as Signed] = signatures
  const publicKey =
    leaf.type === 'ed25519' ? PublicKey.fromBytesED25519(leaf.bytes) : PublicKey.fromBytesECDSA(leaf.bytes)
  const signed = await Transaction.fromBytes(bytes).signWith(publicKey, async (message) => {
    const index = bodies.findIndex((body) => Buffer.compare(body, message) === 0)
    const signature = signatures[index]?.signature
    if (signature) return signature
    // The SDK and `openEnvelope` may find different bodies in the same bytes.
    throw new Failure(
      'notSigned',
      'Nothing was sent: the bytes can also be read as a transaction that was not requested',
      'BYTES_DIFFER',
    )
  })
  return signed.toBytes()
}
