/** Addresses that strangers write. */

/** A name of 253 characters at most (RFC 1035), with a user and a port. Backslashes, and slashes more than two, would only end up before another host. */
const START = /^https?:\/\/[!-"$-.0->@-[\]-~]{1,300}(?:[/?#]|$)/i

/**
 * An http or https URL; undefined where `text` is none, or its host is long or not in ASCII. Encoding a host of other letters takes time
 * quadratic in its length, so that names in other scripts are read as DNS has them (`xn--`).
 */
export const httpUrl = (text: string): URL | undefined => (START.test(text) && URL.parse(text)) || undefined
