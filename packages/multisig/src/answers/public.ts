import { keyToProto, type MirrorAccount, type MirrorTokenRelationship } from '@quorate/ledger'
import { AccountId, encodeAmount, namedSchema, TokenId } from '@quorate/platform'
import { type Key, leaves, missing, publicKeyText } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { Amount, SignatureCount, signatureCount } from './values.ts'

const PublicOwner = namedSchema(
  'PublicOwner',
  Type.Object({
    publicKeys: Type.Array(Type.String({ description: 'raw, hex' })),
    signatures: Type.Unsafe<number | null>({
      ...SignatureCount,
      description:
        'the least number of these keys that must sign for this owner; null if signatures alone never suffice',
    }),
  }),
)

/** An account as the ledger shows it to everybody, whether or not it is a wallet here. */
export const PublicWallet = namedSchema(
  'PublicWallet',
  Type.Object({
    wallet: AccountId,
    chain: Type.String(),
    deleted: Type.Boolean(),
    threshold: Type.Integer({ description: 'how many owners must sign' }),
    owners: Type.Array(PublicOwner, { description: 'the owners, in the order of the key' }),
    key: Type.Union([Type.String(), Type.Null()], { description: "the account's key: protobuf, hex" }),
    balance: Type.Unsafe<string | number>({ ...Amount, description: 'tinybars' }),
    tokens: Type.Array(Type.Object({ tokenId: TokenId, balance: Amount, decimals: Type.Integer() }), {
      description: 'the first 100',
    }),
  }),
)

export function publicWallet(
  chain: string,
  { id, key, deleted, balance }: MirrorAccount,
  tokens: MirrorTokenRelationship[],
): Static<typeof PublicWallet> {
  const { threshold, owners } = ownersBehind(key)
  return {
    wallet: id,
    chain,
    deleted,
    threshold,
    owners: owners.map((owner) => ({
      publicKeys: leaves(owner).map(publicKeyText),
      signatures: signatureCount(missing(owner, new Set()).count),
    })),
    key: key && Buffer.from(keyToProto(key)).toString('hex'),
    balance: encodeAmount(balance),
    tokens: tokens.map(({ tokenId, balance, decimals }) => ({ tokenId, balance: encodeAmount(balance), decimals })),
  }
}

/** The top-level keys of a key. A list needs all of them; any other key is one owner's. */
function ownersBehind(key: Key | null): { threshold: number; owners: Key[] } {
  if (!key) return { threshold: 0, owners: [] }
  if (key.type === 'threshold') return { threshold: key.threshold, owners: key.keys }
  return key.type === 'list' ? { threshold: key.keys.length, owners: key.keys } : { threshold: 1, owners: [key] }
}
