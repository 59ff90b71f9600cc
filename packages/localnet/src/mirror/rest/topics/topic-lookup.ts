import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { parseId } from '#protocol/ids.ts'

/**
 * The row of the topic that a path names.
 *
 * @throws 400 if the text is not an id, 404 if the topic does not exist
 */
export function findTopic(text: string, context: MirrorContext): Row {
  const num = parseId(text)
  if (num === undefined) throw invalidParameter('topicId')
  const row = select(context, 'SELECT * FROM topic WHERE num = ?', num)[0]
  if (!row) throw notFound()
  return row
}
