/** URLs that clients send. */

/**
 * A host name has at most 253 characters (RFC 1035), in addition to user and port. With backslashes or more slashes the
 * parser would find another host.
 */
const START = /^https?:\/\/[!-"$-.0->@-[\]-~]{1,300}(?:[/?#]|$)/i

/**
 * An http or https URL; undefined if `text` is not one, or its host is too long or not ASCII. Encoding a host with
 * other letters takes time quadratic in its length, so names in other scripts must be sent as in DNS (`xn--`).
 */
export const httpUrl = (text: string): URL | undefined => (START.test(text) && URL.parse(text)) || undefined
