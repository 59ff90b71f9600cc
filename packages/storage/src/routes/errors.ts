import type { RouteErrors } from '@quorate/platform'

/** Errors that every read of content may answer. */
export const contentErrors: RouteErrors = {
  400: ['INVALID_CID'],
  404: ['CONTENT_NOT_FOUND'],
  422: ['MALFORMED_CONTENT', 'UNSUPPORTED_CONTENT'],
  429: ['TOO_MANY_DOWNLOADS'],
}
