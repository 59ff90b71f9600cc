/**
 * The path of every write from its request to the ledger. A write is, in this order,
 *
 *     prepared     its sender is known, the ledger would not refuse it, and it is frozen; the
 *                  memo of a creation binds what it creates to its validator                  prepare.ts
 *     cosigned     validators of what the network key guards permit it, for a window          signatures.ts
 *     executed     signed and submitted if the operator pays in its own session; otherwise
 *                  returned for the wallet to sign and send to /transactions/submit           submit.ts
 *
 * If the validators permit it only to the account that asks, the network signs later: the account shows that it asks by
 * a signature over the bodies, and sends it with the bytes to /transactions/submit (owned-write.ts).
 *
 * A write that a DAO's decision opens once (`dao` in the body) is in decided-write.ts. When requested, it is
 *
 *     permitted    the decision names exactly this operation                                  decisions.read
 *     unused       no transaction that the network signed has carried it out                  assertNotCarriedOut
 *     prepared     and the same whoever sends it, unless the decision names the sender        checkSenderIndependent
 *     cosigned     the validators permit it; the network does not sign yet                    askValidators
 *     offered      stored, and returned for its payer to sign                                 openings.offer
 *
 * When it comes back with the payer's signature, or immediately if the operator pays, it is prepared and cosigned
 * again, to the same contents, and then
 *
 *     claimed      for these bytes and no others                                              openings.claim
 *     published    on the node topic, so that it is known even if the database is lost        openings.publish
 *     cosigned     again, because publishing takes seconds                                    recheck
 *     unused       no transaction has its ids                                                 openings.assertUnused
 *     sent         by this process, which alone holds the network's signature                 submitAll
 *     used         once the mirror shows that the ledger executed it                          openings.fateOf
 *
 * A claim that ends otherwise is `void`, `spoiled` by its payer, `refused` by a consensus node, or `abandoned` with
 * chunks unsent (openings.ts).
 */
import { assertFits, memoized } from '@quorate/ledger'
import { signatureRequired, type WriteAnswer } from '../answers/writes.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { missingSigners } from '../validators/needed-keys.ts'
import { askDecided, carryOut } from './decided-write.ts'
import { firstAsNobody, NOBODY } from './evidence.ts'
import { signForNetwork } from './network-signatures.ts'
import { askOwned, type Ownership, operatorsOwnership, signOwned } from './owned-write.ts'
import { prepare, type WriteDeps, type WriteRequest } from './prepare.ts'
import {
  askValidators,
  assertOperatorSuffices,
  isByOperator,
  type Signed,
  signedByOperator,
  withNetworkSignatures,
} from './signatures.ts'
import { submitByOperator, submitSigned } from './submit.ts'

export type Writes = ReturnType<typeof createWrites>

export function createWrites(deps: WriteDeps) {
  const { ledgers, cosigner, conditional, roles } = deps

  return {
    async write(request: WriteRequest): Promise<WriteAnswer> {
      const { session, body } = request
      const ledger = readOnce(ledgerOf(ledgers, session))
      if (body.dao) return askDecided(deps, request, ledger, body.dao)
      const write = await prepare(deps, request, ledger)
      const byOperator = isByOperator(roles, request, write.sender, ledger)
      let isOwned = false
      const due = await firstAsNobody(
        (asker) => askValidators(cosigner, request, ledger, write, { decision: undefined, asker }),
        async () => {
          isOwned = true
          return session.walletId
        },
      )
      const frozen = conditional.within(write.frozen, due)
      if (!byOperator) cosigner.assertNobodyJoins(due)
      // The operator signs the body itself, in this process.
      if (isOwned && !byOperator) return askOwned(deps, request, ledger, { ...write, frozen }, due)
      const evidence = { request, frozen, asked: NOBODY }
      if (byOperator) {
        await assertOperatorSuffices(ledger, frozen, due)
        const transactions = signedByOperator(ledger, frozen)
        const signature = isOwned ? operatorsOwnership(deps, ledger, evidence) : undefined
        const asked = { signature, transactions }
        const signs = await signForNetwork(deps, ledger, due, { ...evidence, asked })
        return submitByOperator(deps, ledger, await withNetworkSignatures(ledger, frozen, transactions, signs))
      }
      await conditional.count(ledger, frozen, due, session.walletId)
      const missing = await missingSigners(ledger, frozen, due.signers)
      return signatureRequired(frozen, missing, await signForNetwork(deps, ledger, due, evidence))
    },

    /**
     * Submits transactions that a wallet has signed. Returns the answer for the first one, or for the one whose outcome
     * is unknown. Decisions are claimed before their transactions are submitted. With `ownership`, the network signs
     * first.
     *
     * @throws 409 SUPERSEDED; 422 TRANSACTION_OVERSIZE; and what {@link carryOut} throws
     */
    async submit(
      ledger: OperatedLedger,
      given: readonly Signed[],
      by: { wallet: string; ownership?: Ownership | undefined },
    ): Promise<WriteAnswer | undefined> {
      const { wallet, ownership } = by
      const carriedOut = await carryOut(deps, readOnce(ledger), given, by)
      if (carriedOut) return carriedOut
      const all = ownership ? await signOwned(deps, readOnce(ledger), given, { wallet, ownership }) : given
      // Checks all chunks of a message first, so that none is submitted if one would be refused.
      for (const { bytes } of all) assertFits(bytes)
      let first: WriteAnswer | undefined
      for (const signed of all) {
        const answer = await submitSigned(deps, ledger, signed)
        if (answer.status === 'PENDING') return answer
        first ??= answer
      }
      return first
    },
  }
}

/** The ledger for one request. It reads each entity from the mirror only once. */
const readOnce = (ledger: OperatedLedger): OperatedLedger => ({ ...ledger, mirror: memoized(ledger.mirror) })
