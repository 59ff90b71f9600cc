/** Writes of the node API that the caller pays: their bytes are compared with what was asked, signed and submitted. */
import { PublicKey, Transaction } from '@hiero-ledger/sdk'
import type { NodeTypes } from '@quorate/client'
import { compareCall, fingerprint, isLeaf, leaves, openEnvelope, type StatedCall, verify } from '@quorate/verify'
import type { LoggedIn } from '../connection/connect.ts'
import { withLedger } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'
import { bold } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { confirm } from '../terminal/questions.ts'

export interface WriteOptions {
  mirrorUrl?: string | undefined
  yes: boolean
  json: boolean
  /** What it does, for people. */
  sentence: string
  /** What each of its bodies must say. */
  says: readonly StatedCall['says'][]
}

/** The node lets the payer offer up to 25 hbars; the ledger charges cents. */
const MOST_FEE = 5_000_000_000n

/** @throws Failure where nothing was signed, or the ledger refused it */
export async function signWrite(
  { client, account, chain, signer }: LoggedIn,
  answer: NodeTypes['SignatureRequired'] | { status: string },
  { says, sentence, yes, json, mirrorUrl }: WriteOptions,
): Promise<NodeTypes['WriteSuccess']> {
  if (!('bytes' in answer)) throw new Failure('failed', `The node answered ${answer.status}, and no bytes to sign`)
  const bytes = Buffer.from(answer.bytes, 'base64')
  const { bodies } = openEnvelope(bytes)
  const differences = bodies.flatMap(({ body }, index) =>
    compareCall(body, { payerId: account, maxTransactionFee: MOST_FEE, says: says[index] ?? {} }),
  )
  if (bodies.length !== says.length || differences.length > 0)
    throw new Failure(
      'notSigned',
      `Nothing was signed: the bytes are not what was asked for. ${differences.map(({ message }) => message).join('; ') || `They are ${bodies.length} transactions, and not ${says.length}`}`,
      'BYTES_DIFFER',
    )
  if (!(json && yes)) {
    note(bold(plain(sentence)))
    for (const { bodyBytes } of bodies) note(`Fingerprint   ${fingerprint(bodyBytes)}`)
  }
  if (!(await confirm(`Sign and pay as ${account}?`, { yes }))) throw new Failure('notSigned', 'Nothing was signed')
  const key = await withLedger({ chain, mirrorUrl }, (ledger) => ledger.key(account))
  const signing = async (message: Uint8Array) => {
    // The SDK and `openEnvelope` may find different bodies in the same bytes.
    if (!bodies.some(({ bodyBytes }) => Buffer.compare(bodyBytes, message) === 0))
      throw new Failure(
        'notSigned',
        'Nothing was sent: the bytes can also be read as a transaction that was not asked for',
        'BYTES_DIFFER',
      )
    const signature = await signer.signBody(message)
    const leaf = key && leaves(key).find((one) => verify(one, message, signature))
    if (!leaf)
      throw new Failure(
        'notSigned',
        `Nothing was sent: the signature is not by the key that ${account} has on the ledger`,
        'NOT_THE_KEY',
      )
    return { leaf, signature }
  }
  // Which of the account's keys it is, the signature of the first body says.
  const [first] = bodies
  const { leaf } = await signing(first?.bodyBytes ?? new Uint8Array())
  if (!isLeaf(leaf)) throw new Failure('notSigned', 'Nothing was signed')
  const publicKey =
    leaf.type === 'ed25519' ? PublicKey.fromBytesED25519(leaf.bytes) : PublicKey.fromBytesECDSA(leaf.bytes)
  const signed = await Transaction.fromBytes(bytes).signWith(
    publicKey,
    async (message) => (await signing(message)).signature,
  )
  const done = await client.node.post('/transactions/submit', {
    body: { bytes: Buffer.from(signed.toBytes()).toString('base64') },
  })
  if (done.status !== 'SUCCESS')
    throw new Failure('underWay', `It was submitted, and its outcome is not known yet: ${done.transactionId}`)
  return done
}
