/** Whether an entity's validator lets the network sign an operation for it: what is not listed is not signed. */
import type { Ledger } from '@quorate/ledger'
import { Check } from 'typebox/value'
import type { Swap } from '../operations/operation.ts'
import type { Binding } from './bindings.ts'
import type { AccountConfiguration, ConsensusConfiguration, TokenConfiguration } from './configuration.ts'
import { TOKEN_KEY_FIELDS } from './configuration.ts'
import { gateRefusal } from './gates.ts'

/** An operation, as validators look at it. */
export interface Asked {
  /** Of the definition table. */
  name: string
  /** The body without what is common to all. */
  fields: Record<string, unknown>
  params: Record<string, string>
  swaps: readonly Swap[]
  sender: string
  /** Whether the sender itself cannot sign without the network. */
  senderGuarded: boolean
  /** The session's. */
  wallet: string
  /** The topic of the DAO whose decision opens exactly this operation. */
  daoTopic: string | undefined
}

/** Why not; undefined if it may. */
export type Refusal = string | undefined

interface Entity {
  id: string
  binding: Binding
}

const isOwner = ({ owner }: Binding, asked: Asked): boolean =>
  asked.wallet === owner || (asked.sender === owner && !asked.senderGuarded)

function controllerRefusal(controller: string | undefined, { binding }: Entity, asked: Asked, what: string): Refusal {
  if (controller === 'anyone') return undefined
  if (controller === 'owner') return isOwner(binding, asked) ? undefined : `${what} is its owner's, ${binding.owner}`
  if (!controller || controller === 'nobody') return `${what} is nobody's`
  const topicId = controller.slice('dao:'.length)
  return asked.daoTopic === topicId ? undefined : `${what} needs a passed proposal of the DAO of ${topicId}`
}

type Conditions = { values: string[]; controller: string | { type: string; topicId?: string } } | undefined

function listedRefusal(
  conditions: Conditions,
  values: string[],
  entity: Entity,
  asked: Asked,
  section: string,
): Refusal {
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
  asked: Asked,
  { mirror }: Ledger,
  nowMs: number,
): Promise<Refusal> {
  const { tokenGates } = configuration
  const own = asked.name === 'update/account' && asked.params.wallet === entity.id
  const refusal = own
    ? listedRefusal(configuration.updateConditions, Object.keys(asked.fields), entity, asked, 'updateConditions')
    : listedRefusal(configuration.actionsConditions, [asked.name], entity, asked, 'actionsConditions')
  const gates = {
    fungibles: tokenGates?.fungibles?.tokens ?? [],
    nfts: tokenGates?.nonFungibles?.tokens ?? [],
    timeRange: tokenGates?.timeRange,
  }
  return refusal ?? priceRefusal(configuration, entity.id, asked) ?? gateRefusal(gates, asked.sender, mirror, nowMs)
}

function priceRefusal({ swapConditions }: AccountConfiguration, id: string, { swaps }: Asked): Refusal {
  const prices = swapConditions?.prices ?? []
  const swap = swaps.find(({ account }) => account === id)
  if (!swap || prices.length === 0) return undefined
  const { gives, takes } = swap
  const met = prices.some(
    (price) =>
      nameOf(gives) === price.token_id &&
      nameOf(takes) === price.counter.token_id &&
      takes.amount * BigInt(price.amount) >= gives.amount * BigInt(price.counter.amount),
  )
  return met
    ? undefined
    : `swapConditions has no price of ${takes.amount} ${nameOf(takes)} for ${gives.amount} ${nameOf(gives)}`
}

const nameOf = ({ tokenId }: { tokenId: string | null }): string => tokenId ?? 'HBAR'

/** What an account asks for `gives` by its prices, rounded up. */
export function priceFor({ swapConditions }: AccountConfiguration, gives: Swap['gives']): Swap['takes'] | undefined {
  const price = swapConditions?.prices.find(({ token_id }) => token_id === nameOf(gives))
  if (!price) return undefined
  const [per, takes] = [BigInt(price.amount), BigInt(price.counter.amount)]
  const tokenId = price.counter.token_id === 'HBAR' ? null : price.counter.token_id
  return { tokenId, amount: (gives.amount * takes + per - 1n) / per }
}

export function tokenRefusal(configuration: TokenConfiguration, entity: Entity, asked: Asked): Refusal {
  const { updateConditions, keysConditions, feesConditions, actionsConditions } = configuration
  if (asked.name === 'update/fees') {
    const fees = Object.entries((asked.fields.customFees ?? {}) as Record<string, unknown[]>)
    const kinds = fees.filter(([, items]) => items.length > 0).map(([kind]) => kind)
    if (kinds.length === 0 && !feesConditions?.values.length) return 'feesConditions lists nothing'
    return listedRefusal(feesConditions, kinds, entity, asked, 'feesConditions')
  }
  if (asked.name !== 'update/token')
    return listedRefusal(actionsConditions, [asked.name], entity, asked, 'actionsConditions')
  const fields = Object.keys(asked.fields).filter((field) => !['currentTreasury', 'newTreasuryKey'].includes(field))
  const keys = fields.filter((field) => TOKEN_KEY_FIELDS.includes(field))
  const others = fields.filter((field) => !TOKEN_KEY_FIELDS.includes(field))
  if (fields.length === 0) return 'nothing of the token changes'
  return (
    (others.length > 0 ? listedRefusal(updateConditions, others, entity, asked, 'updateConditions') : undefined) ??
    (keys.length > 0 ? listedRefusal(keysConditions, keys, entity, asked, 'keysConditions') : undefined)
  )
}

const TOPIC_ACTIONS = { 'message/topic': 'create', 'update/topic': 'update', 'delete/topic': 'delete' } as const

export async function topicRefusal(
  configuration: ConsensusConfiguration,
  entity: Entity,
  asked: Asked,
  { mirror }: Ledger,
  nowMs: number,
): Promise<Refusal> {
  const action = TOPIC_ACTIONS[asked.name as keyof typeof TOPIC_ACTIONS]
  if (!action) return `${asked.name} is nothing that a topic's validator lists`
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
  if (action === 'create' && customInterface && !fits(customInterface, String(asked.fields.message)))
    return 'the message does not satisfy customInterface'
  const gates = { fungibles: tokenGates?.fungibleTokens ?? [], nfts: tokenGates?.nonFungibleTokens ?? [] }
  return gateRefusal(gates, asked.sender, mirror, nowMs)
}

/** Interpreted, never compiled: the schema is a stranger's. An interface that asks for nothing takes any text. */
function fits(
  { parameters, conditions = [] }: NonNullable<ConsensusConfiguration['customInterface']>,
  text: string,
): boolean {
  if (Object.keys(parameters).length === 0 && conditions.length === 0) return true
  try {
    const message: unknown = JSON.parse(text)
    const all = [{ type: 'object', properties: parameters }, ...conditions]
    return all.every((schema) => Check(schema as never, message))
  } catch {
    return false
  }
}
