/** The vote that a ballot key is for, as requests and questions describe it. */
import { TopicId } from '@quorate/platform'
import type { BallotKeyPurpose } from '@quorate/verify/recount'
import { Type } from 'typebox'

const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  title: 'an id of the governance service',
  examples: ['1f0c1f5e-0f4b-4f39-9f4e-0a3b7f0f2b11'],
})
export const Purpose = Type.Object(
  {
    chain: Type.String({ maxLength: 64, description: 'the chain of the DAO' }),
    topicId: Type.Unsafe<string>({ ...TopicId, description: "the DAO's topic" }),
    daoId: Uuid,
    proposalId: Uuid,
    endTime: Type.String({
      format: 'date-time',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
      title: 'a time with milliseconds, in UTC',
      examples: ['2026-11-30T12:00:00.000Z'],
      description: 'the end of the voting: no node gives its part of the key before',
    }),
  },
  { additionalProperties: false, description: 'the vote that the key is for' },
) satisfies Type.TSchema & { static?: BallotKeyPurpose }

export const ClosedAt = Type.String({
  pattern: '^(0|[1-9][0-9]{0,11})\\.[0-9]{9}$',
  title: 'a consensus timestamp, seconds.nanoseconds',
  examples: ['1700000000.000000001'],
  description: 'the consensus timestamp of the closing record',
})
