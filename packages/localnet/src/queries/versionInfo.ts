import { HAPI_VERSION } from '../nodes.ts'
import { defineQuery } from '../queryDefinition.ts'

/** NetworkGetVersionInfo */
export const versionInfo = defineQuery('networkGetVersionInfo', {
  response: 'networkGetVersionInfo',
  isPaid: true,
  answer: () => ({ hapiProtoVersion: HAPI_VERSION, hederaServicesVersion: HAPI_VERSION }),
})
