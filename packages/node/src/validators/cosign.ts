/** Decides what the network key signs, after asking the validators of everything that it guards. */
import type { proto } from '@hiero-ledger/proto'
import type { Signature, Signer } from '@quorate/ledger'
import { type Clock, forbidden } from '@quorate/platform'
import { type Key, leaves, publicKeyText } from '@quorate/verify'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { type KeyHolder, keysOfCreation, neededBy } from '../model/signers.ts'
import { decodeBody, entityIdText } from '../model/transaction-body.ts'
import type { EntityKind, Swap } from '../model/write.ts'
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

/** The effect of a network signature under a body. */
export interface Effect {
  /** Holders whose keys the signature helps to satisfy, and the treasury that a token's update may cost something. */
  now: KeyHolder[]
  /**
   * Other holders, if the signature would count for them once their keys came to include the network key before
   * execution.
   */
  later: KeyHolder[]
  /** Whether the body sets a key that includes the network key and must sign. */
  brings: boolean
  /** Whether the body gives such a key to what it creates. */
  creates: boolean
  /** Whether the body sets such a key that may have to sign. */
  mayBring: boolean
}

/** Whether the network signs, and for how long the conditions that validators compared may be assumed true. */
export interface Due {
  signs: boolean
  /** The accounts and topics whose validators compared holdings, prices or the time. */
  conditional: string[]
  /** Milliseconds since 1970: the earliest end of these validators' time ranges. */
  until: number | undefined
  effect: Effect
}

const unbound = () =>
  forbidden(
    'ENTITY_UNBOUND',
    "The node's network key would be in a key without a validator, so nobody could sign for the entity: send validatorConsensusTimestamp of a validator whose smartNodeSecurity is partial or full, or another sender.key",
  )

interface Deps {
  network(ledger: OperatedLedger): Signer
  bindings: Bindings
  records: ValidatorRecords
  clock: Clock
}

type Guards = (key: Key | null) => boolean

/** Whether a key includes the network key. */
const guardsOf = ({ network }: Pick<Deps, 'network'>, ledger: OperatedLedger): Guards => {
  const own = publicKeyText(network(ledger).publicKey)
  return (key) => key !== null && leaves(key).some((leaf) => publicKeyText(leaf) === own)
}

/**
 * The only place that decides what a network signature under a body would permit. `isLasting` says that the body may be
 * executed long after it was signed, so that by then every account that must sign may have another key.
 */
async function effectOf(
  deps: Pick<Deps, 'network'>,
  ledger: OperatedLedger,
  body: proto.TransactionBody,
  isLasting: boolean,
): Promise<Effect> {
  const { holders, newKeys, maybeNewKeys } = neededBy(body)
  const guards = guardsOf(deps, ledger)
  const signing = await guardedOf(ledger, guards, holders)
  const losers = signing.length > 0 ? await losersOf(ledger, guards, body, signing) : []
  const isOpen = await Promise.all(
    holders.map((holder) => (isLasting ? mayGetAnyKey(ledger, holder) : mayBeJoined(ledger, guards, holder))),
  )
  return {
    now: [...signing, ...losers],
    later: holders.filter((_holder, index) => isOpen[index]),
    brings: newKeys.some(guards),
    creates: keysOfCreation(body).some(guards),
    mayBring: maybeNewKeys.some(guards),
  }
}

/**
 * Whether an account that must sign, with keys of several people, could get the network key among them before the bytes
 * are executed, as wallets with a guarded owner do. The signature would then count as that owner's.
 */
async function mayBeJoined(ledger: OperatedLedger, guards: Guards, holder: KeyHolder): Promise<boolean> {
  if (holder.kind !== 'account' || holder.receives) return false
  const key = await neededKeyOf(ledger, holder)
  if (key === null || guards(key) || (key.type !== 'list' && key.type !== 'threshold')) return false
  return mayBeNeeded(ledger, holder)
}

/** Whether an account may have to sign for what it gives, whatever its key is then, or does not exist yet. */
const mayGetAnyKey = async (ledger: OperatedLedger, holder: KeyHolder): Promise<boolean> =>
  (await mayHaveToPay(ledger, holder)) || !(await ledger.mirror.account(holder.id))

