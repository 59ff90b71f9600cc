/**
 * Writes that validators permit only if a certain account asks, such as the owner of a guarded account that pays
 * itself. The account signs a text that contains the hash of the bodies. When the bytes come back with that signature,
 * the network signs them and this node submits them.
 */
import { assertFits } from '@quorate/ledger'
import { operations, withFullTimestamps } from '@quorate/ledger/operations'
import { badRequest, conflict, withoutNulls } from '@quorate/platform'
import { Check } from 'typebox/value'
import { type OwnershipAsked, type SignatureRequired, signatureRequired } from '../answers/writes.ts'
import { frozenFrom } from '../model/frozen-write.ts'
import type { OperationRequest } from '../model/write.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Due } from '../validators/cosign.ts'
import { missingSigners } from '../validators/needed-keys.ts'
import { type Evidence, NOBODY, permitted, showsAsker, textOf } from './evidence.ts'
import { signForNetwork } from './network-signatures.ts'
import { type CommonBody, LONGEST_SECONDS, type PreparedWrite, type WriteDeps, type WriteRequest } from './prepare.ts'
import { type Signed, withNetworkSignatures } from './signatures.ts'

/** What a client sends with the bytes to prove that it asks. */
export interface Ownership {
  request: OperationRequest
  /** Absent if the account's signature is in the bytes. */
  signature?: Uint8Array | undefined
}

/** Returns the bytes without the network's signature, and the text to sign. */
export async function askOwned(
  deps: WriteDeps,
  request: WriteRequest,
  ledger: OperatedLedger,
  { frozen }: PreparedWrite,
  { signers }: Due,
): Promise<SignatureRequired> {
  const missing = await missingSigners(ledger, frozen, signers)
  return {
    ...signatureRequired(frozen, missing, () => []),
    submitTo: '/transactions/submit',
    ownership: await ownershipOf(deps, ledger, { request, frozen, asked: NOBODY }, missing),
  }
}

/** The text that the account must sign to prove that it asks; absent if its signature on the bytes proves it. */
export async function ownershipOf(
  deps: Pick<WriteDeps, 'networkId'>,
  ledger: OperatedLedger,
  evidence: Evidence,
  missing: Parameters<typeof showsAsker>[2],
): Promise<OwnershipAsked> {
  const { operation, params, body, session } = evidence.request
  const isShown = body.maxCustomFees === undefined && (await showsAsker(ledger, session, missing))
  return {
    accountId: session.walletId,
    request: { name: operation.name, params, body },
    ...(isShown ? {} : { text: textOf(deps, ledger, evidence) }),
  }
}

/**
 * The transactions with the network's signature, if `wallet` has proved that it asks for them.
 *
 * @throws 400 VALIDATION_FAILED; 409 BYTES_OUTDATED; and what {@link permitted} throws
 */
export async function signOwned(
  deps: WriteDeps,
  ledger: OperatedLedger,
  given: readonly Signed[],
  { ownership, wallet }: { ownership: Ownership; wallet: string },
): Promise<Signed[]> {
  const { clock, conditional, cosigner } = deps
  const request = requestOf(ownership.request, { walletId: wallet, chain: ledger.chain, role: 'user' })
  const frozen = frozenFrom(given.map(({ bodyBytes }) => bodyBytes))
  const evidence = { request, frozen, asked: { signature: ownership.signature, transactions: given } }
  const { due } = await permitted(deps, ledger, evidence)
  cosigner.assertNobodyJoins(due)
  // Conditions were checked just now, so the window must end soon. If a window began later, a man in the middle could
  // keep the bytes and submit them after the conditions have changed.
  const left = frozen.expiresAt - clock.now()
  const isNow = left > 0 && left <= LONGEST_SECONDS * 1000
  if (!isNow || conditional.within(frozen, due) !== frozen) throw outdated()
  await conditional.count(ledger, frozen, due, wallet)
  const signs = await signForNetwork(deps, ledger, due, evidence)
  const signed = await withNetworkSignatures(ledger, frozen, given, signs)
  for (const { bytes } of signed) assertFits(bytes)
  return signed
}

const outdated = () =>
  conflict('BYTES_OUTDATED', 'The window of these bytes ends too late or too soon: request new ones')

/** The operator's signature, which proves that the operator itself asks for a write. */
export const operatorsOwnership = (
  deps: Pick<WriteDeps, 'networkId'>,
  ledger: OperatedLedger,
  evidence: Evidence,
): Uint8Array => ledger.operator.sign(new TextEncoder().encode(textOf(deps, ledger, evidence)))

/** The request that a client sends back. It must not contain a decision. @throws 400 VALIDATION_FAILED */
function requestOf(given: OperationRequest, session: WriteRequest['session']): WriteRequest {
  const request = readRequest(given, session)
  if (request && !request.body.dao) return request
  throw badRequest('VALIDATION_FAILED', 'ownership/request: send the `ownership.request` of the first answer unchanged')
}

/** A request from outside; undefined if the operation's schema does not accept it. */
export function readRequest(
  { name, params, body: given }: OperationRequest,
  session: WriteRequest['session'],
): WriteRequest | undefined {
  const operation = operations.find((one) => one.name === name)
  const body = operation && (withoutNulls(operation.body, given) as Record<string, unknown>)
  const { properties = {} } = operation?.params ?? {}
  const isOfIt = Object.keys(params).every((param) => Object.hasOwn(properties, param))
  const isRight = operation && isOfIt && Check(operation.params, params) && Check(operation.body, body)
  if (!isRight) return undefined
  return { operation, params, body: withFullTimestamps(body as CommonBody & Record<string, unknown>), session }
}
