import type { Change, Database, Jobs } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import type { Request } from '../../model/request.ts'
import { counts } from '../../model/signatures.ts'
import { findRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import type { Replacements } from './replacements.ts'

/**
 * Handles signatures that a request has gained by these keys: announces them to the owners once the change is
 * committed, and rejects the requests that this one replaces.
 */
export type TellAdded = (trx: Change<Tables>, signed: Request, publicKeys: string[]) => Promise<void>

export function createTellAdded(deps: {
  database: Database<Tables>
  jobs: Jobs
  announcements: Announcements
  replacements: Pick<Replacements, 'signed'>
}): TellAdded {
  const { database, jobs, announcements, replacements } = deps
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
    const counted = signed.signatures.filter((one) => counts(one) && publicKeys.includes(one.publicKey))
    if (counted.length > 0)
      await replacements.signed(trx, signed, [...new Set(counted.map(({ senderId }) => senderId))])
  }
}
