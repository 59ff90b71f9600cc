/**
 * The only place where the console has a transaction signed. Nothing is signed that was not decoded, compared with what
 * its request states, and shown; and no signature is sent that is not the account's over those very bytes.
 */
import { QuorateError, type Signed, type Signer } from '@quorate/client'
import { decode, type Key, verify } from '@quorate/verify'
import type { Request } from '../api/client.ts'
import type { Check } from './check.ts'
import { leafOf } from './intent.ts'

export interface Approval {
  request: Pick<Request, 'jobId' | 'historyId' | 'walletId' | 'operation'>
  /** What the person has seen. */
  check: Check
  signer: Signer
  /** The key of the signer's account on the ledger. */
  keyOf(account: string): Promise<Key | undefined>
  send(body: { walletId?: string; historyId: string; senderId: string; signature: string }): Promise<Signed>
}

/** @throws QuorateError the verdict of the check; `SIGNATURE_NOT_OURS`; what the service refuses */
export async function approve({ request, check, signer, keyOf, send }: Approval): Promise<Signed> {
  const { bodyBytes, verdict } = check
  if (verdict !== 'trusted') throw refused(verdict, 'The bytes were not signed')
  const key = await keyOf(signer.accountId)
  const signature = signatureIn(await signer.signBody(bodyBytes))
  const isOurs = key && signature && leafOf(key, signer.publicKey).some((leaf) => verify(leaf, bodyBytes, signature))
  if (!isOurs || !signature)
    throw refused(
      'SIGNATURE_NOT_OURS',
      `The signature is not one of ${signer.accountId}'s key on the ledger over the bytes that were shown`,
    )
  return send({
    ...(request.walletId === null || request.operation === 'create' ? {} : { walletId: request.walletId }),
    historyId: request.historyId,
    senderId: signer.accountId,
    signature: `0x${Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  })
}

const refused = (code: string, message: string): QuorateError => new QuorateError({ code, message })

/** 64 bytes as they are, or the only signature of a SignatureMap. */
function signatureIn(given: Uint8Array): Uint8Array | undefined {
  if (given.length === 64) return given
  const pairs = decode(given, 'SignatureMap').fields
  const values = pairs.flatMap(({ fields = [] }) =>
    fields.flatMap(({ name, value }) => (name !== 'pubKeyPrefix' && value instanceof Uint8Array ? [value] : [])),
  )
  return values.length === 1 ? values[0] : undefined
}