/**
 * The holders whose needed key includes the network key. Each entity appears once, whichever of its keys are needed.
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
 * treasury takes over everything that the old one holds. A new admin key, which is never under the network key, could
 * later make the guarded account pay custom fees by naming another treasury.
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
 * Refuses to make a guarded account the treasury of NFTs while spenders may take serials of the present treasury:
 * approvals of single serials survive a change of the treasury.
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
    `${approved.spender} may take serial ${approved.serial_number} of ${id} from its treasury, ${details.treasury}, and could take it from ${next} then: have ${details.treasury} end its allowances first`,
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
      `The ${kind} ${id} is not under a validator of this node: its network key does not sign`,
    )
  const entity = { id, binding }
  const now = clock.now()
  const { validator } = binding
  if (kind === 'account') {
    const read = await records.read(ledger, kind, validator)
    const refusal = await accountRefusal(read, entity, asked, ledger, now)
    return { refusal, conditions: accountConditions(read, asked) }
  }
  if (kind === 'topic') {
    const read = await records.read(ledger, kind, validator)
    const refusal = await topicRefusal(read, entity, asked, ledger, now)
    return { refusal, conditions: topicConditions(read) }
  }
  const refusal = await tokenRefusal(await records.read(ledger, kind, validator), entity, asked, ledger)
  return { refusal, conditions: { some: false, until: undefined } }
}

export type Cosigner = ReturnType<typeof createCosigner>

export function createCosigner(deps: Deps) {
  const { network, bindings, records } = deps
  return {
    /**
     * The key for a new entity under a validator: with `partial`, the sender's key and the network key must both sign;
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
      const { publicKey } = network(ledger)
      if (smartNodeSecurity === 'full') return publicKey
      return { type: 'list', keys: [key, publicKey] }
    },

    /**
     * The amount that a bound account asks in return for what it gives, by its validator's prices; undefined if they do
     * not name a price.
     */
    async priceOf(
      ledger: OperatedLedger,
      account: string,
      gives: Swap['gives'],
    ): Promise<Swap['takes'] | null | undefined> {
      const binding = await bindings.of(ledger, 'account', account)
      return binding && (priceFor(await records.read(ledger, 'account', binding.validator), gives) ?? null)
    },

    /**
     * Whether the network signs, after asking the validators of all accounts, tokens and topics whose keys its
     * signature would help to satisfy.
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
      const { now: guarded, brings } = effect
      const isTokens = guarded.some(({ kind }) => kind === 'token')
      if (((brings || effect.creates) && !creates) || (effect.mayBring && !isTokens)) throw unbound()
      const senderGuarded = guarded.some(({ kind, id }) => kind === 'account' && id === asked.sender)
      await checkInherited(ledger, body, guarded)
      const due: Due = { signs: brings || guarded.length > 0, conditional: [], until: undefined, effect }
      for (const holder of guarded) {
        const question = { ...asked, body, chunks, senderGuarded }
        const { refusal, conditions } = await askOne(deps, ledger, holder, question)
        if (refusal)
          throw forbidden(
            'VALIDATOR_REFUSED',
            `The validator of the ${holder.kind} ${holder.id} refuses ${asked.name}: ${refusal}`,
          )
        if (conditions.some) due.conditional.push(holder.id)
        if (conditions.until !== undefined) due.until = Math.min(due.until ?? conditions.until, conditions.until)
      }
      return due
    },

    /**
     * Checks that the network's signature will not count for anybody else once it has left the node.
     *
     * @throws 403 ENTITY_UNBOUND
     */
    assertNobodyJoins({ signs, effect: { later } }: Due): void {
      const [holder] = later
      if (!signs || !holder) return
      throw forbidden(
        'ENTITY_UNBOUND',
        `The account ${holder.id}, which must sign too, has a key of several parts, and the network's could become one of them before the execution, as a wallet's with a guarded owner: name an account with a simple key in its place`,
      )
    },

    /**
     * The holders other than `account` that the network's signature of a body would count for, now or once their keys
     * include the network key. Such a body may be executed long after it was signed.
     */
    async othersIn(ledger: OperatedLedger, body: proto.TransactionBody, account: string): Promise<KeyHolder[]> {
      const { now, later } = await effectOf(deps, ledger, body, true)
      return [...later, ...now].filter(({ id }) => id !== account)
    },

    sign(ledger: OperatedLedger, body: Uint8Array): Signature {
      const { publicKey, sign } = network(ledger)
      return { publicKey, signature: sign(body) }
    },
  }
}
