import { AccountId, AmountOut, encodeAmount, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { Dao } from '../model/dao.ts'
import type { Delegate } from '../model/delegate.ts'

const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const count = (description: string) => Type.Integer({ description })

export const StatementOut = namedSchema(
  'DelegateStatement',
  Type.Object({
    daoId: Type.String(),
    chain: Type.String(),
    account: AccountId,
    statement: orNull(Type.String({ description: 'Markdown; null once it is withdrawn' })),
    changedAt: Time,
  }),
)

export const DelegateOut = namedSchema(
  'Delegate',
  Type.Object({
    daoId: Type.String(),
    account: AccountId,
    statement: orNull(Type.String({ description: 'what it says about itself, in Markdown; null if nothing' })),
    statedAt: orNull(Time),
    delegators: count('how many members have named it as their delegate, without those for an area'),
    areas: Type.Array(
      Type.Object({
        area: Type.String({ description: 'its name' }),
        delegators: count('how many members have named it for this area'),
      }),
      {
        description: 'the areas for which members have named it',
      },
    ),
    receives: count('how many members it votes for if nobody else votes, also through other delegates'),
    weight: orNull({
      ...AmountOut,
      description:
        'what these members weighed at the start of the last proposal that weighed all of them; null if votes weigh the same, and before the first such proposal',
    }),
    voted: count('on how many of these proposals it has voted'),
    votable: count("how many of the DAO's last 100 proposals began after it joined, and were not cancelled"),
  }),
)

export interface Stated {
  account: string
  statement: string | null
  at: Date
}

export const statementOut = (
  { daoId, chain }: Pick<Dao, 'daoId' | 'chain'>,
  { account, statement, at }: Stated,
): Static<typeof StatementOut> => ({ daoId, chain, account, statement, changedAt: at.toISOString() })

export const delegateOut = (
  daoId: string,
  { statement, weight, ...delegate }: Delegate,
): Static<typeof DelegateOut> => ({
  daoId,
  ...delegate,
  statement: statement?.text ?? null,
  statedAt: statement?.statedAt.toISOString() ?? null,
  weight: weight === null ? null : encodeAmount(weight),
})
