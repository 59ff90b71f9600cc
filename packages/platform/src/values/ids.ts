/** Schemas of the ledger's entity ids. */
import { ENTITY_ID_PATTERN } from '@quorate/verify'
import { Type } from 'typebox'
import { namedSchema } from './named-schema.ts'

const entity = (name: string, what: string) =>
  namedSchema(
    name,
    Type.String({ pattern: ENTITY_ID_PATTERN, title: `${what}, shard.realm.num`, examples: ['0.0.1001'] }),
  )

export const AccountId = entity('AccountId', 'an account id')
export const TokenId = entity('TokenId', 'a token id')
export const TopicId = entity('TopicId', 'a topic id')
