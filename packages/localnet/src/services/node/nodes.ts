import { X509Certificate } from 'node:crypto'
import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber, NOWHERE } from '#protocol/ids.ts'
import { isEmptyKey, isValidKey, keyFromProto } from '#protocol/keys.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import { nanosOf } from '#protocol/time.ts'
import type { Node, RegisteredNode } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/** nodes.nodeMaxDescriptionUtf8Bytes */
const MAX_DESCRIPTION_BYTES = 100
/** nodes.maxGossipEndpoint, nodes.maxServiceEndpoint */
const MAX_GOSSIP_ENDPOINTS = 10
const MAX_SERVICE_ENDPOINTS = 8
/** nodes.maxFqdnSize */
const MAX_DOMAIN_LENGTH = 253
/** nodes.maxAssociatedRegisteredNodes */
const MAX_ASSOCIATED = 20
const IPV4_BYTES = 4
/** The first byte of a certificate in DER: a sequence. */
const DER_SEQUENCE = 0x30

/** The treasury, the system administrator and the administrator of the address book. */
const COUNCIL = new Set([2, 50, 55])

export const isCouncil = (payer: number): boolean => COUNCIL.has(payer)

type Endpoints = readonly proto.IServiceEndpoint[]
type Longish = Parameters<typeof int64>[0]

/** The node, deleted or not. */
export function nodeOf(state: State, id: Longish): Node {
  const node = state.nodes.get(Number(int64(id)))
  check(node !== undefined, 'INVALID_NODE_ID')
  return node
}

export function checkAccountId(id: proto.IAccountID | null | undefined): void {
  check(accountNumber(id) !== NOWHERE, 'INVALID_NODE_ACCOUNT_ID')
}

export function checkAdminKey(key: proto.IKey | null | undefined): void {
  const { rule } = keyFromProto(key ?? {})
  check(!isEmptyKey(rule), 'KEY_REQUIRED')
  check(isValidKey(rule), 'INVALID_ADMIN_KEY')
}

/** Checks that the bytes are an X.509 certificate in DER that is valid when the transaction is. */
export function checkCertificate(
  bytes: Uint8Array | null | undefined,
  { transactionID }: proto.ITransactionBody,
): void {
  const certificate = bytes?.[0] === DER_SEQUENCE ? parsed(bytes) : undefined
  check(certificate !== undefined, 'INVALID_GOSSIP_CA_CERTIFICATE')
  const now = Number(nanosOf(transactionID?.transactionValidStart) / 1_000_000n)
  const isValid = certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime()
  check(isValid, 'INVALID_GOSSIP_CA_CERTIFICATE')
}

function parsed(bytes: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes)
  } catch {
    return undefined
  }
}

/** HIP-1299: an account belongs to one node. */
export function checkUnlinked(state: State, account: number): void {
  const isLinked = [...state.nodes.values()].some((node) => !node.deleted && node.account === account)
  check(!isLinked, 'ACCOUNT_IS_LINKED_TO_A_NODE')
}

export function checkDescription(description: string): void {
  const isValid = Buffer.byteLength(description) <= MAX_DESCRIPTION_BYTES && !description.includes('\0')
  check(isValid, 'INVALID_NODE_DESCRIPTION')
}

/**
 * Domain names are allowed, as in other local networks (nodes.gossipFqdnRestricted=false); the public network refuses
 * them.
 */
export function checkGossipEndpoints(endpoints: Endpoints): void {
  check(endpoints.length <= MAX_GOSSIP_ENDPOINTS, 'GOSSIP_ENDPOINTS_EXCEEDED_LIMIT')
  endpoints.forEach(checkEndpoint)
}

export function checkServiceEndpoints(endpoints: Endpoints): void {
  check(endpoints.length <= MAX_SERVICE_ENDPOINTS, 'SERVICE_ENDPOINTS_EXCEEDED_LIMIT')
  endpoints.forEach(checkEndpoint)
}

function checkEndpoint({ port, ipAddressV4, domainName }: proto.IServiceEndpoint): void {
  const bytes = ipAddressV4?.length ?? 0
  const domain = domainName?.trim() ?? ''
  check(Boolean(port), 'INVALID_ENDPOINT')
  check(bytes > 0 || domain !== '', 'INVALID_ENDPOINT')
  check(bytes === 0 || domain === '', 'IP_FQDN_CANNOT_BE_SET_FOR_SAME_ENDPOINT')
  check(domain.length <= MAX_DOMAIN_LENGTH, 'FQDN_SIZE_TOO_LARGE')
  check(bytes === 0 || bytes === IPV4_BYTES, 'INVALID_IPV4_ADDRESS')
}

export function checkProxy({ domainName, ipAddressV4 }: proto.IServiceEndpoint): void {
  check(Boolean(domainName), 'INVALID_SERVICE_ENDPOINT')
  check((domainName ?? '').trim().length <= MAX_DOMAIN_LENGTH, 'FQDN_SIZE_TOO_LARGE')
  check(!ipAddressV4?.length, 'INVALID_SERVICE_ENDPOINT')
}

/** The registered nodes (HIP-1137) of a node's operator must exist. */
export function checkAssociated(state: State, registered: readonly Longish[] | null | undefined): void {
  check((registered ?? []).length <= MAX_ASSOCIATED, 'MAX_REGISTERED_NODES_EXCEEDED')
  for (const id of registered ?? []) registeredNodeOf(state, id)
}

/** The registered node, which must not be deleted. */
export function registeredNodeOf(state: State, id: Longish): RegisteredNode {
  const node = state.registeredNodes.get(Number(int64(id)))
  check(node !== undefined && !node.deleted, 'INVALID_REGISTERED_NODE_ID')
  return node
}

export function checkNotEmpty(list: ArrayLike<unknown> | null | undefined, code: ResponseCode): void {
  check((list?.length ?? 0) > 0, code)
}
