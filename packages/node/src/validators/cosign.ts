import type { proto } from '@hiero-ledger/proto'
import { evmAddressOf, type Signature, type Signer } from '@quorate/ledger'
import { type Clock, forbidden, unprocessable } from '@quorate/platform'
import { type Key, type Leaf, leaves, missing, publicKeyText, satisfied } from '@quorate/verify'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { EntityKind, Swap } from '../operations/operation.ts'
import type { MissingSigner } from '../transactions/answers.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'
import { decodeBody, transactionIdText } from '../values/transaction-body.ts'
import type { Bindings } from './bindings.ts'
import {
  type Asked,
  accountConditions,
  accountRefusal,
  type Conditions,
  isForAnother,
  priceFor,
  type RefusalReason,
  tokenRefusal,
  topicConditions,
  topicRefusal,
} from './permission.ts'
import type { ValidatorRecords } from './records.ts'
import { type KeyHolder, keysOfCreation, neededBy, type Replaced } from './signers.ts'

export interface Cosigner {
  /**
   * The key of a new entity under a validator: with `partial` the sender's key and the network key must both sign, with
   * `full` the network key alone.
   *
   * @throws 404 VALIDATOR_NOT_FOUND, 400 WRONG_VALIDATOR, 403 ENTITY_UNBOUND
   */
  keyFor(ledger: OperatedLedger, kind: EntityKind, own: Key, validator: string): Promise<Key>
  /** What a bound account asks for what it gives, by its validator's prices; undefined where they name no price. */
  priceOf(ledger: OperatedLedger, account: string, gives: Swap['gives']): Promise<Swap['takes'] | null | undefined>
  /**
   * Whether the network signs, after the validators of all accounts, tokens and topics were asked whose keys its
   * signature would help to satisfy.
   *
   * @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED, naming the entity whose validator refuses
   */
  due(
    ledger: OperatedLedger,
    frozen: FrozenWrite,
    asked: Omit<Asked, 'senderGuarded' | 'body' | 'chunks'>,
    creates: boolean,
  ): Promise<Due>
  /**
   * Checks that the network's signature counts for nobody else than now once it has left the node: an account that must
   * sign itself, with keys of several people, can get the network's key as another before the bytes are executed, as
   * wallets with a guarded owner have it, and the signature would be that owner's.
   *
   * @throws 403 ENTITY_UNBOUND
   */
  assertNobodyJoins(ledger: OperatedLedger, frozen: FrozenWrite): Promise<void>
  sign(ledger: OperatedLedger, body: Uint8Array): Signature
  /**
   * For whom beside `account` the network's signature of a body would count, or could once their keys hold the network
   * key: everybody who must sign, whatever their keys are now, and accounts that do not exist yet. Such a body may be
   * executed long after it was signed.
   */
  othersIn(ledger: OperatedLedger, body: proto.TransactionBody, account: string): Promise<KeyHolder[]>
  /** The keys whose signatures a transaction may need. */
  signersOf(ledger: OperatedLedger, frozen: FrozenWrite): Promise<Signers>
  /**
   * Who must sign beside these signers, by the keys that the ledger surely asks for.
   */
  missingSigners(ledger: OperatedLedger, frozen: FrozenWrite, signers: readonly Leaf[]): Promise<MissingSigner[]>
  /**
   * Checks that these signers satisfy every key that the ledger surely asks for.
   *
   * @throws 422 INVALID_SIGNATURE, naming the entity whose key they do not satisfy
   */
  assertNoOtherSigners(ledger: OperatedLedger, frozen: FrozenWrite, signers: readonly Leaf[]): Promise<void>
}

export interface Signers {
  /**
   * The leaves in the keys of the payer, of the entities that the transaction is about, and in the new keys that it
   * sets.
   */
  keys: Leaf[]
  /**
   * EVM addresses of those accounts that have no key yet: the ledger takes a signature of the key that the address is
   * derived from.
   */
  evmAddresses: Set<string>
}

export interface ConditionalEntity {
  id: string
  /** Whether the session named the account of another as the sender, and does not own the entity. */
  forAnother: boolean
}

/** Whether the network signs, and how long the conditions that validators compared may be taken for true. */
export interface Due {
  signs: boolean
  /** The accounts and topics whose validators have compared holdings, prices or the time. */
  conditional: ConditionalEntity[]
  /** Milliseconds since 1970: the earliest end of these validators' time ranges. */
  until: number | undefined
}

