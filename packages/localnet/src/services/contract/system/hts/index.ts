import { bySelector, type Functions } from '../call.ts'
import { airdrops, ownAirdrops } from './airdrops.ts'
import { allowances } from './allowances.ts'
import { associations, ownAssociation } from './associations.ts'
import { creations, creationsWithMetadata } from './create.ts'
import { ercFacade } from './facades.ts'
import { roles } from './roles.ts'
import { supply } from './supply.ts'
import { transfers } from './transfers.ts'
import { updates, updatesWithMetadata } from './update.ts'
import { infoViews, infoViewsWithMetadata, tokenViews } from './views.ts'

const COMMON = [
  ...transfers,
  ...associations,
  ...supply,
  ...allowances,
  ...roles,
  ...updates,
  ...airdrops,
  ...tokenViews,
]

/** The token service at 0x167. */
export const tokenService: Functions = bySelector(...COMMON, ...creations, ...infoViews)

/** The token service at 0x16c. Its tokens have metadata (HIP-1028). */
export const tokenServiceWithMetadata: Functions = bySelector(
  ...COMMON,
  ...updatesWithMetadata,
  ...creationsWithMetadata,
  ...infoViewsWithMetadata,
)

/** The functions at a token's own address. */
export const tokenFacade: Functions = bySelector(...ercFacade, ...ownAssociation, ...ownAirdrops)
