/** Pays within spending limits. The bytes are compared with the payment before they are signed. */
import {
  approveCalls,
  LIMIT_PAYMENT_FEE,
  type LimitPayment,
  limitPaymentSays,
  mirrorLedger,
  signatureIn,
  startsNow,
  VerifyError,
} from '@quorate/verify'
import type { components, paths as MultisigPaths } from '../../generated/multisig.ts'
import { QuorateError } from '../requests/errors.ts'
import type { CallOptions } from '../requests/operations.ts'
import type { Service } from '../requests/service.ts'
import { fromBase64, toHex } from '../values/bytes.ts'
import { idOf, type Signer } from './signer.ts'

export type PaidWithinLimit = components['schemas']['PaidWithinLimit']

/** A payment from a wallet, without a memo if it is absent. */
export type PaymentWithinLimit = Omit<LimitPayment, 'memo'> & { memo?: string }

/** @throws QuorateError if nothing was signed, or if the service or the ledger refused the payment */
export async function payWithinLimit(
  multisig: Service<MultisigPaths>,
  { signer, mirror }: { signer: Signer; mirror: string | undefined },
  payment: PaymentWithinLimit,
  confirm: () => boolean | Promise<boolean>,
  given: CallOptions,
): Promise<PaidWithinLimit> {
  if (mirror === undefined)
    throw new QuorateError({ code: 'NO_ADDRESS', message: 'The address of a mirror node is not known: pass mirror' })
  const { walletId, receiverId, tokenId, amount, memo = '' } = payment
  const path = { walletId }
  const body = { receiverId, tokenId, amount: String(amount), ...(memo === '' ? {} : { memo }) }
  const { bytes, bodyBytes } = await multisig.post('/multisig/wallet/{walletId}/limits/prepare', {
    ...given,
    path,
    body,
  })
  try {
    return await approveCalls([fromBase64(bodyBytes)], {
      payerId: idOf(signer),
      maxTransactionFee: LIMIT_PAYMENT_FEE,
      validStart: startsNow(),
      says: [limitPaymentSays({ walletId, receiverId, tokenId, amount, memo })],
      ledger: mirrorLedger(mirror, given.signal ? { signal: given.signal } : {}),
      show() {},
      confirm: async () => confirm(),
      sign: async (message) => signatureIn(await signer.signBody(message)),
      send: ([signed]) =>
        multisig.post('/multisig/wallet/{walletId}/limits/pay', {
          ...given,
          path,
          body: { bytes, signature: `0x${toHex(signed?.signature ?? new Uint8Array())}` },
        }),
    })
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    throw new QuorateError({ code: error.code, message: error.message, cause: error })
  }
}
