import { amountIn, TokenId } from '@quorate/platform'
import { type Static, Type } from 'typebox'

const exact = { additionalProperties: false }

const MaxFee = Type.Object(
  {
    token_id: Type.Union([Type.Literal('HBAR'), TokenId]),
    amount: amountIn("the smallest unit of token_id (tinybars of 'HBAR')"),
  },
  exact,
)
/**
 * The most that one transaction may charge an account in custom fees for sending a token or for a message to a topic.
 */
export const MaxCustomFees = Type.Array(
  Type.Object(
    {
      id: Type.Unsafe<string>({ ...TokenId, description: 'the token that is given, or the topic of the message' }),
      fees: Type.Array(MaxFee, { maxItems: 10 }),
    },
    exact,
  ),
  {
    maxItems: 20,
    description:
      'the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed',
  },
)
export type MaxCustomFees = Static<typeof MaxCustomFees>
