import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { versionAt } from '#mirror/rest/version.ts'
import { parseEntityId } from '#protocol/ids.ts'
import type { Token } from '#state/entities.ts'

/**
 * The token that a path names, with its row, now or as it was right after `moment` (nanoseconds).
 *
 * @throws 400 if the text is not an id, 404 if the token does not exist
 */
export function findToken(text: string, context: MirrorContext, moment?: bigint): { token: Token; row: Row } {
  const num = parseEntityId(text)
  if (num === undefined) throw invalidParameter('tokenId')
  const current = select(context, 'SELECT * FROM token WHERE num = ?', num)[0]
  const row = current && moment !== undefined ? versionAt('token', current, moment, context) : current
  if (!row) throw notFound()
  return { token: context.store.tokens.decode(row), row }
}
