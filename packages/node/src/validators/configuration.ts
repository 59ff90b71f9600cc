/** The three kinds of validator. */
import { MaxCustomFees } from '@quorate/ledger'
import { exact, isMove, NamedUnits, operations, Serial } from '@quorate/ledger/operations'
import { AnyNames, amountIn, namedSchema, TokenId, TopicId } from '@quorate/platform'
import { ENTITY_ID_PATTERN } from '@quorate/verify'
import { type Static, Type } from 'typebox'

const Security = Type.Enum(['none', 'partial', 'full'], {
  description:
    "the keys of what is created under it: none, its sender's; partial, its sender's and the network's (both must sign); full, the network's alone",
})
const Controller = Type.String({
  pattern: `^(owner|anyone|nobody|dao:${ENTITY_ID_PATTERN.slice(1, -1)})$`,
  title: 'owner (who created it), anyone, nobody, or dao:<topicId>',
  examples: ['dao:0.0.1001'],
})
const names = (tags: string[], except: string[]) =>
  operations
    .filter(({ tag, name }) => tags.includes(tag) && !except.includes(name) && !isMove(name))
    .map(({ name }) => name)

const listOf = (allowed: string[]) => Type.Array(Type.Enum(allowed), { uniqueItems: true, maxItems: 100 })
const conditions = (allowed: string[]) =>
  Type.Optional(Type.Object({ values: listOf(allowed), controller: Controller }, exact))

/** A token id without an amount requires any amount, or any serial number, of that token. */
const FungibleGate = Type.Union([
  TokenId,
  Type.Object({ tokenId: TokenId, amount: Type.Optional(amountIn('the smallest unit of tokenId')) }, exact),
])
const NftGate = Type.Union([
  TokenId,
  Type.Object(
    { tokenId: TokenId, serialNumbers: Type.Optional(Type.Array(Serial, { minItems: 1, maxItems: 20 })) },
    exact,
  ),
])
const Gates = { maxItems: 20 }
const Time = Type.String({ maxLength: 40, description: 'ISO 8601, or seconds.nanoseconds' })
const TimeRange = Type.Union([
  Type.Null(),
  Type.Object({ start: Type.Optional(Time), end: Type.Optional(Time) }, exact),
])

const HbarOrToken = Type.Union([Type.Literal('HBAR'), TokenId])
const Price = Type.Object(
  {
    token_id: HbarOrToken,
    amount: NamedUnits,
    counter: Type.Object({ token_id: HbarOrToken, amount: NamedUnits }, exact),
  },
  {
    ...exact,
    description: 'for `amount` of `token_id` the account takes at least `counter`; for other amounts in proportion',
  },
)

/**
 * Signatures on requests of wallets that the account co-owns. Only decisions of the DAO that controls the account can
 * permit them.
 */
export const SIGN_FOR_WALLETS = 'sign/wallet'

export const ACCOUNT_FIELDS = ['memo', 'maxAutomaticTokenAssociations', 'isReceiverSignatureRequired', 'stakingNode']
export const TOKEN_FIELDS = ['name', 'symbol', 'memo', 'newTreasuryAccountId']
export const TOKEN_KEY_FIELDS = [
  'adminKey',
  'kycKey',
  'freezeKey',
  'wipeKey',
  'supplyKey',
  'feeScheduleKey',
  'pauseKey',
]
export const FEE_FIELDS = ['fixed_fees', 'fractional_fees', 'royalty_fees']

export const AccountConfiguration = namedSchema(
  'AccountValidator',
  Type.Object(
    {
      smartNodeSecurity: Security,
      updateConditions: conditions(ACCOUNT_FIELDS),
      actionsConditions: conditions([...names(['topics', 'tokens', 'accounts'], ['update/account']), SIGN_FOR_WALLETS]),
      tokenGates: Type.Optional(
        Type.Object(
          {
            fungibles: Type.Optional(Type.Object({ tokens: Type.Array(FungibleGate, Gates) }, exact)),
            nonFungibles: Type.Optional(Type.Object({ tokens: Type.Array(NftGate, Gates) }, exact)),
            timeRange: Type.Optional(TimeRange),
          },
          exact,
        ),
      ),
      swapConditions: Type.Optional(Type.Object({ prices: Type.Array(Price, { maxItems: 50 }) }, exact)),
      maxCustomFees: Type.Optional(MaxCustomFees),
    },
    exact,
  ),
)
export type AccountConfiguration = Static<typeof AccountConfiguration>

const Controllers = Type.Optional(Type.Array(Controller, { maxItems: 20 }))
const JsonSchema = AnyNames(Type.Unknown(), { title: 'a JSON Schema, an object', description: 'a JSON Schema' })

export const ConsensusConfiguration = namedSchema(
  'TopicValidator',
  Type.Object(
    {
      smartNodeSecurity: Security,
      tokenGates: Type.Optional(
        Type.Object(
          {
            fungibleTokens: Type.Optional(Type.Array(FungibleGate, Gates)),
            nonFungibleTokens: Type.Optional(Type.Array(NftGate, Gates)),
          },
          exact,
        ),
      ),
      customInterface: Type.Optional(
        Type.Object(
          {
            parameters: AnyNames(JsonSchema, { title: 'an object with a JSON Schema for each property' }),
            conditions: Type.Optional(Type.Array(JsonSchema, { maxItems: 20 })),
          },
          {
            ...exact,
            description:
              'what messages must be: JSON objects that match the schema of each property and all conditions; if both are empty, any message',
          },
        ),
      ),
      actionsConditions: Type.Optional(
        Type.Object(
          { create: Controllers, update: Controllers, delete: Controllers },
          {
            ...exact,
            description: 'who may submit messages, change the topic and delete it; any of those listed',
          },
        ),
      ),
      updateConditions: Type.Optional(Type.Object({ memo: Type.Optional(Controller) }, exact)),
    },
    exact,
  ),
)
export type ConsensusConfiguration = Static<typeof ConsensusConfiguration>

const TokenController = Type.Object(
  { type: Type.Enum(['owner', 'anyone', 'nobody', 'dao']), topicId: Type.Optional(TopicId) },
  { ...exact, description: 'dao needs the `topicId` of the DAO' },
)
const tokenConditions = (allowed: string[]) =>
  Type.Optional(Type.Object({ values: listOf(allowed), controller: TokenController }, exact))

export const TokenConfiguration = namedSchema(
  'TokenValidator',
  Type.Object(
    {
      smartNodeSecurity: Security,
      updateConditions: tokenConditions(TOKEN_FIELDS),
      actionsConditions: tokenConditions(names(['tokens'], ['create/token', 'update/token', 'update/fees'])),
      feesConditions: tokenConditions(FEE_FIELDS),
      keysConditions: tokenConditions(TOKEN_KEY_FIELDS),
    },
    exact,
  ),
)
export type TokenConfiguration = Static<typeof TokenConfiguration>
