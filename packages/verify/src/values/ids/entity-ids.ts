/** Entity ids of the ledger: `shard.realm.num` in canonical decimal, so that equal ids are equal strings. */

/** A regular expression's source for the decimal numbers 0 to `limit`, without leading zeros. */
function upTo(limit: string): string {
  const shorter = limit.length > 1 ? `[1-9][0-9]{0,${limit.length - 2}}|` : ''
  const sameLength = [...limit].flatMap((digit, index) => {
    const lowest = index === 0 ? 1 : 0
    if (Number(digit) - 1 < lowest) return []
    return [`${limit.slice(0, index)}[${lowest}-${Number(digit) - 1}][0-9]{${limit.length - index - 1}}`]
  })
  return `(0|${shorter}${[...sameLength, limit].join('|')})`
}

/** The bounds of shards and realms are HIP-1081's; numbers are the protocol's int64. */
export const ENTITY_ID_PATTERN = `^${upTo('1023')}\\.${upTo('65535')}\\.${upTo('9223372036854775807')}$`

const canonical = new RegExp(ENTITY_ID_PATTERN)

/** Whether `text` is an entity id in canonical form. */
export const isEntityId = (text: string): boolean => canonical.test(text)

/**
 * Whether an id is one of the network's own, up to 1000. Some of these are system contracts. If a transaction calls the
 * schedule service, all its signatures count for the named schedule (HIP-755), which may move other accounts' assets.
 */
export const isSystemId = (id: string): boolean => BigInt(id.split('.')[2] ?? 0) <= 1000n
