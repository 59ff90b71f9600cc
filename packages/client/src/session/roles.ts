/** Signs changes of roles with `approveRoleChange` of `@quorate/verify`, which reads the text before it is signed. */
import {
  approveRoleChange,
  type ExpectedRoleChange,
  mirrorLedger,
  type RoleChange,
  signatureIn,
  VerifyError,
} from '@quorate/verify'
import type { components, paths as MultisigPaths } from '../../generated/multisig.ts'
import { QuorateError } from '../requests/errors.ts'
import type { CallOptions } from '../requests/operations.ts'
import type { Service } from '../requests/service.ts'
import { toHex } from '../values/bytes.ts'
import { idOf, type Signer } from './signer.ts'

export type SignedRoleChange = components['schemas']['RoleChange']

/**
 * The change that the text must contain, and a callback that decides whether to sign. The callback gets a sentence
 * about the permission.
 */
export interface RoleAgreement {
  account: ExpectedRoleChange['account']
  role: ExpectedRoleChange['role']
  confirm?: (change: RoleChange, sentence: string) => boolean | Promise<boolean>
}

/** @throws QuorateError if nothing was signed, or if the service refused the signature */
export async function signRoleChange(
  multisig: Service<MultisigPaths>,
  { signer, mirror, chain }: { signer: Signer; mirror: string | undefined; chain: string | undefined },
  { walletId, changeId, text }: Pick<SignedRoleChange, 'walletId' | 'changeId' | 'text'>,
  { account, role, confirm }: RoleAgreement,
  given: CallOptions,
): Promise<SignedRoleChange> {
  if (mirror === undefined || chain === undefined)
    throw new QuorateError({
      code: 'NO_ADDRESS',
      message: 'Pass mirror to createClient and log in: the signature is compared with the keys on the ledger',
    })
  try {
    return await approveRoleChange(text, {
      expected: { chain, walletId, account, role },
      signerId: idOf(signer),
      ledger: mirrorLedger(mirror, given.signal ? { signal: given.signal } : {}),
      confirm: (change, sentence) => confirm?.(change, sentence) ?? true,
      sign: async (message) => signatureIn(await signer.signMessage(message)),
      send: (signature) =>
        multisig.post('/multisig/wallet/{walletId}/roles/{changeId}/sign', {
          ...given,
          path: { walletId, changeId },
          body: { senderId: idOf(signer), signature: `0x${toHex(signature)}` },
        }),
    })
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    throw new QuorateError({ code: error.code, message: error.message, cause: error })
  }
}
