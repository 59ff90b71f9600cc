/**
 * Creates the parts that the network's signature depends on: the key, the topics with the nodes' records, validators,
 * decisions, and writes. Each part gets only parts that were created before it.
 */
import { type Database, type Events, forbidden } from '@quorate/platform'
import { createBallotKeys } from './ballot-keys/ballot-keys.ts'
import { createParts } from './ballot-keys/parts.ts'
import { createDecisions } from './decisions/decisions.ts'
import { createOffers } from './decisions/offers.ts'
import { keepMembersOpened, keepOpened } from './decisions/opening-record.ts'
import { createOpenings } from './decisions/openings.ts'
import { createWalletSignatures } from './decisions/wallet-signatures.ts'
import { createCreations } from './key-moves/creations.ts'
import { createMoves } from './key-moves/moves.ts'
import { retireKeys } from './key-moves/retirement.ts'
import type { NodeDeps } from './node-deps.ts'
import type { openKeys } from './node-keys.ts'
import { createBudget } from './node-topic/budget.ts'
import { createNodeTopic } from './node-topic/node-topic.ts'
import { createReplay } from './node-topic/replay.ts'
import { createSubmissions } from './node-topic/submissions.ts'
import { type OperatedLedger, trustedPublishers } from './operated-ledger.ts'
import type { Cleanup } from './sessions/cleanup.ts'
import type { Roles } from './sessions/roles.ts'
import { openNetworkKey } from './shared-key/network-key.ts'
import type { SharedKeyEvents } from './shared-key/shared-key.ts'
import { createSignWithNetworkKey } from './shared-key/signing/sign-with-network-key.ts'
import { createSigning } from './shared-key/signing/signing.ts'
import type { Tables } from './store/tables.ts'
import { createBindings, keepBinding } from './validators/bindings.ts'
import { createConditional } from './validators/conditional.ts'
import { createCosigner } from './validators/cosign.ts'
import { createValidatorRecords } from './validators/records.ts'
import { createPermits } from './writes/permits.ts'
import { createWrites } from './writes/write.ts'

interface Given extends Omit<NodeDeps, 'ledgers' | 'events'>, Awaited<ReturnType<typeof openKeys>> {
  ledgers: Map<string, OperatedLedger>
  database: Database<Tables>
  events: Pick<Events<SharedKeyEvents>, 'emit'>
  log: NodeDeps['http']['log']
  clean: Cleanup
  roles: Roles
}

/** Until new shares replace the old ones, they sign only test messages. */
const onlyTests = async (): Promise<never> => {
  throw forbidden(
    'SIGNING_REFUSED',
    'The new shares of the key sign only test messages until they replace the old ones',
  )
}

export async function createCosigning(deps: Given) {
  const budget = createBudget(deps)
  const trusted = trustedPublishers(deps)
  const submissions = createSubmissions({ ...deps, budget })
  const network = await openNetworkKey({ ...deps, submissions })
  const shared = { ...deps, ...network, submissions, trusted }
  const topic = createNodeTopic(shared)
  const keep = { own: [keepBinding, keepOpened(deps.secretBoxOf)], members: [keepMembersOpened(network.boxes)] }
  const replay = createReplay({ ...shared, topic, keep })
  const records = createValidatorRecords(topic)
  const bindings = createBindings({ ...shared, networkKeys: network.allNetworkKeys, replay, records })
  const creations = createCreations({ ...shared, bindings })
  const conditional = createConditional(deps)
  const cosigner = createCosigner({ ...shared, bindings, records })
  const decisions = createDecisions({ ...shared, replay })
  const offers = createOffers(shared)
  const openings = createOpenings({ ...shared, topic, replay })
  const parts = { ...shared, decisions, offers, openings, cosigner, bindings, records, conditional, creations }
  const { held } = network.sharedKey
  const ballotParts = createParts({ ...shared, held })
  const keys = () => network.keysOn(network.ledger)
  const signing = createSigning({ ...parts, keys, permits: createPermits({ ...parts, parts: ballotParts }) })
  const candidates = () => [network.sharedKey.candidate()].filter((one) => one !== undefined)
  const proving = createSigning({ ...parts, keys: candidates, permits: onlyTests })
  const signWithNetworkKey = createSignWithNetworkKey({ ...parts, signing })
  const writes = createWrites({ ...parts, signWithNetworkKey })
  const moves = createMoves({ ...parts, writes })
  const retire = (without: readonly string[]) => retireKeys({ ...parts, moves }, without)
  const walletSignatures = createWalletSignatures({ ...parts, signWithNetworkKey })
  const ballotKeys = createBallotKeys({ ...parts, held, signing, parts: ballotParts })
  const secretVotes = { ballotKeys, ballotParts }
  return {
    ...network,
    ...secretVotes,
    budget,
    submissions,
    replay,
    records,
    bindings,
    signing,
    proving,
    writes,
    moves,
    retire,
    walletSignatures,
  }
}
