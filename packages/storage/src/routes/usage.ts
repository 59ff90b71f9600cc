/** The route that tells a wallet what it uses of its quota (`GET /ipfs/usage`). */
import { type Database, type Http, namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { ownerOf, type PinOwner } from '../model/owner.ts'
import { NO_QUOTA, type Quota } from '../model/quota.ts'
import type { Settings } from '../settings.ts'
import { countPinsOf } from '../store/pins.ts'
import type { Tables } from '../store/tables.ts'
import { usageOf } from '../store/usage.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const limit = (description: string) => Type.Union([count(description), Type.Null()], { description })

const UsageOut = namedSchema(
  'Usage',
  Type.Object({
    bytes: count('bytes of the blocks of all pins, as the quota counts them'),
    released: count('unpinned bytes that count until they are removed'),
    pins: count('pins in any status'),
    pending: count('of these, pins that are queued or being fetched'),
    limits: Type.Object({
      bytes: limit('the maximum bytes, including `released`; null: no limit'),
      pins: limit('the maximum number of pins; null: no limit'),
      pending: count('pins that may be queued or being fetched'),
      fileSize: count('bytes of one upload'),
    }),
  }),
)

export function usageRoutes(
  http: Http,
  {
    database,
    quotaOf,
    settings,
  }: { database: Database<Tables>; quotaOf(owner: PinOwner): Quota; settings: Pick<Settings, 'MAX_FILE_SIZE'> },
): void {
  http.get(
    '/ipfs/usage',
    {
      config: { access: 'session' },
      schema: {
        tags: ['pins'],
        summary: 'Get my storage use and limits',
        response: { 200: UsageOut },
      },
    },
    async ({ session }) => {
      const owner = ownerOf(session)
      const quota = quotaOf(owner)
      const most = limits.maxPendingPins.value
      const [{ bytes, released }, { all, pending }] = await Promise.all([
        usageOf(database.read, owner),
        countPinsOf(database.read, owner, most),
      ])
      return {
        bytes,
        released,
        pins: all,
        pending,
        limits: {
          bytes: quota.bytes === NO_QUOTA ? null : quota.bytes,
          pins: Number.isFinite(quota.pins) ? quota.pins : null,
          pending: most,
          fileSize: settings.MAX_FILE_SIZE,
        },
      }
    },
  )
}
