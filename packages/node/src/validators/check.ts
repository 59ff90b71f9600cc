/** What a configuration may say, beyond its schema. */
import { badRequest } from '@quorate/platform'
import { toLedgerTime } from '../timestamps.ts'
import type { AccountConfiguration, ConsensusConfiguration, TokenConfiguration } from './configuration.ts'

export type Configuration = AccountConfiguration | ConsensusConfiguration | TokenConfiguration

/** @throws 400 INVALID_VALIDATOR, naming the field */
export function checkConfiguration(configuration: Configuration): void {
  const { smartNodeSecurity, ...conditions } = configuration
  if (smartNodeSecurity === 'none') checkNone(conditions)
  checkTimes(configuration)
  for (const [name, value] of Object.entries(conditions)) checkController(name, value)
  if ('customInterface' in configuration && configuration.customInterface)
    checkSchema(configuration.customInterface, 'customInterface')
  if ('swapConditions' in configuration)
    for (const [index, price] of (configuration.swapConditions?.prices ?? []).entries()) checkPrice(price, index)
}

const invalid = (field: string, why: string) => badRequest('INVALID_VALIDATOR', `${field}: ${why}`)

function checkNone(conditions: object): void {
  const [field] = Object.entries(conditions).find(([, value]) => !isEmpty(value)) ?? []
  if (field) throw invalid(field, 'smartNodeSecurity is none: without the network among the keys nothing enforces it')
}

/** Lists without items, and nobody in control of nothing. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' &&
    Object.entries(value).every(([name, inside]) => name === 'controller' || isEmpty(inside)))

function checkTimes(configuration: Configuration): void {
  const { tokenGates: gates } = configuration as AccountConfiguration
  for (const name of ['start', 'end'] as const) {
    const text = gates?.timeRange?.[name]
    if (text !== undefined) toLedgerTime(text, `tokenGates/timeRange/${name}`)
  }
}

function checkController(name: string, value: unknown): void {
  const controller = (value as { controller?: { type?: string; topicId?: string } } | undefined)?.controller
  if (typeof controller === 'object' && controller.type === 'dao' && !controller.topicId)
    throw invalid(`${name}/controller/topicId`, 'is required where the controller is a dao')
}

function checkPrice(
  { token_id, amount, counter }: NonNullable<AccountConfiguration['swapConditions']>['prices'][number],
  index: number,
) {
  const field = `swapConditions/prices/${index}`
  if (token_id === counter.token_id) throw invalid(field, 'token_id and counter/token_id are the same')
  if (BigInt(amount) === 0n) throw invalid(`${field}/amount`, 'is 0')
  if (BigInt(counter.amount) === 0n) throw invalid(`${field}/counter/amount`, 'is 0')
}

/** Patterns are programs of strangers that would run here, and references lead elsewhere. */
const REFUSED = new Set([
  'pattern',
  'patternProperties',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  '$id',
  '$schema',
  'format',
])
const MAX_DEPTH = 16

function checkSchema(value: unknown, field: string, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw invalid(field, `is nested deeper than ${MAX_DEPTH} levels`)
  for (const [name, inside] of Object.entries(value)) {
    // A property may have any name; a keyword may not.
    if (REFUSED.has(name) && typeof inside === 'string')
      throw invalid(`${field}/${name}`, 'this keyword is not taken here')
    if (name === 'patternProperties') throw invalid(`${field}/${name}`, 'this keyword is not taken here')
    checkSchema(inside, `${field}/${name}`, depth + 1)
  }
}
