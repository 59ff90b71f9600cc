import { createAdoption } from '../adoption/adoption.ts'
import { createSpendingLimits } from '../spending/spending-limits.ts'
import { createRoles } from './roles.ts'

type Deps = Parameters<typeof createAdoption>[0] &
  Parameters<typeof createRoles>[0] &
  Parameters<typeof createSpendingLimits>[0]

/**
 * How accounts get access to a wallet besides requests: as owners of an existing account, by a role, or by a spending
 * limit.
 */
export const createAccess = (deps: Deps) => ({
  adoption: createAdoption(deps),
  roles: createRoles(deps),
  spendingLimits: createSpendingLimits(deps),
})
