import { defineQuery } from '../queryDefinition.ts'

/** The protocol whose rules the ledger follows. */
const VERSION = { major: 0, minor: 70, patch: 0, pre: '', build: '' }

/** NetworkGetVersionInfo */
export const versionInfo = defineQuery('networkGetVersionInfo', {
  response: 'networkGetVersionInfo',
  isPaid: true,
  answer: () => ({ hapiProtoVersion: VERSION, hederaServicesVersion: VERSION }),
})
