/** Signs requests for wallets with `approve` of `@quorate/verify`, which compares all bytes before they are signed. */
import { type Asked, approve, mirrorLedger, type Review, signatureIn, VerifyError } from '@quorate/verify'
import type { paths as MultisigPaths } from '../../generated/multisig.ts'
import { isQuorateError, QuorateError } from '../requests/errors.ts'
import type { Answer, CallOptions } from '../requests/operations.ts'
import type { Service } from '../requests/service.ts'
import { toHex } from '../values/bytes.ts'
import { idOf, type Signer } from './signer.ts'

/** The service's answer to a signature. */
export type Signed = Answer<MultisigPaths, '/multisig/transaction/sign/{jobId}', 'post'>

/**
 * How the signer agrees. With `asked`, the bytes must be what this account posted, whatever the service states. With
 * `confirm`, it sees the review and decides. With both, the bytes must match and `confirm` must agree.
 */
export type Agreement =
  | { asked: Asked; confirm?: (review: Review) => boolean | Promise<boolean> }
  | { asked?: undefined; confirm: (review: Review) => boolean | Promise<boolean> }

interface Signing {
  signer: Signer
  mirror: string | undefined
  chain: string | undefined
}

/** @throws QuorateError if nothing was signed, or if the service refused the signature */
export async function signRequest(
  multisig: Service<MultisigPaths>,
  { signer, mirror, chain }: Signing,
  { jobId, asked, confirm }: Agreement & { jobId: string },
  given: CallOptions,
): Promise<Signed> {
  if (mirror === undefined)
    throw new QuorateError({
      code: 'NO_ADDRESS',
      message:
        'The address of a mirror node is not known: pass mirror to createClient, since requests are compared with its answers',
    })
  if (chain === undefined)
    throw new QuorateError({
      code: 'UNAUTHORIZED',
      message: 'Not logged in: call login(), or pass chain to createClient',
    })
  const accountId = idOf(signer)
  const signal = given.signal ? { signal: given.signal } : {}
  const request = await multisig.get('/multisig/transaction/status/{jobId}', { ...signal, path: { jobId } })
  const { walletId, historyId } = request
  try {
    return await approve(request, {
      jobId,
      signerId: accountId,
      chain,
      asked,
      ledger: mirrorLedger(mirror, signal),
      owners: request.operation === 'update' ? await ownersOf(multisig, walletId, signal) : undefined,
      show() {},
      confirm: async (review) => confirm?.(review) ?? true,
      sign: async (bodyBytes) => signatureIn(await signer.signBody(bodyBytes)),
      send: (signature) =>
        multisig.post('/multisig/transaction/sign/{jobId}', {
          ...given,
          path: { jobId },
          body: {
            ...(walletId === null ? {} : { walletId }),
            historyId,
            senderId: accountId,
            signature: `0x${toHex(signature)}`,
          },
        }),
    })
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    throw new QuorateError({ code: error.code, message: error.message, cause: error })
  }
}

/** Returns undefined if the service hides the owners from this account, for example from a future owner. */
async function ownersOf(
  multisig: Service<MultisigPaths>,
  walletId: string | null,
  signal: Pick<CallOptions, 'signal'>,
): Promise<string[] | undefined> {
  if (walletId === null) return undefined
  try {
    const { settings } = await multisig.get('/multisig/wallet/{walletId}', { ...signal, path: { walletId } })
    return settings.owners.map(({ wallet }) => wallet)
  } catch (error) {
    if (isQuorateError(error, 'FORBIDDEN')) return undefined
    throw error
  }
}
