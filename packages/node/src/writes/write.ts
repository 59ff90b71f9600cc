/**
 * The path of every write from its request to the ledger. A write is, in this order,
 *
 *     prepared     its sender is known, the ledger would not refuse it, and it is frozen      prepare.ts
 *     cosigned     validators of what the network key guards permit it, for a window          signatures.ts
 *     bound        what it creates will be under its validator                                intendBinding
 *     executed     signed and submitted if the operator pays in its own session; otherwise
 *                  returned for the wallet to sign and send to /transactions/submit           submit.ts
 *
 * A write that a DAO's decision opens once (`dao` in the body) is in decided-write.ts. When requested, it is
 *
 *     permitted    the decision names exactly this operation                                  decisions.read
 *     unused       no transaction that the network signed has carried it out                  assertNotCarriedOut
 *     prepared     and the same whoever sends it, unless the decision names the sender        checkSenderIndependent
 *     cosigned     the validators permit it; the network does not sign yet                    askValidators
 *     offered      stored, and returned for its payer to sign                                 openings.offer
 *
 * When it comes back with the payer's signature, or at once if the operator pays, it is prepared and cosigned again, to
 * the same contents, and then
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
import { intendBinding, prepare, type WriteDeps, type WriteRequest } from './prepare.ts'
import { askValidators, assertOperatorSuffices, isByOperator, networkSigners, type Signed } from './signatures.ts'
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
      const network = await askValidators(cosigner, request, ledger, write, undefined)
      const { due } = network
      const frozen = conditional.within(write.frozen, due)
      const byOperator = isByOperator(roles, request, write.sender, ledger)
      if (byOperator) await assertOperatorSuffices(ledger, frozen, network)
      else {
        cosigner.assertNobodyJoins(due)
        await conditional.count(ledger, frozen, due, session.walletId)
      }
      await intendBinding(deps, ledger, { ...write, frozen }, session.walletId)
      if (byOperator) return submitByOperator(deps, ledger, frozen, network.sign)
      const missing = await missingSigners(ledger, frozen, networkSigners(frozen, network))
      return signatureRequired(frozen, missing, network.sign)
    },

    /**
     * Submits transactions that a wallet has signed. Answers for the first one, or for the one whose outcome is not
     * known. Those that carry out a decision are claimed before.
     *
     * @throws 409 SUPERSEDED; 422 TRANSACTION_OVERSIZE; and what {@link carryOut} throws
     */
    async submit(ledger: OperatedLedger, given: readonly Signed[], wallet: string): Promise<WriteAnswer | undefined> {
      const carriedOut = await carryOut(deps, readOnce(ledger), given, wallet)
      if (carriedOut) return carriedOut
      // All chunks of a message are checked first, so that none is submitted if one would be refused.
      for (const { bytes } of given) assertFits(bytes)
      let first: WriteAnswer | undefined
      for (const signed of given) {
        const answer = await submitSigned(deps, ledger, signed)
        if (answer.status === 'PENDING') return answer
        first ??= answer
      }
      return first
    },
  }
}

/** The ledger as one request sees it. It asks the mirror for each entity only once. */
const readOnce = (ledger: OperatedLedger): OperatedLedger => ({ ...ledger, mirror: memoized(ledger.mirror) })
