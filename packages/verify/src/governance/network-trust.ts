/**
 * Decides whether a voter trusts a network of nodes to keep its ballots secret. The service that shows a proposal may
 * also run a node, so the voter's own list of accepted keys decides, as with host keys in SSH.
 */

/** `known`: accepted before. `first`: no key was accepted before. `changed`: only other keys were. */
export type NetworkTrust = 'known' | 'first' | 'changed'

/** @param accepted the keys that the voter has accepted before, for this service and chain */
export function networkTrust(networkKey: string, accepted: readonly string[]): NetworkTrust {
  if (accepted.includes(networkKey)) return 'known'
  return accepted.length === 0 ? 'first' : 'changed'
}

/** The key in groups, for people who compare it. */
export const groupedKey = (networkKey: string): string => networkKey.replace(/(.{8})(?=.)/g, '$1 ')
