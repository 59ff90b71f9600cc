/**
 * Whether an entity's validator lets the network sign an operation for the entity. Operations that the validator does
 * not list are not signed.
 */
import type { proto } from '@hiero-ledger/proto'
import { customFeesOf, type Ledger, type MaxCustomFees, type MirrorFeeSource, received } from '@quorate/ledger'
import { changedKinds, type MirrorFees, type Moved, type Swap } from '@quorate/ledger/operations'
import { excessOf } from '@quorate/verify'
import type { Static } from 'typebox'
import { limits } from '../limits.ts'
import { messageRefusal } from '../model/custom-interface.ts'
import type { Binding } from './bindings.ts'
import type { AccountConfiguration, ConsensusConfiguration, TokenConfiguration } from './configuration.ts'
import { SIGN_FOR_WALLETS, TOKEN_KEY_FIELDS } from './configuration.ts'
import { endOf, type Gates, gateRefusal } from './gates.ts'

/** An operation, with what validators check. */
export interface ValidatorQuestion {
  /** The operation's name, as in the table of operations. */
  name: string
  /** The body without the fields that all operations have. */
  fields: Record<string, unknown>
  params: Record<string, string>
  swaps: readonly Swap[]
  /** The entity whose earlier network key is replaced by the current one. */
  moved: Moved | undefined
  sender: string
  /** Whether the sender itself cannot sign without the network. */
  senderGuarded: boolean
  /** The account that proved by its own signature that it asks; undefined if none did. */
  asker: string | undefined
  body: proto.TransactionBody
  /** The message of each chunk, as it is signed. */
  chunks: Uint8Array[]
  /** The topic of the DAO whose decision permits exactly this operation; undefined without a decision. */
  daoTopic: string | undefined
  /** The sender in this decision; undefined if it contains none. */
  decidedSender: string | undefined
}

/** The reason why the network does not sign; undefined if it may. */
export type RefusalReason = string | undefined

/** Conditions that were true when the network signed, but may stop being true. */
export interface Conditions {
  /** Whether holdings, prices or the time were checked. */
  some: boolean
  /** Milliseconds since 1970: when the validator's time range ends. */
  until: number | undefined
}

interface Entity {
  id: string
  binding: Binding
}

/**
 * Why the token gates refuse. They check the sender's holdings or, if the network also signs for the sender, those of
 * the account that asks.
 */
async function gatesRefusal(
  gates: Gates,
  { sender, senderGuarded, asker }: ValidatorQuestion,
  mirror: Ledger['mirror'],
  nowMs: number,
): Promise<RefusalReason> {
  const holder = senderGuarded ? asker : sender
  if (holder !== undefined) return gateRefusal(gates, holder, mirror, nowMs)
  const isOpen = gates.fungibles.length + gates.nfts.length === 0
  return isOpen
    ? gateRefusal(gates, sender, mirror, nowMs)
    : 'it has token gates, but no signature proves which account makes the request'
}

/**
 * Whether a write only moves the entity to the network's current key. A controller's consent is not needed, because the
 * same network signs afterwards under the same validator. If it were, an entity whose controller is `nobody` would stay
 * under the old key.
 */
const isMoved = ({ id }: Entity, { moved }: ValidatorQuestion): boolean => moved?.id === id

/** If the sender is not guarded, the ledger itself requires the sender's signature. */
const isOwner = ({ owner }: Binding, asked: ValidatorQuestion): boolean =>
  asked.asker === owner || (asked.sender === owner && !asked.senderGuarded)

function controllerRefusal(
  controller: string | undefined,
  { binding }: Entity,
  asked: ValidatorQuestion,
  what: string,
): RefusalReason {
  if (controller === 'anyone') return undefined
  if (controller === 'owner')
    return isOwner(binding, asked) ? undefined : `only its owner, ${binding.owner}, may control ${what}`
  if (!controller || controller === 'nobody') return `nobody may control ${what}`
  const topicId = controller.slice('dao:'.length)
  return asked.daoTopic === topicId ? undefined : `${what} needs a passed proposal of the DAO on topic ${topicId}`
}

type Listed = { values: string[]; controller: string | { type: string; topicId?: string } } | undefined

function listedRefusal(
  conditions: Listed,
  values: string[],
  entity: Entity,
  asked: ValidatorQuestion,
  section: string,
): RefusalReason {
  const missing = values.find((value) => !conditions?.values.includes(value))
  if (missing !== undefined) return `${section} does not list ${missing}`
  return controllerRefusal(controllerText(conditions?.controller), entity, asked, section)
}

const controllerText = (controller: string | { type: string; topicId?: string } | undefined): string | undefined =>
  typeof controller === 'object' && controller.type === 'dao' ? `dao:${controller.topicId}` : textOf(controller)
const textOf = (controller: string | { type: string } | undefined): string | undefined =>
  typeof controller === 'object' ? controller.type : controller

