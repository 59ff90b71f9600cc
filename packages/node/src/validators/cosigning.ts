import { type Key, type Leaf, leaves, publicKeyText, type Signature, type Signer, satisfied } from '@quorate/ledger'
import { type Clock, forbidden, unprocessable } from '@quorate/platform'
import type { FrozenWrite } from '../frozen-writes.ts'
import type { EntityKind, Swap } from '../operations/operation.ts'
import type { OperatedLedger } from '../service.ts'
import { decodeBody } from '../transaction-body.ts'
import type { Bindings } from './bindings.ts'
import { type Asked, accountRefusal, priceFor, type Refusal, tokenRefusal, topicRefusal } from './permission.ts'
import type { ValidatorRecords } from './records.ts'
import { type Holder, neededBy } from './signers.ts'

export interface Cosigning {
  /**
   * The key of a new entity under a validator: with `partial` both must sign, with `full` the network alone.
   *
   * @throws 404 VALIDATOR_NOT_FOUND, 400 WRONG_VALIDATOR
   */
  keyFor(ledger: OperatedLedger, kind: EntityKind, own: Key, validator: string): Promise<Key>
  /** What a bound account asks for what it gives, by its validator's prices. */
  priceOf(ledger: OperatedLedger, account: string, gives: Swap['gives']): Promise<Swap['takes'] | undefined>
  /**
   * Whether the network's signature is due, after every account, token and topic whose key it would help to satisfy was asked.
   *
   * @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED, naming who refuses
   */
  due(
    ledger: OperatedLedger,
    frozen: FrozenWrite,
    asked: Omit<Asked, 'senderGuarded'>,
    creates: boolean,
  ): Promise<boolean>
  sign(body: Uint8Array): Signature
  /** @throws 422 INVALID_SIGNATURE, naming whose key these signers do not satisfy, where the ledger would say so for sure */
  needNoOthers(ledger: OperatedLedger, frozen: FrozenWrite, signers: readonly Leaf[]): Promise<void>
}

/** As payers, the treasury and the administrator need no signature of system accounts (HAPI, account numbers up to 1000). */
const PRIVILEGED = new Set(['0.0.2', '0.0.50'])
const isSystems = ({ kind, id }: Holder): boolean => kind === 'account' && Number(id.split('.')[2]) <= 1000

export function createCosigning(deps: {
  network: Signer
  bindings: Bindings
  records: ValidatorRecords
  clock: Clock
}): Cosigning {
  const { network, bindings, records, clock } = deps
  const own = publicKeyText(network.publicKey)
  const guards = (key: Key | null): boolean => key !== null && leaves(key).some((leaf) => publicKeyText(leaf) === own)

  async function keyOf({ mirror }: OperatedLedger, { kind, id, role, receives }: Holder): Promise<Key | null> {
    if (kind === 'topic') {
      const found = await mirror.topic(id)
      return (role === 'submitKey' ? found?.submitKey : found?.adminKey) ?? null
    }
    if (kind === 'token') {
      const found = await mirror.tokenDetails(id)
      return found && role !== 'key' && role !== 'submitKey' ? found.keys[role] : null
    }
    const found = await mirror.account(id)
    return found && (!receives || found.receiverSigRequired) ? found.key : null
  }

  /** Each once, whatever of its keys is needed. */
  async function guardedOf(ledger: OperatedLedger, holders: readonly Holder[]): Promise<Holder[]> {
    const keys = await Promise.all(holders.map((holder) => keyOf(ledger, holder)))
    const guarded = new Map<string, Holder>()
    for (const [index, holder] of holders.entries())
      if (guards(keys[index] ?? null)) guarded.set(`${holder.kind} ${holder.id}`, holder)
    return [...guarded.values()]
  }

  async function refusalOf(ledger: OperatedLedger, { kind, id }: Holder, asked: Asked): Promise<Refusal> {
    const binding = await bindings.of(ledger, kind, id)
    if (!binding)
      throw forbidden(
        'ENTITY_UNBOUND',
        `the ${kind} ${id} is under no validator of this node: its network key does not sign`,
      )
    const entity = { id, binding }
    const now = clock.now()
    const { validator } = binding
    if (kind === 'account')
      return accountRefusal(await records.read(ledger, kind, validator), entity, asked, ledger, now)
    if (kind === 'topic') return topicRefusal(await records.read(ledger, kind, validator), entity, asked, ledger, now)
    return tokenRefusal(await records.read(ledger, kind, validator), entity, asked)
  }

  return {
    async keyFor(ledger, kind, key, validator) {
      const { smartNodeSecurity } = await records.read(ledger, kind, validator)
      if (smartNodeSecurity === 'none') return key
      if (smartNodeSecurity === 'full') return network.publicKey
      return { type: 'list', keys: [key, network.publicKey] }
    },

    async priceOf(ledger, account, gives) {
      const binding = await bindings.of(ledger, 'account', account)
      return binding && priceFor(await records.read(ledger, 'account', binding.validator), gives)
    },

    async due(ledger, { bodies: [first] }, asked, creates) {
      const { holders, newKeys } = neededBy(decodeBody(first ?? new Uint8Array()))
      const brought = newKeys.some(guards)
      if (brought && !creates)
        throw forbidden('ENTITY_UNBOUND', "the node's network key stands in a key that no validator put it into")
      const guarded = await guardedOf(ledger, holders)
      const senderGuarded = guarded.some(({ kind, id }) => kind === 'account' && id === asked.sender)
      for (const holder of guarded) {
        const refusal = await refusalOf(ledger, holder, { ...asked, senderGuarded })
        if (refusal)
          throw forbidden(
            'VALIDATOR_REFUSED',
            `the validator of the ${holder.kind} ${holder.id} refuses ${asked.name}: ${refusal}`,
          )
      }
      return brought || guarded.length > 0
    },

    async needNoOthers(ledger, { bodies: [first] }, signers) {
      const { holders, newKeys } = neededBy(decodeBody(first ?? new Uint8Array()))
      const ids = new Set(signers.map(publicKeyText))
      const isPrivileged = PRIVILEGED.has(holders[0]?.id ?? '')
      const sure = holders.filter((holder) => !holder.perhaps && !(isPrivileged && isSystems(holder)))
      const keys = await Promise.all(sure.map((holder) => keyOf(ledger, holder)))
      const index = keys.findIndex((key) => key !== null && !satisfied(key, ids))
      const who = sure[index] ? `the ${sure[index].kind} ${sure[index].id}` : undefined
      if (!who && newKeys.every((key) => satisfied(key, ids))) return
      throw unprocessable(
        'INVALID_SIGNATURE',
        `${who ?? 'a key that is brought in'} must sign too: ask for the bytes with isOfflineTransaction`,
      )
    },

    sign: (body) => ({ publicKey: network.publicKey, signature: network.sign(body) }),
  }
}
