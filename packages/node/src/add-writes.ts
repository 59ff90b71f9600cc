/** Everything that changes the ledger: the node API's writes, the submission of signed transactions, and validators. */
import type { KeyObject } from 'node:crypto'
import type { FinalOutcome, Signer } from '@quorate/ledger'
import type { Clock, Database, Http, Jobs } from '@quorate/platform'
import type { Leaf } from '@quorate/verify'
import { createDecisions } from './decisions/decisions.ts'
import { createOffers } from './decisions/offers.ts'
import { keepOpened } from './decisions/opening-record.ts'
import { createOpenings } from './decisions/openings.ts'
import { createWalletSignatures } from './decisions/wallet-signatures.ts'
import { sealingKeyOf, signerOf } from './keys/network-keys.ts'
import { createSecretBox, type SecretBox } from './keys/secret-box.ts'
import type { Budget } from './node-topic/budget.ts'
import { createNodeTopic } from './node-topic/node-topic.ts'
import { createReplay } from './node-topic/replay.ts'
import { createSubmissions } from './node-topic/submissions.ts'
import type { OperatedLedger } from './operated-ledger.ts'
import { bindingRoutes } from './routes/bindings.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { submitRoutes } from './routes/submit.ts'
import { validatorRoutes } from './routes/validators.ts'
import { walletSignatureRoutes } from './routes/wallet-signatures.ts'
import { writeRoutes } from './routes/writes.ts'
import type { Cleanup } from './sessions/cleanup.ts'
import type { Roles } from './sessions/roles.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'
import { createBindings, keepBinding, type Submitted } from './validators/bindings.ts'
import { createConditional } from './validators/conditional.ts'
import { createCosigner } from './validators/cosign.ts'
import { createValidatorRecords } from './validators/records.ts'
import { createWrites } from './writes/write.ts'

/** Adds the writes to `http` and their jobs to `jobs`. @throws ConfigError */
export async function addWrites(deps: {
  http: Http
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, OperatedLedger>
  networkKeys: ReadonlyMap<string, KeyObject>
  settings: Settings
  budget: Budget
  roles: Roles
  clean: Cleanup
  clock: Clock
}): Promise<void> {
  const { http, ledgers, settings } = deps
  const signers = new Map([...deps.networkKeys].map(([chain, key]) => [chain, signerOf(key)]))
  const network = ({ chain }: Pick<OperatedLedger, 'chain'>): Signer => {
    const signer = signers.get(chain)
    if (signer) return signer
    throw new Error(`there is no network key of ${chain}`)
  }
  const networkKey = (ledger: Pick<OperatedLedger, 'chain'>): Leaf => network(ledger).publicKey
  const secretBoxes = new Map([...deps.networkKeys].map(([chain, key]) => [chain, createSecretBox(sealingKeyOf(key))]))
  const secretBoxOf = (chain: string): SecretBox => {
    const secretBox = secretBoxes.get(chain)
    if (secretBox) return secretBox
    throw new Error(`there is no network key of ${chain}`)
  }
  const [defaultChain] = ledgers.keys()
  /** TRUSTED_PUBLISHERS are ids of the default chain: on other chains the same ids are accounts of other people. */
  const trusted = ({ chain, operator }: OperatedLedger) =>
    new Set([operator.accountId, ...(chain === defaultChain ? settings.TRUSTED_PUBLISHERS : [])])
  const submissions = createSubmissions(deps)
  const topic = createNodeTopic({ ...deps, submissions, trusted, networkKey })
  const records = createValidatorRecords(topic)
  const keep = [keepBinding, keepOpened(secretBoxOf)]
  const replay = createReplay({ ...deps, topic, keep, isStopping: http.isStopping })
  const bindings = createBindings({ ...deps, topic, replay, networkKey })
  const decisions = createDecisions({ ...deps, replay, trusted })
  const openings = createOpenings({ ...deps, topic, replay, secretBoxOf })
  const offers = createOffers(deps)
  const cosigner = createCosigner({ ...deps, network, bindings, records })
  const conditional = createConditional(deps)
  const recordOutcome = async (ledger: OperatedLedger, outcome: FinalOutcome, submitted: Submitted): Promise<void> => {
    try {
      if (outcome.phase === 'consensus') await conditional.recordOutcome(ledger, outcome.transactionId)
      await bindings.recordOutcome(ledger, outcome, submitted)
    } catch (error) {
      // The client must hear what the ledger did. Jobs look up what was not recorded.
      http.log.error({ err: error, transactionId: outcome.transactionId }, 'an outcome was not recorded')
    }
  }
  const writes = createWrites({ ...deps, cosigner, conditional, bindings, decisions, offers, openings, recordOutcome })
  writeRoutes(http, writes)
  submitRoutes(http, { ledgers, writes, recordOutcome })
  validatorRoutes(http, { ledgers, records })
  bindingRoutes(http, { ...deps, replay })
  decisionRoutes(http, { ...deps, replay })
  const walletSignatures = createWalletSignatures({ ...deps, decisions, cosigner, bindings, records, network })
  walletSignatureRoutes(http, { ledgers, walletSignatures })
  makeTopics(http, ledgers, replay)
}

/**
 * Makes and reads each chain's node topic at the start. Where the ledger is unreachable then, the first record or
 * signature does it.
 */
function makeTopics(http: Http, ledgers: Map<string, OperatedLedger>, make: (ledger: OperatedLedger) => Promise<void>) {
  let making: Promise<unknown> = Promise.resolve()
  http.addHook('onListen', async () => {
    making = Promise.all(
      [...ledgers.values()].map((ledger) =>
        make(ledger).catch((error) =>
          http.log.warn({ err: error }, `the node's topic on ${ledger.chain} is not read yet`),
        ),
      ),
    )
  })
  http.addHook('onClose', () => making.then(() => {}))
}
