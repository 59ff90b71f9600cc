/** The metrics of the shared key. Without a key, they have no values. */
import type { Http } from '@quorate/platform'
import { Gauge } from 'prom-client'
import { canFail, type SeenMembers } from '../answers/shared-key.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'

export function sharedKeyMetrics(http: Http, held: () => HeldKey | undefined, seen: SeenMembers): void {
  const gauge = (name: string, help: string, read: (held: HeldKey) => number): void => {
    new Gauge({
      name,
      help,
      registers: [http.metrics.registry],
      collect() {
        const own = held()
        this.remove()
        if (own) this.set(read(own))
      },
    })
  }
  gauge(
    'node_shared_key_members_that_can_fail',
    'How many more members of the shared key may fail while the others can still sign; negative if too few are live',
    (own) => canFail(own, seen),
  )
  gauge('node_shared_key_has_share', 'Whether this node has its share of the shared key', ({ share }) =>
    share ? 1 : 0,
  )
  gauge(
    'node_shared_key_is_backed_up',
    'Whether an operator has confirmed a backup of the share',
    ({ share, backedUpAt }) => (share && !backedUpAt ? 0 : 1),
  )
}
