/** Puts the parts for names together. */
import { createDnsLink } from './dnslink.ts'
import { createNames } from './names.ts'
import { createRecords } from './records.ts'
import { createResolve } from './resolve.ts'
import { routersIn } from './routers.ts'

type NamingDeps = Parameters<typeof createNames>[0] & Parameters<typeof createRecords>[0]

export function createNaming(
  deps: Omit<NamingDeps, 'routers'> & {
    settings: Parameters<typeof createDnsLink>[0] & Parameters<typeof routersIn>[0]
  },
) {
  const { settings, clock } = deps
  const routers = routersIn(settings)
  const records = createRecords({ ...deps, routers })
  const resolveName = createResolve({ records, lookUp: createDnsLink(settings, clock) })
  return { records, resolveName, names: createNames({ ...deps, routers }) }
}
