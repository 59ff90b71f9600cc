/** The fields of a request that proposes something. */
import { AccountId, AnyNames } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { Fraction, MAX_AREA_LENGTH, Percent } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { Method } from './resources.ts'

export const proposed = {
  daoId: Type.String({ maxLength: 100 }),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.String({ maxLength: 5000 }),
  creatorAddress: AccountId,
  votingDurationHours: Type.Number({ exclusiveMinimum: 0, maximum: 87_600 }),
  proposalData: Type.Optional(
    AnyNames(Type.Unknown(), {
      title: 'an object of any form',
      description:
        'any JSON object; its field `operation` {method, path, body} is the write of the node API that the proposal permits if it passes, and its field `change` {rules, members} changes the DAO then',
    }),
  ),
  votingOptions: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: limits.maxManyOptions.value,
      uniqueItems: true,
      description: "two to five different options, or as many as the DAO's rules allow; by default YES, NO and ABSTAIN",
    }),
  ),
  votingMethod: Type.Optional({
    ...Method,
    description: "one that the DAO's rules allow; by default `single`",
  }),
  startTime: Type.Optional(
    Type.String({
      format: 'date-time',
      description: "when voting starts, ISO 8601; by default as soon as the DAO's `votingDelay` allows",
    }),
  ),
  validUntil: Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
      description:
        'the decision cannot be carried out after this time: ISO 8601 or seconds.nanoseconds, later than the end of the voting',
    }),
  ),
  quorum: Type.Optional(
    Type.Union([Percent, Type.Null()], {
      description: 'percent of the eligible weight that must be cast',
    }),
  ),
  area: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_AREA_LENGTH }), Type.Null()], {
      description: 'one of the `areas` of the DAO: delegates for it vote before those for all areas',
    }),
  ),
  optimistic: Type.Optional(
    Type.Boolean({
      description:
        'whether it passes unless a share of the eligible weight votes NO, if the rules of the DAO have `objections`; by default not',
    }),
  ),
  quorumFraction: Type.Optional(
    Type.Union([Fraction, Type.Null()], {
      description: 'the exact share, such as 1/3, instead of `quorum` (or beside the same in percent)',
    }),
  ),
}
