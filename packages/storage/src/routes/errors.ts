import type { RouteErrors } from '@quorate/platform'

/** Errors that every read of content may answer. */
export const contentErrors: RouteErrors = {
  400: ['INVALID_CID'],
  404: ['CONTENT_NOT_FOUND'],
  422: ['MALFORMED_CONTENT', 'UNSUPPORTED_CONTENT'],
  429: ['TOO_MANY_DOWNLOADS'],
  501: ['PATH_INTO_DATA'],
}

/** Errors of reads that follow the gateway specification. */
export const gatewayErrors: RouteErrors = {
  400: ['INVALID_CURSOR', 'SERVICE_WORKER_REFUSED'],
  406: ['FORMAT_NOT_AVAILABLE'],
  412: ['NOT_CACHED'],
  416: ['RANGE_NOT_SATISFIABLE'],
}
