/** Decides what the network key signs, after asking the validators of all entities that it guards. */
import type { proto } from '@hiero-ledger/proto'
import { type EntityKind, type KeyHolder, keysOfCreation, neededBy, type Swap } from '@quorate/ledger/operations'
import { type Clock, forbidden } from '@quorate/platform'
import { type Key, type Leaf, publicKeyText } from '@quorate/verify'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { holdsNetworkKey, type NetworkKeys, networkKeysIn, withPresentKey } from '../model/shared-key/network-keys.ts'
import { decodeBody, entityIdText } from '../model/transaction-body.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Bindings } from './bindings.ts'
import { mayBeNeeded, mayHaveToPay, neededKeyOf } from './needed-keys.ts'
import {
  accountConditions,
  accountRefusal,
  type Conditions,
  priceFor,
  type RefusalReason,
  tokenRefusal,
  topicConditions,
  topicRefusal,
  type ValidatorQuestion,
} from './permission.ts'
import type { ValidatorRecords } from './records.ts'

/** The effect of a network signature on a body. */
export interface Effect {
  /**
   * Holders that have a key which the signature helps to satisfy, and a treasury that may lose something by a token
   * update.
   */
  now: KeyHolder[]
  /**
   * Other holders: the signature would count for them if their keys were changed to include the network key before
   * execution.
   */
  later: KeyHolder[]
  /** The network's keys that must sign, because they are part of these holders' keys or of keys that the body sets. */
  signers: Leaf[]
  /** Whether the body sets a key that includes the network key and that must sign. */
  brings: boolean
  /** Whether the body gives such a key to an entity that it creates. */
  creates: boolean
  /** Whether the body sets a key that includes the network key and that may have to sign. */
  mayBring: boolean
}

/** Whether the network signs, and how long the conditions that validators checked may be assumed to hold. */
export interface Due {
  signs: boolean
  /** The network's keys that sign; none if the network does not sign. */
  signers: Leaf[]
  /** The accounts and topics whose validators checked holdings, prices or the time. */
  conditional: string[]
  /** Milliseconds since 1970: the earliest end of these validators' time ranges. */
  until: number | undefined
  effect: Effect
}

const unbound = () =>
  forbidden(
    'ENTITY_UNBOUND',
    "The key would include the node's network key, but no validator would permit its use: send validatorConsensusTimestamp of a validator whose smartNodeSecurity is partial or full, or a sender.key without the network key",
  )

interface Deps {
  networkKeys(ledger: OperatedLedger): NetworkKeys
  bindings: Bindings
  records: ValidatorRecords
  clock: Clock
}

type Guards = (key: Key | null) => boolean

/** Whether a key includes one of the network's keys. */
const guardsOf =
  ({ networkKeys }: Pick<Deps, 'networkKeys'>, ledger: OperatedLedger): Guards =>
  (key) =>
    holdsNetworkKey(networkKeys(ledger), key)

/**
 * The only place that decides what a network signature on a body would permit. `isLasting` means that the body may be
 * executed long after it was signed. By then, any account that must sign may have another key.
 */
async function effectOf(
  deps: Pick<Deps, 'networkKeys'>,
  ledger: OperatedLedger,
  body: proto.TransactionBody,
  isLasting: boolean,
): Promise<Effect> {
  const { holders, newKeys, maybeNewKeys } = neededBy(body)
  const guards = guardsOf(deps, ledger)
  const signing = await guardedOf(ledger, guards, holders)
  const neededKeys = await Promise.all(signing.map((holder) => neededKeyOf(ledger, holder)))
  const included = [...neededKeys, ...newKeys, ...maybeNewKeys].flatMap((key) =>
    networkKeysIn(deps.networkKeys(ledger), key),
  )
  const losers = signing.length > 0 ? await losersOf(ledger, guards, body, signing) : []
  const isOpen = await Promise.all(
    holders.map((holder) => (isLasting ? mayGetAnyKey(ledger, holder) : mayBeJoined(ledger, guards, holder))),
  )
  return {
    now: [...signing, ...losers],
    later: holders.filter((_holder, index) => isOpen[index]),
    signers: [...new Map(included.map((key) => [publicKeyText(key), key])).values()],
    brings: newKeys.some(guards),
    creates: keysOfCreation(body).some(guards),
    mayBring: maybeNewKeys.some(guards),
  }
}

/**
 * Whether an account that must sign and whose key has several parts could get the network key as a part before
 * execution, as wallets with a guarded owner do. The signature would then count as that owner's signature.
 */
