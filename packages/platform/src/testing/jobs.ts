/** For the tests of what is told when a job is set aside: no test ends its own process. */

import { limits } from '../base/platform-limits.ts'
import { withSession } from '../database/connection.ts'
import type { DatabaseServer } from '../database/database.ts'

/** Makes what waits for another attempt, of one kind, look as if its process had ended each time that it ran: it is set aside when it is taken next. */
export async function interruptWaiting({ store }: DatabaseServer, kind: string): Promise<number> {
  const { rows } = await withSession(store, (session) =>
    session.query(INTERRUPT, [kind, limits.jobInterruptions.value]),
  )
  return rows.length
}

const INTERRUPT = `
  insert into platform.interrupted_job (id, kind, begun)
  select id, name, $2 from pgboss.job where name = $1 and state = 'retry'
  returning id`
