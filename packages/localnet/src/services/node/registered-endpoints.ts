import type { com } from '@hiero-ledger/proto'
import { check } from '#protocol/status-error.ts'
import type { RegisteredNode, ServiceType } from '#state/entities.ts'

type Endpoint = com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint

/** nodes.maxRegisteredServiceEndpoint, maxRegisteredFqdnSize, maxGeneralServiceDescriptionUtf8Bytes */
const MAX_ENDPOINTS = 50
const MAX_DOMAIN_LENGTH = 250
const MAX_DESCRIPTION_BYTES = 100
const MAX_PORT = 65_535
const ADDRESS_BYTES = [4, 16]
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

const FIELDS = [
  ['blockNode', 'BLOCK_NODE'],
  ['mirrorNode', 'MIRROR_NODE'],
  ['rpcRelay', 'RPC_RELAY'],
  ['generalService', 'GENERAL_SERVICE'],
] as const satisfies readonly (readonly [keyof Endpoint, ServiceType])[]

/** The type of service that an endpoint offers; undefined if it names none. */
export const typeOf = (endpoint: Endpoint): ServiceType | undefined =>
  FIELDS.find(([field]) => endpoint[field] != null)?.[1]

/** The endpoints and their types, checked like in `AddressBookValidator.validateRegisteredServiceEndpoints`. */
export function checkedEndpoints(endpoints: readonly Endpoint[]): Pick<RegisteredNode, 'endpoints' | 'types'> {
  check(endpoints.length > 0, 'INVALID_REGISTERED_ENDPOINT')
  check(endpoints.length <= MAX_ENDPOINTS, 'REGISTERED_ENDPOINTS_EXCEEDED_LIMIT')
  return { endpoints, types: [...new Set(endpoints.map(checkedType))] }
}

function checkedType(endpoint: Endpoint): ServiceType {
  const { ipAddress, domainName, port } = endpoint
  check((port ?? 0) <= MAX_PORT, 'INVALID_REGISTERED_ENDPOINT')
  check(ipAddress != null || domainName != null, 'INVALID_REGISTERED_ENDPOINT')
  const isAddress = ipAddress != null ? ADDRESS_BYTES.includes(ipAddress.length) : isDomain(domainName ?? '')
  check(isAddress, 'INVALID_REGISTERED_ENDPOINT_ADDRESS')
  const type = typeOf(endpoint)
  check(type !== undefined, 'INVALID_REGISTERED_ENDPOINT_TYPE')
  const description = endpoint.generalService?.description ?? ''
  const isShort = Buffer.byteLength(description) <= MAX_DESCRIPTION_BYTES && !description.includes('\0')
  check(isShort, 'INVALID_REGISTERED_ENDPOINT')
  return type
}

/** Says whether a text is a domain name in ASCII; it may end with a dot. */
function isDomain(text: string): boolean {
  let name = text.trim()
  if (name.length > MAX_DOMAIN_LENGTH) return false
  while (name.endsWith('.')) name = name.slice(0, -1)
  return name.split('.').every((label) => LABEL.test(label))
}
