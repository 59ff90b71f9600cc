/** What changes the ledger: the writes of document 2, what wallets have signed, and the validators that the network signs by. */
import { type FinalOutcome, signerFromText } from '@quorate/ledger'
import type { Clock, Database, Http, Jobs } from '@quorate/platform'
import { createDecisions, keepOpened } from './decisions.ts'
import { createNodeTopic } from './node-topic.ts'
import { createRestore } from './restoring.ts'
import { submitRoutes } from './routes/submit.ts'
import { validatorRoutes } from './routes/validators.ts'
import { writeRoutes } from './routes/writes.ts'
import type { OperatedLedger } from './service.ts'
import type { Settings } from './settings.ts'
import type { Spending } from './spending.ts'
import type { Tables } from './store.ts'
import { createSubmissions } from './submissions.ts'
import { loadNetworkKey } from './token-key.ts'
import { createBindings, keepBinding } from './validators/bindings.ts'
import { createCosigning } from './validators/cosigning.ts'
import { createValidatorRecords, type ValidatorRecords } from './validators/records.ts'
import { createWriting, type Writing } from './writing.ts'

export interface Writes {
  ledgers: Map<string, OperatedLedger>
  writing: Writing
  records: ValidatorRecords
  /** What follows from what became of a transaction that was submitted here. */
  settled(ledger: OperatedLedger, outcome: FinalOutcome): Promise<void>
}

/** Adds the writes to `http` and their jobs to `jobs`. @throws ConfigError */
export async function writes(deps: {
  http: Http
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, OperatedLedger>
  settings: Settings
  spending: Spending
  clock: Clock
}): Promise<void> {
  const { http, ledgers, settings } = deps
  const network = signerFromText(loadNetworkKey(settings).export({ format: 'der', type: 'pkcs8' }).toString('hex'))
  const trusted = ({ operator }: OperatedLedger) => new Set([operator.accountId, ...settings.TRUSTED_PUBLISHERS])
  const submissions = createSubmissions(deps)
  const topic = createNodeTopic({ ...deps, submissions, trusted, networkKey: network.publicKey })
  const records = createValidatorRecords(topic)
  const restore = createRestore({ ...deps, topic, keep: [keepBinding, keepOpened], isStopping: http.isStopping })
  const bindings = createBindings({ ...deps, topic, restore })
  const decisions = createDecisions({ ...deps, topic, restore, trusted })
  const cosigning = createCosigning({ ...deps, network, bindings, records })
  const { settled } = bindings
  const writing = createWriting({ ...deps, cosigning, bindings, decisions, settled })
  const service: Writes = { ledgers, writing, records, settled }
  writeRoutes(http, service)
  submitRoutes(http, service)
  validatorRoutes(http, service)
  makeTopics(http, ledgers, restore)
}

/** Each chain's topic, and what stands on it; where the ledger is away at the start, with the first record or signature. */
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
