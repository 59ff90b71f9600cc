import { HAPI_VERSION } from '#protocol/nodes.ts'
import { defineQuery } from './query-definition.ts'

/** NetworkGetVersionInfo */
export const versionInfo = defineQuery('networkGetVersionInfo', {
  response: 'networkGetVersionInfo',
  isPaid: true,
  answer: () => ({ hapiProtoVersion: HAPI_VERSION, hederaServicesVersion: HAPI_VERSION }),
})
