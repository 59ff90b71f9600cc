/**
 * Entry point `@quorate/verify/ipns`: IPNS names, and the records that say what they point at. It is separate, since
 * few pages need it.
 */
export { type IpnsName, ipnsName, readIpnsName } from './ipns/name.ts'
export { contentPath } from './ipns/path.ts'
export {
  compareRecords,
  dataToSign,
  ipnsRecord,
  MAX_RECORD_BYTES,
  type NameRecord,
  type RecordFields,
  readRecord,
  recordData,
} from './ipns/record.ts'
