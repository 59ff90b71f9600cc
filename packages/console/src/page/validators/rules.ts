/** Describes a validator's permissions in words. Everything that is not listed is forbidden. */
import type { NodeTypes } from '@quorate/client'
import { decimalsIn, fullAmountText, HBAR_DECIMALS, type ShownToken, shownSymbol } from '@quorate/verify'
import type { Texts } from '../texts/en.ts'

export type Kind = NodeTypes['Binding']['kind']
export type AccountRules = NodeTypes['AccountValidator']
export type TopicRules = NodeTypes['TopicValidator']
export type TokenRules = NodeTypes['TokenValidator']
export type Rules = AccountRules | TopicRules | TokenRules

export interface Who {
  type: 'owner' | 'anyone' | 'nobody' | 'dao'
  /** The topic of the DAO. */
  topicId?: string | undefined
}

export interface Permission {
  who: Who
  what: string[]
  /** Whether it lets anyone take everything. */
  givesAll: boolean
}

export interface Told {
  /** The required signatures on the ledger. */
  keys: string
  /** One permission for each holder. */
  permissions: Permission[]
  /** Additional conditions. */
  conditions: string[]
  /** The JSON Schemas that a topic's messages must satisfy. */
  schemas: unknown
}

interface Listed {
  values: readonly string[]
  controller: string | { type: string; topicId?: string | undefined }
}

/** If anyone may do one of these, they can take everything, even if the rules set prices. */
const GIVES_ALL = new Set(['transfer/hbar', 'transfer/token', 'transfer/nft', 'allowance/approve', 'delete/account'])

/** Tokens on the ledger by id. Tokens that are not loaded are absent. */
export type ShownTokens = ReadonlyMap<string, ShownToken>

/** The language and the tokens for the description. */
export interface Wording {
  texts: Texts
  language: string
  tokens: ShownTokens
}

export function rulesOf(kind: Kind, rules: Rules, wording: Wording): Told {
  const { validators } = wording.texts
  const byWho = new Map<string, Permission>()
  const permit = (who: Who, name: string, what: string): void => {
    if (who.type === 'nobody') return
    const place = `${who.type} ${who.topicId ?? ''}`
    const permission = byWho.get(place) ?? { who, what: [], givesAll: false }
    if (!permission.what.includes(what)) permission.what.push(what)
    permission.givesAll ||= who.type === 'anyone' && GIVES_ALL.has(name)
    byWho.set(place, permission)
  }
  const list = (listed: Listed | undefined, word: (name: string) => string): void => {
    for (const name of listed?.values ?? []) permit(whoOf(listed?.controller ?? 'nobody'), name, word(name))
  }
  const change = (name: string): string => validators.changes(labelIn(validators.fields, name))
  const action = (name: string): string => labelIn(validators.actions, name)
  const told = { keys: validators.security[rules.smartNodeSecurity], schemas: undefined as unknown }
  let conditions: string[] = []
  if (kind === 'account') {
    const { actionsConditions, updateConditions } = rules as AccountRules
    list(actionsConditions, action)
    list(updateConditions, change)
    conditions = conditionsOfAccount(rules as AccountRules, wording)
  } else if (kind === 'token') {
    const { actionsConditions, updateConditions, feesConditions, keysConditions } = rules as TokenRules
    list(actionsConditions, action)
    for (const listed of [updateConditions, feesConditions, keysConditions]) list(listed, change)
  } else {
    const { actionsConditions = {}, updateConditions, tokenGates, customInterface } = rules as TopicRules
    for (const [name, controllers] of Object.entries(actionsConditions))
      for (const controller of controllers ?? [])
        permit(whoOf(controller), name, labelIn(validators.topicActions, name))
    if (updateConditions?.memo) permit(whoOf(updateConditions.memo), 'memo', change('memo'))
    conditions = gates(tokenGates?.fungibleTokens, tokenGates?.nonFungibleTokens, wording)
    told.schemas = customInterface
  }
  return { ...told, permissions: [...byWho.values()], conditions }
}

