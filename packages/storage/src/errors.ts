/** The errors about content that clients get. */
import { ApiError, badRequest, conflict, notFound, unavailable, unprocessable } from '@quorate/platform'

export const invalidIdentifier = (text: string, why: string): ApiError =>
  badRequest('INVALID_CID', `${JSON.stringify(text.slice(0, 120))} is not a content identifier: ${why}`)

/** 422: the identifier is valid, but this service cannot read what it names. */
export const unsupported = (message: string): ApiError => unprocessable('UNSUPPORTED_CONTENT', message)

/** 501: a path ends within a block of data, at a value that is not a link. */
export const dataPathEnds = (cid: string, path: string): ApiError =>
  new ApiError(
    501,
    'PATH_INTO_DATA',
    `${cid} has a value at ${path}, but no link: request ${cid} itself, and read the value from it`,
  )

/** 406: the content is not of the requested format, and formats are not converted. */
export const notInFormat = (cid: string, format: string): ApiError =>
  new ApiError(
    406,
    'FORMAT_NOT_AVAILABLE',
    `${cid} cannot be answered as ${format}, because formats are not converted: request it as raw, and convert it yourself`,
  )

/** 412: the client wants only what is here (`Cache-Control: only-if-cached`). */
export const notCached = (cid: string): ApiError =>
  new ApiError(412, 'NOT_CACHED', `${cid} is not on this node: send the request without only-if-cached to fetch it`)

/** 422: the content contradicts itself. */
export const malformed = (message: string): ApiError => unprocessable('MALFORMED_CONTENT', message)

export const contentNotFound = (message: string): ApiError => notFound('CONTENT_NOT_FOUND', message)

/** 502: a node or gateway sent something other than what the identifier names. */
export const notVerified = (message: string): ApiError => new ApiError(502, 'CONTENT_NOT_VERIFIED', message)

/** A source answered with bytes whose hash is not the one in the identifier. */
export class Unverified extends Error {
  override readonly name = 'Unverified'
}

/** 507: less than the reserve is free on the drive. */
export const noRoom = (reserve: number): ApiError =>
  new ApiError(
    507,
    STORAGE_FULL,
    `Less than ${reserve} bytes (STORAGE_RESERVE_BYTES) are free on the drive of the content node, or it has room for only a few more files. Nothing of this was kept: try again when there is room`,
  )
/** 507: the drive of `DATA_DIR` is full, rather than a wallet's quota. */
export const driveFull = (cause: unknown): ApiError =>
  new ApiError(507, STORAGE_FULL, 'The drive of the content node is full: nothing of this file was kept', { cause })

/** Whether the operating system has refused to write more. */
export const isDriveFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const STORAGE_FULL = 'STORAGE_FULL'
export const isStorageFull = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === STORAGE_FULL

/** 503: content is kept only once enough nodes have it. The message does not name the nodes. */
export const tooFewReplicas = (wanted: number, holding: number): ApiError =>
  unavailable(
    'TOO_FEW_REPLICAS',
    `${holding} of ${wanted} nodes (CONTENT_REPLICAS) have the content so far, so it does not count as stored: send the request again. If that does not help, the operator must check the other nodes`,
    10,
  )

/** 504: no node or gateway answered in time. */
export const contentTimeout = (message: string): ApiError => new ApiError(504, CONTENT_TIMEOUT, message)
const CONTENT_TIMEOUT = 'CONTENT_TIMEOUT'
export const isTimeout = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === CONTENT_TIMEOUT

export const invalidName = (text: string): ApiError =>
  badRequest(
    'INVALID_NAME',
    `${JSON.stringify(text.slice(0, 120))} is not a name: send an IPNS name with an Ed25519 or secp256k1 key, such as k51..., or a domain`,
  )

export const nameNotFound = (message: string): ApiError => notFound('NAME_NOT_FOUND', message)

/** 504: no router or DNS server answered in time. */
export const nameTimeout = (message: string): ApiError => new ApiError(504, 'NAME_TIMEOUT', message)

/** 422: the name was found, but leads to no content. */
export const nameLeadsNowhere = (message: string): ApiError => unprocessable('NAME_LEADS_NOWHERE', message)

/** 409: a newer record is known. */
export const recordOutdated = (message: string): ApiError => conflict('IPNS_RECORD_OUTDATED', message)

/** 422: no DNS servers are set. */
export const unsupportedDomains = (): ApiError =>
  unprocessable(
    'DNSLINK_OFF',
    'This node does not look up domains, unless its operator sets DNSLINK_RESOLVERS. Send an IPNS name, such as k51...',
  )
