import { isEntityId } from '../../values/ids/entity-ids.ts'

/**
 * The path, if all these ids in it are entity ids; otherwise null. Other text could lead to another path, and no entity
 * has such an id.
 */
export const entityPath = (ids: readonly string[], path: string): string | null => (ids.every(isEntityId) ? path : null)

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Like {@link entityPath}, for an account, which may also be named by its EVM address. */
export const accountPath = (id: string, path: string): string | null =>
  EVM_ADDRESS.test(id) ? path : entityPath([id], path)