async function mayBeJoined(ledger: OperatedLedger, guards: Guards, holder: KeyHolder): Promise<boolean> {
  if (holder.kind !== 'account' || holder.receives) return false
  const key = await neededKeyOf(ledger, holder)
  if (key === null || guards(key) || (key.type !== 'list' && key.type !== 'threshold')) return false
  return mayBeNeeded(ledger, holder)
}

/**
 * Whether an account does not exist yet, or may have to sign later for something that it gives. By then it may have any
 * key.
 */
const mayGetAnyKey = async (ledger: OperatedLedger, holder: KeyHolder): Promise<boolean> =>
  (await mayHaveToPay(ledger, holder)) || !(await ledger.mirror.account(holder.id))

/**
 * The holders whose needed key includes the network key. Each entity appears once, even if several of its keys are
 * needed.
 */
async function guardedOf(ledger: OperatedLedger, guards: Guards, holders: readonly KeyHolder[]): Promise<KeyHolder[]> {
  const keys = await Promise.all(holders.map((holder) => neededKeyOf(ledger, holder)))
  const guarded = new Map<string, KeyHolder>()
  for (const [index, holder] of holders.entries())
    if (guards(keys[index] ?? null)) guarded.set(`${holder.kind} ${holder.id}`, holder)
  return [...guarded.values()]
}

/**
 * The treasury of a token, if it is a guarded account and a token update that others sign may cost it something. A new
 * treasury gets everything that the old one holds. A new admin key is never under the network key; its holder could
 * later name another treasury, and so make the guarded account pay custom fees.
 */
async function losersOf(
  ledger: OperatedLedger,
  guards: Guards,
  body: proto.TransactionBody,
  known: KeyHolder[],
): Promise<KeyHolder[]> {
  const { token, treasury, adminKey } = body.tokenUpdate ?? {}
  const leaving =
    treasury || adminKey
      ? (await ledger.mirror.tokenDetails(entityIdText(token, token?.tokenNum)))?.treasury
      : undefined
  if (!leaving || known.some(({ kind, id }) => kind === 'account' && id === leaving)) return []
  return guardedOf(ledger, guards, [{ kind: 'account', id: leaving, role: 'key' }])
}

/**
 * Refuses to make a guarded account the treasury of NFTs while spenders may take serials from the present treasury,
 * because allowances for single serials stay valid after the treasury changes.
 *
 * @throws 403 VALIDATOR_REFUSED
 */
async function checkInherited({ mirror }: OperatedLedger, body: proto.TransactionBody, guarded: readonly KeyHolder[]) {
  const { token, treasury } = body.tokenUpdate ?? {}
  const [id, next] = [entityIdText(token, token?.tokenNum), entityIdText(treasury, treasury?.accountNum)]
  if (!treasury || !guarded.some((holder) => holder.kind === 'account' && holder.id === next)) return
  const details = await mirror.tokenDetails(id)
  if (details?.type !== 'NON_FUNGIBLE_UNIQUE' || details.treasury === next) return
  const path = `/accounts/${details.treasury}/nfts?token.id=${id}&spender.id=gt:0.0.0&limit=1`
  const [approved] = ((await mirror.get(path)).nfts ?? []) as { serial_number: number; spender: string }[]
  if (!approved) return
  throw forbidden(
    'VALIDATOR_REFUSED',
    `${approved.spender} may take serial ${approved.serial_number} of ${id} from its treasury, ${details.treasury}, and could then take it from ${next}: first let ${details.treasury} delete its allowances`,
  )
}

async function askOne(
  { bindings, records, clock }: Deps,
  ledger: OperatedLedger,
  { kind, id }: KeyHolder,
  asked: ValidatorQuestion,
): Promise<{ refusal: RefusalReason; conditions: Conditions }> {
  const binding = await bindings.of(ledger, kind, id)
  if (!binding)
    throw forbidden(
      'ENTITY_UNBOUND',
      `This node's network key does not sign for the ${kind} ${id}, because it is not under a validator of this node`,
    )
  const entity = { id, binding }
  const now = clock.now()
  if (kind === 'account') {
    const read = await records.ofBinding(ledger, kind, binding)
    const refusal = await accountRefusal(read, entity, asked, ledger, now)
    return { refusal, conditions: accountConditions(read, asked) }
  }
  if (kind === 'topic') {
    const read = await records.ofBinding(ledger, kind, binding)
    const refusal = await topicRefusal(read, entity, asked, ledger, now)
    return { refusal, conditions: topicConditions(read) }
  }
  const refusal = await tokenRefusal(await records.ofBinding(ledger, kind, binding), entity, asked, ledger)
  return { refusal, conditions: { some: false, until: undefined } }
}

/**
 * Moving an entity to the current network key replaces only network keys. So only the entity and the sender are
 * checked.
 */