export async function accountRefusal(
  configuration: AccountConfiguration,
  entity: Entity,
  asked: ValidatorQuestion,
  { mirror }: Ledger,
  nowMs: number,
): Promise<RefusalReason> {
  if (isMoved(entity, asked)) return payerRefusal(entity, asked, undefined)
  const { tokenGates } = configuration
  const own = asked.name === 'update/account' && asked.params.wallet === entity.id
  const refusal = own
    ? listedRefusal(configuration.updateConditions, Object.keys(asked.fields), entity, asked, 'updateConditions')
    : listedRefusal(configuration.actionsConditions, [asked.name], entity, asked, 'actionsConditions')
  const { controller } = (own ? configuration.updateConditions : configuration.actionsConditions) ?? {}
  const maximum = maximumOf(configuration, entity, asked, controller)
  const source = { mirror }
  const gates = {
    fungibles: tokenGates?.fungibles?.tokens ?? [],
    nfts: tokenGates?.nonFungibles?.tokens ?? [],
    timeRange: tokenGates?.timeRange,
  }
  return (
    refusal ??
    payerRefusal(entity, asked, controller) ??
    (await priceRefusal(configuration, entity.id, asked, source, maximum)) ??
    excessOf(await customFeesOf(source, asked.body, entity.id), maximum) ??
    gatesRefusal(gates, asked, mirror, nowMs)
  )
}

/**
 * Why an account does not sign requests of wallets that it co-owns; undefined if it may. It signs only for decisions of
 * the DAO that controls it, and never if it has gates: gates may be satisfied when the network signs, and no longer
 * when the owners execute the request.
 */
export function walletSignatureRefusal(
  { actionsConditions, tokenGates }: AccountConfiguration,
  topicId: string,
): RefusalReason {
  if (!actionsConditions?.values.includes(SIGN_FOR_WALLETS))
    return `actionsConditions does not list ${SIGN_FOR_WALLETS}`
  if (actionsConditions.controller !== `dao:${topicId}`) return `the DAO of ${topicId} does not control it`
  const { fungibles, nonFungibles, timeRange } = tokenGates ?? {}
  const gates = (fungibles?.tokens.length ?? 0) + (nonFungibles?.tokens.length ?? 0)
  return gates > 0 || timeRange
    ? `tokenGates work only for operations that are executed at once, which ${SIGN_FOR_WALLETS} is not`
    : undefined
}

/**
 * The maximum custom fees: those in the validator. Those in the request count only if the owner has proved that it
 * makes the request, or if the controller's decision has them, too. It is not enough that the owner is the `sender`:
 * the transfer that the owner signs does not show a maximum that a stranger set.
 */
function maximumOf(
  { maxCustomFees = [] }: AccountConfiguration,
  { binding }: Entity,
  asked: ValidatorQuestion,
  controller: string | undefined,
): MaxCustomFees {
  const isOwners = controller === 'owner' && asked.asker === binding.owner
  if (!isOwners && !isDecided(controller, asked)) return maxCustomFees
  return [...((asked.fields.maxCustomFees ?? []) as MaxCustomFees), ...maxCustomFees]
}

/** Whether a decision of the controlling DAO permits the operation with all fields of its request. */
const isDecided = (controller: string | undefined, { daoTopic }: ValidatorQuestion): boolean =>
  daoTopic !== undefined && controller === `dao:${daoTopic}`

/**
 * A guarded account pays only for its owner and for its DAO, even if others may move it. It pays for its DAO only if
 * the decision names it as the sender. Otherwise any wallet could choose who pays.
 */
function payerRefusal(
  { id, binding }: Entity,
  asked: ValidatorQuestion,
  controller: string | undefined,
): RefusalReason {
  if (id !== asked.sender) return undefined
  const fee = BigInt(String(asked.body.transactionFee ?? 0))
  const { value: most } = limits.maxFeeOfGuardedPayer
  if (fee > BigInt(most))
    return `as sender it pays a fee of at most ${most} tinybars, but this transaction allows ${fee}`
  if (asked.asker === binding.owner) return undefined
  if (isDecided(controller, asked) && asked.decidedSender === id) return undefined
  return `as sender it pays only for its owner, ${binding.owner}, and for decisions of its DAO that name it as the sender: use another sender`
}

export function accountConditions(
  { tokenGates, swapConditions }: AccountConfiguration,
  { swaps }: ValidatorQuestion,
): Conditions {
  const { fungibles, nonFungibles, timeRange } = tokenGates ?? {}
  const until = endOf(timeRange)
  const gates = (fungibles?.tokens.length ?? 0) + (nonFungibles?.tokens.length ?? 0)
  return { some: gates > 0 || until !== undefined || (swapConditions !== undefined && swaps.length > 0), until }
}

export const topicConditions = ({ tokenGates }: ConsensusConfiguration): Conditions => ({
  some: (tokenGates?.fungibleTokens?.length ?? 0) + (tokenGates?.nonFungibleTokens?.length ?? 0) > 0,
  until: undefined,
})