/** Where the treasury or the administrator pays, other system accounts (numbers up to 1000) need not sign (HAPI). */
const PRIVILEGED = new Set(['0.0.2', '0.0.50'])
const isSystems = ({ kind, id }: KeyHolder): boolean => kind === 'account' && Number(id.split('.')[2]) <= 1000

const nameOf = ({ holder, leaves: keys }: MissingSigner): string =>
  holder ? `${holder.kind} ${holder.id} ${holder.role}` : keys.map(publicKeyText).join()

const unbound = () =>
  forbidden(
    'ENTITY_UNBOUND',
    "The node's network key would stand in a key that no validator put it into, so that nobody could sign for what has it: send validatorConsensusTimestamp of a validator whose smartNodeSecurity is partial or full, or another sender.key",
  )

export function createCosigner(deps: {
  network(ledger: OperatedLedger): Signer
  bindings: Bindings
  records: ValidatorRecords
  clock: Clock
}): Cosigner {
  const { network, bindings, records, clock } = deps
  const guardsOf = (ledger: OperatedLedger) => {
    const own = publicKeyText(network(ledger).publicKey)
    return (key: Key | null): boolean => key !== null && leaves(key).some((leaf) => publicKeyText(leaf) === own)
  }

  async function keyOf({ mirror }: OperatedLedger, { kind, id, role, receives }: KeyHolder): Promise<Key | null> {
    if (kind === 'topic') {
      const found = await mirror.topic(id)
      if (role === 'submitKey' || role === 'feeScheduleKey') return found?.[role] ?? null
      return found?.adminKey ?? null
    }
    if (kind === 'token') {
      const found = await mirror.tokenDetails(id)
      return found && role !== 'key' && role !== 'submitKey' ? found.keys[role] : null
    }
    const found = await mirror.account(id)
    return found && (!receives || found.receiverSigRequired) ? found.key : null
  }

  /**
   * Whether the ledger surely asks for a holder's signature. Of those that may be needed, accounts sign where they ask
   * to sign for what they receive, or where they owe the fallback fee of an NFT that neither comes from its treasury
   * nor goes there (`CryptoTransferValidationHelper.checkReceiver`).
   */
  async function isSurelyNeeded({ mirror }: OperatedLedger, { kind, id, perhaps, gift }: KeyHolder): Promise<boolean> {
    if (!perhaps) return true
    if (kind !== 'account') return false
    if ((await mirror.account(id))?.receiverSigRequired) return true
    const token = gift && (await mirror.tokenDetails(gift.tokenId))
    if (!token || token.treasury === id || token.treasury === gift.sender) return false
    return token.customFees.some((fee) => fee.kind === 'royalty' && fee.fallback !== null)
  }

  /**
   * As {@link isSurelyNeeded}, at any time until the execution: who has the fee schedule key may add a fallback fee.
   */
  async function mayBeNeeded(ledger: OperatedLedger, holder: KeyHolder): Promise<boolean> {
    const token = holder.gift && (await ledger.mirror.tokenDetails(holder.gift.tokenId))
    if (token && (token.keys.feeScheduleKey || token.customFees.some((fee) => fee.kind === 'royalty' && fee.fallback)))
      return true
    return isSurelyNeeded(ledger, holder)
  }

  /**
   * The EVM address of an account that has no key yet: the ledger takes a signature of the key that the address is
   * derived from.
   */
  async function addressOf({ mirror }: OperatedLedger, { kind, id }: KeyHolder): Promise<string | undefined> {
    const account = kind === 'account' ? await mirror.account(id) : null
    return account?.key === null ? (account.evmAddress ?? undefined) : undefined
  }

  /** The holders whose needed key holds the network key; each entity once, whichever of its keys are needed. */
  async function guardedOf(ledger: OperatedLedger, holders: readonly KeyHolder[]): Promise<KeyHolder[]> {
    const keys = await Promise.all(holders.map((holder) => keyOf(ledger, holder)))
    const guards = guardsOf(ledger)
    const guarded = new Map<string, KeyHolder>()
    for (const [index, holder] of holders.entries())
      if (guards(keys[index] ?? null)) guarded.set(`${holder.kind} ${holder.id}`, holder)
    return [...guarded.values()]
  }

  /**
   * The treasury of a token, if it is a guarded account and a token update that others sign may cost it something. A
   * new treasury takes over all that it holds. A new admin key, which is never under the network key, could make it pay
   * custom fees later, by naming another treasury.
   */
  async function losersOf(
    ledger: OperatedLedger,
    body: proto.TransactionBody,
    known: KeyHolder[],
  ): Promise<KeyHolder[]> {
    const { token, treasury, adminKey } = body.tokenUpdate ?? {}
    const leaving =
      treasury || adminKey
        ? (await ledger.mirror.tokenDetails(transactionIdText(token, token?.tokenNum)))?.treasury
        : undefined
    if (!leaving || known.some(({ kind, id }) => kind === 'account' && id === leaving)) return []
    return guardedOf(ledger, [{ kind: 'account', id: leaving, role: 'key' }])
  }

  /**
   * Refuses to make a guarded account the treasury of NFTs while spenders may take serials of the present treasury: a
   * change of the treasury keeps what was approved of single serials.
   *
   * @throws 403 VALIDATOR_REFUSED
   */
  async function checkInherited(
    { mirror }: OperatedLedger,
    body: proto.TransactionBody,
    guarded: readonly KeyHolder[],
  ) {
    const { token, treasury } = body.tokenUpdate ?? {}
    const [id, next] = [transactionIdText(token, token?.tokenNum), transactionIdText(treasury, treasury?.accountNum)]
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
    ledger: OperatedLedger,
    { kind, id }: KeyHolder,
    asked: Asked,
  ): Promise<{ refusal: RefusalReason; conditions: Conditions; forAnother: boolean }> {
    const binding = await bindings.of(ledger, kind, id)
    if (!binding)
      throw forbidden(
        'ENTITY_UNBOUND',
        `The ${kind} ${id} is under no validator of this node: its network key does not sign`,
      )
    const entity = { id, binding }
    const forAnother = isForAnother(entity, asked)
    const now = clock.now()
    const { validator } = binding
    if (kind === 'account') {
      const read = await records.read(ledger, kind, validator)
      const refusal = await accountRefusal(read, entity, asked, ledger, now)
      return { refusal, conditions: accountConditions(read, asked), forAnother }
    }
    if (kind === 'topic') {
      const read = await records.read(ledger, kind, validator)
      const refusal = await topicRefusal(read, entity, asked, ledger, now)
      return { refusal, conditions: topicConditions(read), forAnother }
    }
    const refusal = await tokenRefusal(await records.read(ledger, kind, validator), entity, asked, ledger)
    return { refusal, conditions: { some: false, until: undefined }, forAnother }
  }

  async function missingSigners(
    ledger: OperatedLedger,
    { bodies: [first] }: FrozenWrite,
    signers: readonly Leaf[],
  ): Promise<MissingSigner[]> {
    const { holders, newKeys, replaced } = neededBy(decodeBody(first ?? new Uint8Array()))
    const ids = new Set(signers.map(publicKeyText))
    const addresses = new Set(signers.map(evmAddressOf))
    const isPrivileged = PRIVILEGED.has(holders[0]?.id ?? '')
    const asked = holders.filter((holder, index) => !(isPrivileged && isSystems(holder) && index > 0))
    const isNeeded = await Promise.all(asked.map((holder) => isSurelyNeeded(ledger, holder)))
    const of = (holder: KeyHolder | undefined, key: Key): MissingSigner[] =>
      satisfied(key, ids) ? [] : [{ holder, ...missing(key, ids) }]
    const ofHolder = async (holder: KeyHolder): Promise<MissingSigner[]> => {
      const key = await keyOf(ledger, holder)
      if (key) return of(holder, key)
      const evmAddress = holder.receives ? undefined : await addressOf(ledger, holder)
      return evmAddress === undefined || addresses.has(evmAddress) ? [] : [{ holder, leaves: [], count: 1, evmAddress }]
    }
    /** The admin key signs, or the replaced key together with the new one; named is the admin key if there is one. */
    const ofReplaced = async ({ admin, self, newKey }: Replaced): Promise<MissingSigner[]> => {
      const [adminKey, ownKey] = await Promise.all([keyOf(ledger, admin), self && keyOf(ledger, self)])
      const byItself = self && ownKey ? [...of(self, ownKey), ...of(undefined, newKey)] : undefined
      if (byItself?.length === 0) return []
      if (adminKey) return of(admin, adminKey)
      return byItself ?? [{ holder: admin, leaves: [], count: Number.POSITIVE_INFINITY }]
    }
    const found = await Promise.all([
      ...asked.filter((_holder, index) => isNeeded[index]).map(ofHolder),
      ...replaced.map(ofReplaced),
    ])
    const lacking = [...found.flat(), ...newKeys.flatMap((key) => of(undefined, key))]
    return [...new Map(lacking.map((one) => [nameOf(one), one])).values()]
  }

  return {
    async keyFor(ledger, kind, key, validator) {
      const { smartNodeSecurity } = await records.read(ledger, kind, validator)
      if (smartNodeSecurity === 'none') {
        if (guardsOf(ledger)(key)) throw unbound()
        return key
      }
      const { publicKey } = network(ledger)
      if (smartNodeSecurity === 'full') return publicKey
      return { type: 'list', keys: [key, publicKey] }
    },

    async priceOf(ledger, account, gives) {
      const binding = await bindings.of(ledger, 'account', account)
      return binding && (priceFor(await records.read(ledger, 'account', binding.validator), gives) ?? null)
    },

    async due(ledger, { bodies }, asked, creates) {
      const [body = decodeBody(new Uint8Array()), ...more] = bodies.map(decodeBody)
      const chunks = [body, ...more].map(
        ({ consensusSubmitMessage }) => consensusSubmitMessage?.message ?? new Uint8Array(),
      )
      const { holders, newKeys, maybeNewKeys } = neededBy(body)
      const guards = guardsOf(ledger)
      const brought = newKeys.some(guards)
      const signing = await guardedOf(ledger, holders)
      const guarded = signing.length > 0 ? [...signing, ...(await losersOf(ledger, body, signing))] : signing
      const isTokens = guarded.some(({ kind }) => kind === 'token')
      const isSet = brought || keysOfCreation(body).some(guards)
      if ((isSet && !creates) || (maybeNewKeys.some(guards) && !isTokens)) throw unbound()
      const senderGuarded = guarded.some(({ kind, id }) => kind === 'account' && id === asked.sender)
      await checkInherited(ledger, body, guarded)
      const due: Due = { signs: brought || guarded.length > 0, conditional: [], until: undefined }
      for (const holder of guarded) {
        const { refusal, conditions, forAnother } = await askOne(ledger, holder, {
          ...asked,
          body,
          chunks,
          senderGuarded,
        })
        if (refusal)
          throw forbidden(
            'VALIDATOR_REFUSED',
            `The validator of the ${holder.kind} ${holder.id} refuses ${asked.name}: ${refusal}`,
          )
        if (conditions.some) due.conditional.push({ id: holder.id, forAnother })
        if (conditions.until !== undefined) due.until = Math.min(due.until ?? conditions.until, conditions.until)
      }
      return due
    },

    async signersOf(ledger, { bodies: [first] }) {
      const { holders, newKeys, maybeNewKeys } = neededBy(decodeBody(first ?? new Uint8Array()))
      const keys = await Promise.all(holders.map((holder) => keyOf(ledger, holder)))
      const all = [...keys.filter((key) => key !== null), ...newKeys, ...maybeNewKeys]
      const keyless = holders.filter((_holder, index) => keys[index] === null)
      const addresses = await Promise.all(keyless.map((holder) => addressOf(ledger, holder)))
      return { keys: all.flatMap(leaves), evmAddresses: new Set(addresses.filter((address) => address !== undefined)) }
    },

    missingSigners,

    async assertNoOtherSigners(ledger, frozen, signers) {
      const [first] = await missingSigners(ledger, frozen, signers)
      if (!first) return
      const who = first.holder ? `the ${first.holder.kind} ${first.holder.id}` : 'a key that is brought in'
      throw unprocessable('INVALID_SIGNATURE', `${who} must sign too: ask for the bytes with isOfflineTransaction`)
    },

    async assertNobodyJoins(ledger, { bodies: [first] }) {
      const accounts = neededBy(decodeBody(first ?? new Uint8Array())).holders.filter(({ kind }) => kind === 'account')
      const guards = guardsOf(ledger)
      for (const holder of accounts) {
        if (holder.receives) continue
        const key = await keyOf(ledger, holder)
        if (key === null || guards(key) || (key.type !== 'list' && key.type !== 'threshold')) continue
        if (await mayBeNeeded(ledger, holder))
          throw forbidden(
            'ENTITY_UNBOUND',
            `The account ${holder.id}, which must sign too, has a key of several parts, and the network's could become one of them before the execution, as a wallet's with a guarded owner: name an account with a simple key in its place`,
          )
      }
    },

    async othersIn(ledger, body, account) {
      const others = neededBy(body).holders.filter(({ id }) => id !== account)
      const found = await Promise.all(others.map(({ id }) => ledger.mirror.account(id)))
      const mustSign = others.filter(({ receives, perhaps }, index) => (!receives && !perhaps) || !found[index])
      return [...mustSign, ...(await guardedOf(ledger, others))]
    },

    sign(ledger, body) {
      const { publicKey, sign } = network(ledger)
      return { publicKey, signature: sign(body) }
    },
  }
}