function whoOf(controller: Listed['controller']): Who {
  if (typeof controller === 'object') return { type: typeOf(controller.type), topicId: controller.topicId }
  const [type = '', topicId] = controller.split(':')
  return { type: typeOf(type), topicId }
}

const typeOf = (text: string): Who['type'] =>
  text === 'owner' || text === 'anyone' || text === 'dao' ? text : 'nobody'

/** Returns the name itself if this page has no label for it, for example from a newer node. */
const labelIn = (labels: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(labels, name) ? (labels[name] ?? name) : name

/**
 * Formats an amount with the token's decimals. If the token is not loaded, the text says that the amount is in smallest
 * units.
 */
function amountOf(units: number | string, id: string, { texts, language, tokens }: Wording): string {
  if (id === 'HBAR') return `${fullAmountText(BigInt(units), HBAR_DECIMALS, language)} ℏ`
  const token = tokens.get(id)
  const decimals = decimalsIn(token?.decimals)
  if (!token || decimals === undefined) return texts.validators.units(String(units), id)
  const symbol = shownSymbol(token.symbol, id)
  return `${fullAmountText(BigInt(units), decimals, language)} ${symbol === undefined ? '' : `${symbol} `}(${id})`
}

/** The tokens with amounts in the rules. */
export function tokensIn(rules: Rules): string[] {
  const { tokenGates, swapConditions, maxCustomFees } = rules as Partial<AccountRules>
  const ofTopic = (rules as Partial<TopicRules>).tokenGates?.fungibleTokens ?? []
  const ids = [
    ...[...(tokenGates?.fungibles?.tokens ?? []), ...ofTopic].map((gate) =>
      typeof gate === 'string' ? gate : gate.tokenId,
    ),
    ...(swapConditions?.prices ?? []).flatMap(({ token_id, counter }) => [token_id, counter.token_id]),
    ...(maxCustomFees ?? []).flatMap(({ fees }) => fees.map(({ token_id }) => token_id)),
  ]
  return [...new Set(ids)].filter((id) => id !== 'HBAR')
}

function conditionsOfAccount(rules: AccountRules, wording: Wording): string[] {
  const { tokenGates, swapConditions, maxCustomFees = [] } = rules
  const { validators } = wording.texts
  const amount = (units: number | string, token: string): string => amountOf(units, token, wording)
  const { start, end } = tokenGates?.timeRange ?? {}
  return [
    ...gates(tokenGates?.fungibles?.tokens, tokenGates?.nonFungibles?.tokens, wording),
    ...(start ? [validators.from(start)] : []),
    ...(end ? [validators.before(end)] : []),
    ...(swapConditions?.prices ?? []).map((price) =>
      validators.price(amount(price.amount, price.token_id), amount(price.counter.amount, price.counter.token_id)),
    ),
    ...maxCustomFees.map(({ id, fees }) =>
      fees.length === 0
        ? validators.noFees(id)
        : validators.fees(id, fees.map((fee) => amount(fee.amount, fee.token_id)).join(', ')),
    ),
  ]
}

type Gate<More> = readonly (string | ({ tokenId: string } & More))[] | undefined

function gates(
  fungibles: Gate<{ amount?: number | string }>,
  nfts: Gate<{ serialNumbers?: readonly number[] }>,
  wording: Wording,
): string[] {
  const { validators } = wording.texts
  return [
    ...(fungibles ?? []).map((gate) => {
      const { tokenId, amount = 1 } = typeof gate === 'string' ? { tokenId: gate } : gate
      return validators.holds(amountOf(amount, tokenId, wording))
    }),
    ...(nfts ?? []).map((gate) =>
      typeof gate === 'string' || !gate.serialNumbers
        ? validators.holdsNft(typeof gate === 'string' ? gate : gate.tokenId)
        : validators.holdsSerial(gate.tokenId, gate.serialNumbers.join(', ')),
    ),
  ]
}
