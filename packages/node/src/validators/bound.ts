/** Reads of what is bound to validators, as the database has it. */
import type { Reader } from '@quorate/platform'
import type { Selectable } from 'kysely'
import type { Tables } from '../store/store.ts'

/** An intent whose entity exists. */
export type Bound = Selectable<Tables['node.intent']> & { entity: string }

const bound = (read: Reader<Tables>, chain: string) =>
  read
    .selectFrom('node.intent')
    .selectAll()
    .where('chain', '=', chain)
    .where('entity', 'is not', null)
    .$narrowType<{ entity: string }>()

/** What an account owns, the newest first; a page from before `cursor`. */
export function boundOf(
  read: Reader<Tables>,
  { chain, owner, limit, cursor }: { chain: string; owner: string; limit: number; cursor: bigint | undefined },
): Promise<Bound[]> {
  const found = bound(read, chain).where('owner', '=', owner).orderBy('sequence', 'desc').limit(limit)
  return (cursor === undefined ? found : found.where('sequence', '<', cursor)).execute()
}

export const boundEntity = (read: Reader<Tables>, chain: string, entity: string): Promise<Bound | undefined> =>
  bound(read, chain).where('entity', '=', entity).executeTakeFirst()
