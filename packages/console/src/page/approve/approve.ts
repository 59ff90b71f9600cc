/** The only place where the console has a transaction signed: by `approve` of @quorate/verify. */
import { type MultisigTypes, QuorateError, type Signed, type Signer } from '@quorate/client'
import { type Asked, approve, leaves, signatureIn, VerifyError, verify } from '@quorate/verify'
import { toHex } from '../parts/bytes.ts'
import { type CheckedRequest, type Reads, statedOf } from './check.ts'
import { type AskedCreation, checkCreation } from './writes.ts'

export interface Approval {
  request: CheckedRequest & Pick<MultisigTypes['RequestStatus'], 'historyId'>
  /** The fingerprint of the bytes that the person has seen. */
  seen: string
  reads: Reads
  signer: Signer
  asked: Asked | undefined
  send(body: { walletId?: string; historyId: string; senderId: string; signature: string }): Promise<Signed>
}

/** @throws QuorateError `BYTES_DIFFER`, `NOT_THE_KEY`; what the service refuses */
export async function approveRequest({ request, seen, reads, signer, asked, send }: Approval): Promise<Signed> {
  const { walletId, operation, historyId } = request
  const { accountId } = signer
  try {
    return await approve(statedOf(request), {
      ...{
        signerId: accountId,
        asked,
        ledger: reads.ledger,
        owners: await reads.ownersOf(request),
        now: reads.now?.(),
      },
      show() {},
      async confirm({ fingerprint }) {
        if (fingerprint === seen) return true
        throw new QuorateError({
          code: 'BYTES_DIFFER',
          message: 'The service now sends other bytes than those that are shown here',
        })
      },
      sign: async (bodyBytes) => signatureIn(await signer.signBody(bodyBytes)),
      send: (signature) =>
        send({
          ...(walletId === null || operation === 'create' ? {} : { walletId }),
          ...{ historyId, senderId: accountId },
          signature: `0x${toHex(signature)}`,
        }),
    })
  } catch (error) {
    if (error instanceof VerifyError) throw new QuorateError({ code: error.code, message: error.message })
    throw error
  }
}

export interface CreationApproval<T> {
  bodyBytes: Uint8Array
  asked: AskedCreation
  /** The fingerprint of the bytes that the person has seen. */
  seen: string
  signer: Signer
  send(signature: string): Promise<T>
}

/**
 * Has a creation signed that the payer asked for in this tab.
 *
 * @throws QuorateError `BYTES_DIFFER`, `NOT_THE_KEY`; what the service refuses
 */
export async function approveCreation<T>({ bodyBytes, asked, seen, signer, send }: CreationApproval<T>): Promise<T> {
  const { verdict, fingerprint } = checkCreation(bodyBytes, asked)
  if (verdict !== 'trusted' || fingerprint !== seen || signer.accountId !== asked.payerId)
    throw new QuorateError({ code: 'BYTES_DIFFER', message: 'The bytes are not what was asked for and shown' })
  const signature = signatureIn(await signer.signBody(bodyBytes))
  if (!leaves(asked.own).some((leaf) => verify(leaf, bodyBytes, signature)))
    throw new QuorateError({
      code: 'NOT_THE_KEY',
      message: `Nothing was sent: the signature is not by the key that ${asked.payerId} has on the ledger`,
    })
  return send(`0x${toHex(signature)}`)
}
