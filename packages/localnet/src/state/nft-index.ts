import type { Nft } from './entities.ts'

/** Finds the serial numbers of a token that an account owns. */
export class NftIndex {
  readonly #owned = new Map<string, Set<bigint>>()

  /** The serial numbers, the lowest first. */
  ownedBy(token: number, owner: number): bigint[] {
    return [...(this.#owned.get(`${token}/${owner}`) ?? [])].sort((a, b) => (a < b ? -1 : 1))
  }

  follow(before: Nft | undefined, after: Nft | undefined): void {
    if (before?.owner === after?.owner) return
    if (before) this.#forget(before)
    // Burned NFTs stay in their table, without an owner.
    if (!after || after.owner === 0) return
    const key = `${after.token}/${after.owner}`
    const serials = this.#owned.get(key)
    if (serials) serials.add(after.serial)
    else this.#owned.set(key, new Set([after.serial]))
  }

  #forget({ token, owner, serial }: Nft): void {
    const key = `${token}/${owner}`
    const serials = this.#owned.get(key)
    if (serials?.delete(serial) && serials.size === 0) this.#owned.delete(key)
  }
}