/** After the custom fees that receivers pay, the amount that the account gets must still reach the price. */
async function priceRefusal(
  { swapConditions }: AccountConfiguration,
  id: string,
  { swaps }: ValidatorQuestion,
  source: MirrorFeeSource,
  maximum: MaxCustomFees,
): Promise<RefusalReason> {
  const swap = swaps.find(({ account }) => account === id)
  if (!swap || !swapConditions) return undefined
  const { gives, takes } = swap
  const from = swaps.find(({ account }) => account !== id)?.account ?? ''
  const { amount, changeable } = await received(source, takes, { from, to: id })
  if (changeable && !maximum.some((one) => one.id === takes.tokenId))
    return `the fees of ${takes.tokenId} can still change (it has a fee schedule key), and maxCustomFees does not limit them`
  const met = swapConditions.prices.some(
    (price) =>
      nameOf(gives) === price.token_id &&
      nameOf(takes) === price.counter.token_id &&
      amount * BigInt(price.amount) >= gives.amount * BigInt(price.counter.amount),
  )
  return met
    ? undefined
    : `swapConditions has no price of ${amount} ${nameOf(takes)} (net of custom fees) for ${gives.amount} ${nameOf(gives)}`
}

const nameOf = ({ tokenId }: { tokenId: string | null }): string => tokenId ?? 'HBAR'

/**
 * The amount that an account asks in return for `gives`, by its prices, rounded up; undefined if no price is set for
 * it.
 */
export function priceFor({ swapConditions }: AccountConfiguration, gives: Swap['gives']): Swap['takes'] | undefined {
  const price = swapConditions?.prices.find(({ token_id }) => token_id === nameOf(gives))
  if (!price) return undefined
  const [per, takes] = [BigInt(price.amount), BigInt(price.counter.amount)]
  const tokenId = price.counter.token_id === 'HBAR' ? null : price.counter.token_id
  return { tokenId, amount: (gives.amount * takes + per - 1n) / per }
}

export async function tokenRefusal(
  configuration: TokenConfiguration,
  entity: Entity,
  asked: ValidatorQuestion,
  { mirror }: Ledger,
): Promise<RefusalReason> {
  if (isMoved(entity, asked)) return undefined
  const { updateConditions, keysConditions, feesConditions, actionsConditions } = configuration
  if (asked.name === 'update/fees') {
    const present = (await mirror.tokenDetails(entity.id))?.customFees ?? []
    const kinds = changedKinds(present, (asked.fields.customFees ?? {}) as Static<typeof MirrorFees>, entity.id)
    if (kinds.length === 0) return "the token's fees do not change"
    return listedRefusal(feesConditions, kinds, entity, asked, 'feesConditions')
  }
  if (asked.name !== 'update/token')
    return listedRefusal(actionsConditions, [asked.name], entity, asked, 'actionsConditions')
  const fields = Object.keys(asked.fields).filter((field) => !['currentTreasury', 'newTreasuryKey'].includes(field))
  const keys = fields.filter((field) => TOKEN_KEY_FIELDS.includes(field))
  const others = fields.filter((field) => !TOKEN_KEY_FIELDS.includes(field))
  if (fields.length === 0) return 'the token does not change'
  return (
    (others.length > 0 ? listedRefusal(updateConditions, others, entity, asked, 'updateConditions') : undefined) ??
    (keys.length > 0 ? listedRefusal(keysConditions, keys, entity, asked, 'keysConditions') : undefined)
  )
}

const TOPIC_ACTIONS = { 'message/topic': 'create', 'update/topic': 'update', 'delete/topic': 'delete' } as const

export async function topicRefusal(
  configuration: ConsensusConfiguration,
  entity: Entity,
  asked: ValidatorQuestion,
  { mirror }: Ledger,
  nowMs: number,
): Promise<RefusalReason> {
  if (isMoved(entity, asked)) return undefined
  const action = TOPIC_ACTIONS[asked.name as keyof typeof TOPIC_ACTIONS]
  if (!action) return `a topic's validator cannot list ${asked.name}`
  const { actionsConditions, updateConditions, tokenGates, customInterface } = configuration
  const refusals = (actionsConditions?.[action] ?? []).map((one) =>
    controllerRefusal(one, entity, asked, `actionsConditions/${action}`),
  )
  if (!refusals.includes(undefined)) return refusals[0] ?? `actionsConditions/${action} lists nobody`
  if (action === 'update')
    for (const field of Object.keys(asked.fields)) {
      const controller = updateConditions?.[field as keyof typeof updateConditions]
      const refusal = controllerRefusal(controller, entity, asked, `updateConditions/${field}`)
      if (refusal) return refusal
    }
  if (action === 'create' && customInterface) {
    const refusal = messageRefusal(customInterface, asked.chunks)
    if (refusal) return refusal
  }
  const gates = { fungibles: tokenGates?.fungibleTokens ?? [], nfts: tokenGates?.nonFungibleTokens ?? [] }
  return gatesRefusal(gates, asked, mirror, nowMs)
}
