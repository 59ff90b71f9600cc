/** Checks of a validator's configuration that a schema cannot express. */
import { toLedgerTime } from '@quorate/ledger'
import { badRequest } from '@quorate/platform'
import { checkInterface } from '../model/custom-interface.ts'
import type { AccountConfiguration, ConsensusConfiguration, TokenConfiguration } from './configuration.ts'
import { gatesFault } from './gates.ts'

export type Configuration = AccountConfiguration | ConsensusConfiguration | TokenConfiguration

/** @throws 400 INVALID_VALIDATOR, naming the field */
export function checkConfiguration(configuration: Configuration): void {
  if ('customInterface' in configuration && configuration.customInterface) checkInterface(configuration.customInterface)
  const { smartNodeSecurity, ...conditions } = configuration
  if (smartNodeSecurity === 'none') checkNone(conditions)
  checkGates(configuration)
  checkTimes(configuration)
  for (const [name, value] of Object.entries(conditions)) checkController(name, value)
  if ('swapConditions' in configuration)
    for (const [index, price] of (configuration.swapConditions?.prices ?? []).entries()) checkPrice(price, index)
}

/** The topics of the DAOs that control anything, without duplicates. */
export function daoTopicsIn({ actionsConditions, updateConditions, ...others }: Configuration): string[] {
  const { feesConditions, keysConditions } = others as TokenConfiguration
  const conditions = [actionsConditions, updateConditions, feesConditions, keysConditions]
  const controllers = conditions.flatMap((one) => Object.values(one ?? {})).flat() as unknown[]
  const topics = controllers.map((one) => {
    const { type, topicId } = Object(one)
    return typeof one === 'string' ? /^dao:(.+)$/.exec(one)?.[1] : type === 'dao' ? String(topicId) : undefined
  })
  return [...new Set(topics)].filter((id) => id !== undefined)
}

const invalid = (field: string, why: string) => badRequest('INVALID_VALIDATOR', `${field}: ${why}`)

function checkNone(conditions: object): void {
  const [field] = Object.entries(conditions).find(([, value]) => !isEmpty(value)) ?? []
  if (field) throw invalid(field, 'it has no effect, because smartNodeSecurity is none and the network does not sign')
}

/** Whether a condition lists nothing. The controller of an empty list does not count. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' &&
    Object.entries(value).every(([name, inside]) => name === 'controller' || isEmpty(inside)))

function checkGates(configuration: Configuration): void {
  const { tokenGates: ofAccount } = configuration as AccountConfiguration
  const { tokenGates: ofTopic } = configuration as ConsensusConfiguration
  const fault = gatesFault({ nfts: ofAccount?.nonFungibles?.tokens ?? ofTopic?.nonFungibleTokens ?? [] })
  if (fault) throw invalid('tokenGates', fault)
  for (const gate of ofAccount?.fungibles?.tokens ?? ofTopic?.fungibleTokens ?? [])
    if (typeof gate !== 'string' && BigInt(gate.amount ?? 1) === 0n)
      throw invalid('tokenGates', `the amount of ${gate.tokenId} is 0, which every account holds: send at least 1`)
}

function checkTimes(configuration: Configuration): void {
  const { tokenGates: gates } = configuration as AccountConfiguration
  for (const name of ['start', 'end'] as const) {
    const text = gates?.timeRange?.[name]
    if (text === undefined) continue
    toLedgerTime(text, `tokenGates/timeRange/${name}`)
    if (DATE_AS_SECONDS.test(text))
      throw invalid(
        `tokenGates/timeRange/${name}`,
        `"${text}" would be read as seconds since 1970: send a date such as 2030-01-31, or a time such as 2030-01-31T12:00:00Z`,
      )
  }
}

/** A year or date without hyphens. It would be read as seconds. */
const DATE_AS_SECONDS = /^\d{1,8}(\.|$)/

function checkController(name: string, value: unknown): void {
  const controller = (value as { controller?: { type?: string; topicId?: string } } | undefined)?.controller
  if (typeof controller === 'object' && controller.type === 'dao' && !controller.topicId)
    throw invalid(
      `${name}/controller/topicId`,
      'is required if the controller is a dao: send the topic of that DAO, such as 0.0.1001',
    )
}

function checkPrice(
  { token_id, amount, counter }: NonNullable<AccountConfiguration['swapConditions']>['prices'][number],
  index: number,
) {
  const field = `swapConditions/prices/${index}`
  if (token_id === counter.token_id) throw invalid(field, 'counter/token_id equals token_id: send two different tokens')
  if (BigInt(amount) === 0n) throw invalid(`${field}/amount`, 'is 0')
  if (BigInt(counter.amount) === 0n) throw invalid(`${field}/counter/amount`, 'is 0')
}
