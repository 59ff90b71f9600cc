import { Type } from 'typebox'
import { ENTITY_ID_PATTERN } from './entity-ids.ts'

/** The id of an account, a token or a topic. */
export const EntityId = Type.String({ pattern: ENTITY_ID_PATTERN })
