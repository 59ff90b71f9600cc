import { isEntityId } from '../values/entity-ids.ts'

/**
 * A path that is made of these ids; null where one is no entity id: as a part of the path it could lead elsewhere, and
 * nothing has it.
 */
export const entityPath = (ids: readonly string[], path: string): string | null => (ids.every(isEntityId) ? path : null)

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** The same for an account, which may be named by its EVM address, too. */
export const accountPath = (id: string, path: string): string | null =>
  EVM_ADDRESS.test(id) ? path : entityPath([id], path)
