/** The only place where the console requests the signature of a transaction: with `approve` of `@quorate/verify`. */
import { QuorateError, type Signed, type Signer } from '@quorate/client'
import {
  type Asked,
  approve,
  approveCalls,
  approveRoleChange,
  type CallLedger,
  fingerprint,
  LIMIT_PAYMENT_FEE,
  type LimitPayment,
  limitPaymentSays,
  type RoleApproval,
  signatureIn,
  startsNow,
  VerifyError,
} from '@quorate/verify'
import { ledgerNow } from '../api/time.ts'
import { toHex } from '../parts/ledger/bytes.ts'
import type { Check, CheckedRequest, Reads } from './check.ts'
import { type AskedWrite, callOf, checkWrite } from './writes.ts'

export interface Approval {
  /** The request that the user opened. The service's answer may name another. */
  jobId: string
  request: CheckedRequest
  /** The check that the user saw. The service may answer differently now, even about the same bytes. */
  seen: Pick<Check, 'decoded' | 'sentences'>
  reads: Reads
  signer: Signer
  asked: Asked | undefined
  send(body: { walletId?: string; historyId: string; senderId: string; signature: string }): Promise<Signed>
}

/** @throws QuorateError `BYTES_DIFFER`, `NOT_THE_KEY`, or the service's refusal */
export async function approveRequest({ jobId, request, seen, reads, signer, asked, send }: Approval): Promise<Signed> {
  const { walletId, operation, historyId } = request
  const { accountId } = signer
  return refusing(
    approve(request, {
      jobId,
      signerId: accountId,
      chain: reads.chain,
      asked,
      ledger: reads.ledger,
      now: reads.now?.(),
      owners: await reads.ownersOf(request),
      replaced: await reads.replacedOf(request),
      show() {},
      async confirm({ decoded, sentences }) {
        const isSame = fingerprint(decoded.bytes) === fingerprint(seen.decoded.bytes)
        if (isSame && seen.sentences?.join('\n') === sentences.join('\n')) return true
        throw notShown()
      },
      sign: async (bodyBytes) => signatureIn(await signer.signBody(bodyBytes)),
      send: (signature) =>
        send({
          ...(walletId === null || operation === 'create' ? {} : { walletId }),
          historyId,
          senderId: accountId,
          signature: `0x${toHex(signature)}`,
        }),
    }),
  )
}

export interface WriteApproval<T> {
  bodyBytes: Uint8Array
  asked: AskedWrite
  /** The fingerprint of the bytes that the user has seen. */
  seen: string
  signer: Signer
  send(signature: string): Promise<T>
}

/**
 * Requests the payer's signature of a write that it prepared in this tab, and sends it.
 *
 * @throws QuorateError `BYTES_DIFFER`, `NOT_THE_KEY`, or the service's refusal
 */
export async function approveWrite<T>({ bodyBytes, asked, seen, signer, send }: WriteApproval<T>): Promise<T> {
  if (signer.accountId !== asked.payerId || checkWrite(bodyBytes, asked).verdict !== 'trusted') throw notShown()
  return refusing(
    approveCalls([bodyBytes], {
      ...callOf(bodyBytes, asked, ledgerNow()),
      // None of these writes is a message on a topic.
      ledger: { key: async (id) => (id === asked.payerId ? asked.own : null), topic: async () => null },
      show() {},
      async confirm({ fingerprints }) {
        if (fingerprints[0] === seen) return true
        throw notShown()
      },
      sign: async (bytes) => signatureIn(await signer.signBody(bytes)),
      send: ([signed]) => send(`0x${toHex(signed?.signature ?? new Uint8Array())}`),
    }),
  )
}

/** Requests the signature of a role change, and sends it. @throws QuorateError as `approveRoleChange` */
export const approveRole = <T>(
  text: string,
  of: Pick<RoleApproval<T>, 'expected' | 'ledger' | 'now'> & { signer: Signer; send(signature: string): Promise<T> },
): Promise<T> =>
  refusing(
    approveRoleChange(text, {
      expected: of.expected,
      ledger: of.ledger,
      now: of.now,
      signerId: of.signer.accountId,
      // The user has agreed in the dialog, which shows the sentence of the change that the text is compared with.
      confirm: () => true,
      sign: async (message) => signatureIn(await of.signer.signMessage(message)),
      send: (signature) => of.send(`0x${toHex(signature)}`),
    }),
  )

/** Compares the bytes of a payment within a limit with the payment, and asks for the signature. */
export const approveLimitPayment = <T>(of: {
  payment: LimitPayment
  bodyBytes: Uint8Array
  signer: Signer
  ledger: Pick<CallLedger, 'key'>
  now: number
  send(signature: string): Promise<T>
}): Promise<T> =>
  refusing(
    approveCalls([of.bodyBytes], {
      payerId: of.signer.accountId,
      maxTransactionFee: LIMIT_PAYMENT_FEE,
      validStart: startsNow(of.now),
      says: [limitPaymentSays(of.payment)],
      // A payment does not write to a topic.
      ledger: { key: of.ledger.key, topic: async () => null },
      show() {},
      // The user has agreed in the dialog, which shows the sentence of the payment that the bytes are compared with.
      confirm: async () => true,
      sign: async (body) => signatureIn(await of.signer.signBody(body)),
      send: ([signed]) => of.send(`0x${toHex(signed?.signature ?? new Uint8Array())}`),
    }),
  )

export const notShown = () =>
  new QuorateError({
    code: 'BYTES_DIFFER',
    message: 'The service now sends something else than what is shown here: open the request again',
  })

/** Turns a VerifyError into a QuorateError, so that the page shows its code, too. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof VerifyError) throw new QuorateError({ code: error.code, message: error.message })
    throw error
  }
}
