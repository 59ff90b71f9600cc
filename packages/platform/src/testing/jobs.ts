/** For the tests of set-aside jobs, since a test cannot end its own process. */

import { limits } from '../bounds/platform-limits.ts'
import { withSession } from '../database/connection.ts'
import type { DatabaseServer } from '../database/database.ts'

/**
 * Makes jobs of a kind that wait for another attempt look as if their process had ended each time they ran. They are
 * set aside when fetched.
 */
export async function interruptWaiting({ connections }: DatabaseServer, kind: string): Promise<number> {
  const { rows } = await withSession(connections, (session) =>
    session.query(INTERRUPT, [kind, limits.jobInterruptions.value]),
  )
  return rows.length
}

const INTERRUPT = `
  insert into platform.interrupted_job (id, kind, begun)
  select id, name, $2 from pgboss.job where name = $1 and state = 'retry'
  returning id`