const isConcerned = ({ id }: KeyHolder, { moved, sender }: Pick<ValidatorQuestion, 'moved' | 'sender'>): boolean =>
  !moved || id === moved.id || id === sender

const refusedBy = ({ kind, id }: KeyHolder, name: string, refusal: string) =>
  forbidden('VALIDATOR_REFUSED', `The validator of the ${kind} ${id} refuses ${name}: ${refusal}`)

export type Cosigner = ReturnType<typeof createCosigner>

export function createCosigner(deps: Deps) {
  const { networkKeys, bindings, records } = deps
  return {
    /**
     * The key of a new entity under a validator. With `partial`, the sender's key and the network key must both sign;
     * with `full`, the network key alone.
     *
     * @throws 404 VALIDATOR_NOT_FOUND, 400 WRONG_VALIDATOR, 403 ENTITY_UNBOUND
     */
    async keyFor(ledger: OperatedLedger, kind: EntityKind, key: Key, validator: string): Promise<Key> {
      const { smartNodeSecurity } = await records.read(ledger, kind, validator)
      if (smartNodeSecurity === 'none') {
        if (guardsOf(deps, ledger)(key)) throw unbound()
        return key
      }
      const [publicKey] = networkKeys(ledger)
      if (smartNodeSecurity === 'full') return publicKey
      return { type: 'list', keys: [key, publicKey] }
    },

    /** A key with the network's current key in place of its earlier ones. */
    movedKey: (ledger: OperatedLedger, key: Key): Key => withPresentKey(networkKeys(ledger), key),

    /**
     * The amount that a bound account asks in return for what it gives, by its validator's prices; undefined if they
     * contain no such price.
     */
    async priceOf(
      ledger: OperatedLedger,
      account: string,
      gives: Swap['gives'],
    ): Promise<Swap['takes'] | null | undefined> {
      const binding = await bindings.of(ledger, 'account', account)
      return binding && (priceFor(await records.ofBinding(ledger, 'account', binding), gives) ?? null)
    },

    /**
     * Whether the network signs, after asking the validators of all entities whose keys its signature would help to
     * satisfy.
     *
     * @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED, naming the entity whose validator refuses
     */
    async due(
      ledger: OperatedLedger,
      { bodies }: FrozenWrite,
      asked: Omit<ValidatorQuestion, 'senderGuarded' | 'body' | 'chunks'>,
      creates: boolean,
    ): Promise<Due> {
      const [body = decodeBody(new Uint8Array()), ...more] = bodies.map(decodeBody)
      const chunks = [body, ...more].map(
        ({ consensusSubmitMessage }) => consensusSubmitMessage?.message ?? new Uint8Array(),
      )
      const effect = await effectOf(deps, ledger, body, false)
      const { moved } = asked
      const { brings } = effect
      const guarded = effect.now.filter((holder) => isConcerned(holder, asked))
      const isTokens = guarded.some(({ kind }) => kind === 'token')
      if (((brings || effect.creates) && !creates && !moved) || (effect.mayBring && !isTokens)) throw unbound()
      const senderGuarded = guarded.some(({ kind, id }) => kind === 'account' && id === asked.sender)
      await checkInherited(ledger, body, guarded)
      const signs = brings || guarded.length > 0
      const due: Due = { signs, signers: signs ? effect.signers : [], conditional: [], until: undefined, effect }
      for (const holder of guarded) {
        const question = { ...asked, body, chunks, senderGuarded }
        const { refusal, conditions } = await askOne(deps, ledger, holder, question)
        if (refusal) throw refusedBy(holder, asked.name, refusal)
        if (moved) continue
        if (conditions.some) due.conditional.push(holder.id)
        if (conditions.until !== undefined) due.until = Math.min(due.until ?? conditions.until, conditions.until)
      }
      return due
    },

    /**
     * Checks that the network's signature cannot count for anybody else after it has left the node.
     *
     * @throws 403 ENTITY_UNBOUND
     */
    assertNobodyJoins({ signs, effect: { later } }: Due): void {
      const [holder] = later
      if (!signs || !holder) return
      throw forbidden(
        'ENTITY_UNBOUND',
        `The account ${holder.id} must sign, too, and its key has several parts. Before the execution, the network's key could become one of them, as in a wallet with a guarded owner: use an account with a single key instead`,
      )
    },

    /**
     * The holders other than `account` that the network's signature of a body would count for, now or after their keys
     * include the network key. The body may be executed long after it was signed.
     */
    async othersIn(ledger: OperatedLedger, body: proto.TransactionBody, account: string): Promise<KeyHolder[]> {
      const { now, later } = await effectOf(deps, ledger, body, true)
      return [...later, ...now].filter(({ id }) => id !== account)
    },
  }
}
