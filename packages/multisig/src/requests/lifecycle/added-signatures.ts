import type { Change, Database, Jobs } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import type { Request } from '../../model/request.ts'
import { findRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'

/** Announces the signatures that `signed` gained by these keys to the owners, once the change is committed. */
export type TellAdded = (trx: Change<Tables>, signed: Request, publicKeys: string[]) => Promise<void>

export function createTellAdded(deps: {
  database: Database<Tables>
  jobs: Jobs
  announcements: Announcements
}): TellAdded {
  const { database, jobs, announcements } = deps
  const kind = jobs.define<{ jobId: string; publicKey: string }, Request>(
    'transaction.sign',
    async ({ jobId, publicKey }, { local }) => {
      const request = local ?? (await findRequest(database.read, jobId))
      const signature = request?.signatures.find((counted) => counted.publicKey === publicKey)
      if (request && signature) announcements.signatureAdded(request, signature)
    },
  )
  return async (trx, signed, publicKeys) => {
    for (const publicKey of publicKeys)
      await jobs.createAndRun(trx, kind, { jobId: signed.jobId, publicKey }, { local: signed })
  }
}
