/** Checksums of entity ids (HIP-15). They reveal a mistyped digit, and an id of another ledger. */

/** The ledgers' ids, by their CAIP-2 chain names (HIP-30). */
const LEDGER_IDS: Readonly<Record<string, number>> = {
  'hedera:mainnet': 0,
  'hedera:testnet': 1,
  'hedera:previewnet': 2,
  'hedera:devnet': 3,
}

/** The chains whose ids have checksums. */
export const CHECKSUM_CHAINS: readonly string[] = Object.keys(LEDGER_IDS)

const LETTERS = 5
const P3 = 26 ** 3
const P5 = 26 ** 5
const MULTIPLIER = 1_000_003
const WEIGHT = 31
const DOT = 10
/** The number of zero bytes after the ledger's id. */
const PADDING = 6

/** The five letters after an id's hyphen; undefined if the chain has no ledger id. */
export function checksumOf(id: string, chain: string): string | undefined {
  const ledgerId = LEDGER_IDS[chain]
  if (ledgerId === undefined) return undefined
  const digits = Array.from(id, (character) => (character === '.' ? DOT : Number(character)))
  const sumOf = (odd: number) => digits.reduce((sum, digit, at) => (at % 2 === odd ? sum + digit : sum), 0) % 11
  const weighted = digits.reduce((sum, digit) => (sum * WEIGHT + digit) % P3, 0)
  const ledger = [ledgerId, ...Array(PADDING).fill(0)].reduce((sum, byte) => (sum * WEIGHT + byte) % P5, 0)
  const mixed = ((((id.length % 5) * 11 + sumOf(0)) * 11 + sumOf(1)) * P3 + weighted + ledger) % P5
  let rest = (mixed * MULTIPLIER) % P5
  let letters = ''
  for (let left = LETTERS; left > 0; left--) {
    letters = String.fromCharCode(0x61 + (rest % 26)) + letters
    rest = Math.floor(rest / 26)
  }
  return letters
}

/** An id with its checksum, as HIP-15 writes it: `0.0.123-vfmkw`. */
export function withChecksum(id: string, chain: string): string {
  const letters = checksumOf(id, chain)
  return letters === undefined ? id : `${id}-${letters}`
}

/** The id in a typed text, with or without a checksum; undefined if the checksum is wrong. */
export function withoutChecksum(text: string, chain: string): string | undefined {
  const hyphen = text.indexOf('-')
  if (hyphen < 0) return text
  const id = text.slice(0, hyphen)
  return checksumOf(id, chain) === text.slice(hyphen + 1) ? id : undefined
}

/** Whether the text is written like an id with a checksum, whether right or wrong. */
export const isMarked = (text: string): boolean => /^[\d.]{1,50}-[a-z]{5}$/.test(text)
