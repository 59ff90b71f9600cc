/** The network's signature of a prepared write, after the validators of all guarded entities in it were asked. */
import type { Signature } from '@quorate/ledger'
import type { Decision } from '../decisions/decisions.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Roles } from '../sessions/roles.ts'
import type { MissingSigner } from '../transactions/answers.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'
import type { Cosigner, Due } from '../validators/cosign.ts'
import type { PreparedWrite, WriteRequest } from './prepare.ts'

export interface NetworkSignature {
  due: Due
  /** The network's signature of a body where it is due; an empty list otherwise. */
  sign(body: Uint8Array): Signature[]
}

/** @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED */
export async function askValidators(
  cosigner: Cosigner,
  request: WriteRequest,
  ledger: OperatedLedger,
  { sender, prepared, frozen }: PreparedWrite,
  decision: Decision | undefined,
): Promise<NetworkSignature> {
  const { operation, params, session } = request
  const { sender: _sender, dao: _dao, isOfflineTransaction: _offline, ...fields } = request.body
  const asked = {
    name: operation.name,
    fields,
    params,
    swaps: prepared.swaps ?? [],
    sender,
    wallet: session.walletId,
    daoTopic: decision?.topicId,
    decidedSender: decision?.sender?.id,
  }
  const due = await cosigner.due(ledger, frozen, asked, prepared.creates !== undefined)
  return { due, sign: (body) => (due.signs ? [cosigner.sign(ledger, body)] : []) }
}

/**
 * Whether the node signs and submits for the operator as payer: in a session of the operator's, unless it asks for the
 * bytes.
 */
export const isByOperator = (
  roles: Roles,
  { session, body }: WriteRequest,
  sender: string,
  { operator }: OperatedLedger,
): boolean => roles.ofSession(session) === 'operator' && sender === operator.accountId && !body.isOfflineTransaction

/** Checks that nobody but the operator and the network must sign. @throws 422 INVALID_SIGNATURE */
export async function assertOperatorSuffices(
  cosigner: Cosigner,
  ledger: OperatedLedger,
  frozen: FrozenWrite,
  sign: NetworkSignature['sign'],
): Promise<void> {
  const [first = new Uint8Array()] = frozen.bodies
  await cosigner.assertNoOtherSigners(ledger, frozen, [
    ledger.operator.publicKey,
    ...sign(first).map(({ publicKey }) => publicKey),
  ])
}

/** The keys that the network's signature, where it is due, does not satisfy. */
export const missingSigners = (
  cosigner: Cosigner,
  ledger: OperatedLedger,
  frozen: FrozenWrite,
  sign: NetworkSignature['sign'],
): Promise<MissingSigner[]> =>
  cosigner.missingSigners(
    ledger,
    frozen,
    sign(frozen.bodies[0] ?? new Uint8Array()).map(({ publicKey }) => publicKey),
  )

/** The signatures of the operator and, where it is due, of the network. */
export const operatorsSignatures = (
  { operator: { publicKey, sign } }: OperatedLedger,
  body: Uint8Array,
  networkSigns: NetworkSignature['sign'],
): Signature[] => [{ publicKey, signature: sign(body) }, ...networkSigns(body)]
