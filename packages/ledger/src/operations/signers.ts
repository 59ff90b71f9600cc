/** Determines from a frozen transaction's body alone whose keys the ledger requires. */
import { proto } from '@hiero-ledger/proto'
import { isSystemId, type Key, keyFromProto, withArticle } from '@quorate/verify'
import { idOf } from '../mirror/body-comparison.ts'
import type { EntityKind } from './write.ts'

/** Which key of an entity must sign. Accounts have only `key`; topics and tokens have the others. */
export type Role =
  | 'key'
  | 'adminKey'
  | 'submitKey'
  | 'supplyKey'
  | 'wipeKey'
  | 'freezeKey'
  | 'kycKey'
  | 'pauseKey'
  | 'feeScheduleKey'

export interface KeyHolder {
  kind: EntityKind
  id: string
  role: Role
  /** The signature is needed only if the account requires one to receive anything (`receiverSigRequired`). */
  receives?: true
  /**
   * The signature is needed only in cases that the body alone does not show. For an account: if it requires a signature
   * to receive anything.
   */
  perhaps?: true
  /**
   * The account receives an NFT for nothing fungible in return. It must also sign if that charges it a fallback fee.
   */
  gift?: { tokenId: string; sender: string }
}

export interface Needed {
  holders: KeyHolder[]
  /** Keys that the transaction sets and that must sign it. */
  newKeys: Key[]
  /** Keys that the transaction sets and that must sign it only in some cases. */
  maybeNewKeys: Key[]
  /** Keys of a token that the transaction replaces: {@link Replaced}. */
  replaced: Replaced[]
}

/**
 * The replacement of a token's key (HIP-540). It is signed by the admin key, or by the replaced key together with the
 * new one.
 */
export interface Replaced {
  admin: KeyHolder
  /** The key that is replaced; undefined if it is removed, which only the admin key may do. */
  self: KeyHolder | undefined
  newKey: Key
}

/**
 * The keys that a transaction needs; `docs/explanation/co-signing.md` has the sources.
 *
 * @throws for a type of transaction or field that neither the node's writes nor wallets' requests use
 */
export const neededBy = (body: proto.TransactionBody): Needed => neededIn(body, READERS)

/**
 * Like {@link neededBy}, for all transactions of wallets. Some of them may need keys that no mirror shows, such as
 * those of files, so the network key must never sign them.
 *
 * @throws for a type of transaction or field that wallets' requests do not use
 */
export const neededByWallet = (body: proto.TransactionBody): Needed => neededIn(body, { ...READERS, ...OF_WALLETS })

function neededIn(body: proto.TransactionBody, readers: typeof READERS): Needed {
  const payer = account(body.transactionID?.accountID)
  const needed: Needed = { holders: [payer], newKeys: [], maybeNewKeys: [], replaced: [] }
  const read = body.data && readers[body.data]
  if (!read)
    throw new Error(`${withArticle(body.data ?? 'body')} is not supported here: it is unknown which keys must sign it`)
  read(body, needed)
  return needed
}

type AccountIdIn = proto.IAccountID | null | undefined
const account = (id: AccountIdIn): KeyHolder => ({
  kind: 'account',
  id: idOf(id, id?.accountNum),
  role: 'key',
})
const topic = (id: proto.ITopicID | null | undefined, role: Role): KeyHolder => ({
  kind: 'topic',
  id: idOf(id, id?.topicNum),
  role,
})
const token = (id: proto.ITokenID | null | undefined, role: Role): KeyHolder => ({
  kind: 'token',
  id: idOf(id, id?.tokenNum),
  role,
})
/** The key in a field of a body, if there is one. */
export const keyIn = (key: proto.IKey | null | undefined): Key[] =>
  key ? [keyFromProto(proto.Key.encode(key).finish())] : []
const some = (id: AccountIdIn): KeyHolder[] => (id ? [account(id)] : [])
const collectors = (fees: proto.ICustomFee[] | null | undefined): KeyHolder[] =>
  (fees ?? []).flatMap(({ feeCollectorAccountId }) => some(feeCollectorAccountId)).map(perhaps)
/**
 * Collectors that become associated with the new token, because their fee is paid in it, must always sign
 * (`addCustomFeeCollectorKeys` of `TokenCreateHandler`).
 */
const collectorsOfNewToken = (fees: proto.ICustomFee[] | null | undefined): KeyHolder[] =>
  (fees ?? []).flatMap((fee) =>
    fee.fractionalFee || [fee.fixedFee, fee.royaltyFee?.fallbackFee].some(isInNewToken)
      ? some(fee.feeCollectorAccountId)
      : collectors([fee]),
  )
/** 0.0.0 means the token that is being created. */
const isInNewToken = (fee: proto.IFixedFee | null | undefined): boolean =>
  fee?.denominatingTokenId != null && Number(fee.denominatingTokenId.tokenNum ?? 0) === 0
const perhaps = (holder: KeyHolder): KeyHolder => ({ ...holder, perhaps: true })

const ROLE_KEYS = ['kycKey', 'freezeKey', 'wipeKey', 'supplyKey', 'feeScheduleKey', 'pauseKey'] as const
/** Fields that only the admin key may change, alone or together with other keys. */
const ADMIN_FIELDS = [
  'adminKey',
  'name',
  'symbol',
  'memo',
  'treasury',
  'autoRenewAccount',
  'autoRenewPeriod',
  'expiry',
] as const

/** @throws if a field is set and this file does not know which keys it needs */
function refuse(data: object | null | undefined, type: string, ...fields: string[]): void {
  const found = fields.find((field) => (data as Record<string, unknown> | undefined)?.[field] != null)
  if (found)
    throw new Error(`${found} of ${withArticle(type)} is not supported here: it is unknown which keys must sign for it`)
}

/** The fields of creations that contain a key of the new entity. */
const KEYS_OF_CREATIONS = {
  cryptoCreateAccount: ['key'],
  consensusCreateTopic: ['adminKey', 'submitKey', 'feeScheduleKey'],
  tokenCreation: ['adminKey', ...ROLE_KEYS],
} as const

/** All keys that a transaction gives to the entity that it creates, whether they must sign or not. */
export function keysOfCreation(body: proto.TransactionBody): Key[] {
  const fields =
    body.data === undefined ? undefined : (KEYS_OF_CREATIONS as Record<string, readonly string[]>)[body.data]
  const created = (body.data === undefined ? undefined : body[body.data]) as
    | Record<string, proto.IKey | null>
    | undefined
  return (fields ?? []).flatMap((field) => keyIn(created?.[field]))
}

type Reader = (body: proto.TransactionBody, needed: Needed) => void
const ofToken =
  (field: keyof proto.TransactionBody, role: Role): Reader =>
  (body, { holders }) => {
    const { token: id } = (body[field] ?? {}) as { token?: proto.ITokenID }
    holders.push(token(id, role))
  }

const READERS: Partial<Record<string, Reader>> = {
  // Contracts act in their own name. Signatures of a call count for others only at system contracts and schedules
  // (HIP-755), and calls to these are refused.
  contractCall({ contractCall: data }) {
    if (data?.contractID?.evmAddress?.length || isSystemId(idOf(data?.contractID, data?.contractID?.contractNum)))
      throw new Error('a call to a system contract is not supported here: it is unknown which keys must sign it')
  },
  consensusCreateTopic({ consensusCreateTopic: data }, { holders, newKeys }) {
    if (data?.feeExemptKeyList?.length) refuse(data, 'consensusCreateTopic', 'feeExemptKeyList')
    newKeys.push(...keyIn(data?.adminKey))
    holders.push(...some(data?.autoRenewAccount))
  },
  consensusUpdateTopic({ consensusUpdateTopic: data }, { holders, newKeys }) {
    holders.push(topic(data?.topicID, 'adminKey'), ...some(data?.autoRenewAccount))
    if (data?.submitKey) holders.push(perhaps(topic(data.topicID, 'submitKey')))
    if (data?.customFees) holders.push(topic(data.topicID, 'feeScheduleKey'))
    newKeys.push(...keyIn(data?.adminKey))
  },
  consensusDeleteTopic: ({ consensusDeleteTopic: data }, { holders }) =>
    void holders.push(topic(data?.topicID, 'adminKey')),
  consensusSubmitMessage: ({ consensusSubmitMessage: data }, { holders }) =>
    void holders.push(topic(data?.topicID, 'submitKey')),
  tokenCreation({ tokenCreation: data }, { holders, newKeys }) {
    refuse(data, 'tokenCreation', 'metadataKey')
    newKeys.push(...keyIn(data?.adminKey))
    holders.push(...some(data?.treasury), ...some(data?.autoRenewAccount), ...collectorsOfNewToken(data?.customFees))
  },
  tokenUpdate({ tokenUpdate: data }, { holders, newKeys, maybeNewKeys, replaced }) {
    refuse(data, 'tokenUpdate', 'metadata', 'metadataKey')
    // HIP-540: the admin key can replace any key. A lower key can replace itself; the new key may then have to sign,
    // too.
    const roles = ROLE_KEYS.filter((name) => data?.[name])
    const admin = token(data?.token, 'adminKey')
    const adminsAlone = roles.length === 0 || ADMIN_FIELDS.some((name) => data?.[name] != null && data[name] !== '')
    holders.push(adminsAlone ? admin : perhaps(admin), ...roles.map((name) => perhaps(token(data?.token, name))))
    holders.push(...some(data?.treasury), ...some(data?.autoRenewAccount))
    newKeys.push(...keyIn(data?.adminKey))
    for (const name of roles)
      for (const newKey of keyIn(data?.[name])) {
        maybeNewKeys.push(newKey)
        const isRemoval = newKey.type === 'list' && newKey.keys.length === 0
        replaced.push({ admin, self: isRemoval ? undefined : token(data?.token, name), newKey })
      }
  },
  tokenFeeScheduleUpdate({ tokenFeeScheduleUpdate: data }, { holders }) {
    holders.push(token(data?.tokenId, 'feeScheduleKey'), ...collectors(data?.customFees))
  },
  tokenMint: ofToken('tokenMint', 'supplyKey'),
  tokenBurn: ofToken('tokenBurn', 'supplyKey'),
  tokenWipe: ofToken('tokenWipe', 'wipeKey'),
  tokenFreeze: ofToken('tokenFreeze', 'freezeKey'),
  tokenUnfreeze: ofToken('tokenUnfreeze', 'freezeKey'),
  tokenGrantKyc: ofToken('tokenGrantKyc', 'kycKey'),
  tokenRevokeKyc: ofToken('tokenRevokeKyc', 'kycKey'),
  tokenPause: ofToken('tokenPause', 'pauseKey'),
  tokenUnpause: ofToken('tokenUnpause', 'pauseKey'),
  tokenDeletion: ofToken('tokenDeletion', 'adminKey'),
  cryptoCreateAccount({ cryptoCreateAccount: data }, { newKeys }) {
    if (data?.alias?.length) refuse(data, 'cryptoCreateAccount', 'alias')
    if (data?.receiverSigRequired) newKeys.push(...keyIn(data.key))
  },
  cryptoUpdateAccount({ cryptoUpdateAccount: data }, { holders, newKeys }) {
    holders.push(account(data?.accountIDToUpdate))
    newKeys.push(...keyIn(data?.key))
  },
  cryptoDelete({ cryptoDelete: data }, { holders }) {
    holders.push(account(data?.deleteAccountID), { ...account(data?.transferAccountID), receives: true })
  },
  tokenAssociate: ({ tokenAssociate: data }, { holders }) => void holders.push(account(data?.account)),
  tokenDissociate: ({ tokenDissociate: data }, { holders }) => void holders.push(account(data?.account)),
  cryptoTransfer({ cryptoTransfer: data }, { holders }) {
    const amounts = [data?.transfers?.accountAmounts, ...(data?.tokenTransfers ?? []).map(({ transfers }) => transfers)]
    for (const { accountID, amount, isApproval } of amounts.flatMap((some) => some ?? [])) {
      if (isApproval) continue
      holders.push(BigInt(String(amount ?? 0)) < 0n ? account(accountID) : { ...account(accountID), receives: true })
    }
    const credited = new Set(
      amounts
        .flatMap((some) => some ?? [])
        .filter(({ amount }) => BigInt(String(amount ?? 0)) > 0n)
        .map(({ accountID }) => account(accountID).id),
    )
    for (const { token: id, nftTransfers } of data?.tokenTransfers ?? [])
      for (const { senderAccountID, receiverAccountID, isApproval } of nftTransfers ?? []) {
        const [sender, receiver] = [account(senderAccountID), perhaps(account(receiverAccountID))]
        const gift = { tokenId: token(id, 'key').id, sender: sender.id }
        holders.push(...(isApproval ? [] : [sender]), credited.has(sender.id) ? receiver : { ...receiver, gift })
      }
  },
  cryptoApproveAllowance({ cryptoApproveAllowance: data }, { holders }) {
    for (const { owner } of [
      ...(data?.cryptoAllowances ?? []),
      ...(data?.tokenAllowances ?? []),
      ...(data?.nftAllowances ?? []),
    ])
      holders.push(...some(owner))
    for (const { delegatingSpender } of data?.nftAllowances ?? []) holders.push(...some(delegatingSpender))
  },
  cryptoDeleteAllowance({ cryptoDeleteAllowance: data }, { holders }) {
    for (const { owner } of data?.nftAllowances ?? []) holders.push(...some(owner))
  },
}

const keysOfFile = (keys: proto.IKeyList | null | undefined): Key[] => (keys?.keys ?? []).flatMap(keyIn)

/** The admin keys of schedules are checked when a request is made. The ledger checks those of files and nodes. */
const OF_WALLETS: typeof READERS = {
  tokenAirdrop({ tokenAirdrop: data }, { holders }) {
    for (const { transfers, nftTransfers } of data?.tokenTransfers ?? []) {
      const debits = (transfers ?? []).filter(({ amount }) => BigInt(String(amount ?? 0)) < 0n)
      holders.push(...debits.map(({ accountID }) => account(accountID)))
      holders.push(...(nftTransfers ?? []).map(({ senderAccountID }) => account(senderAccountID)))
    }
  },
  tokenCancelAirdrop({ tokenCancelAirdrop: data }, { holders }) {
    holders.push(...(data?.pendingAirdrops ?? []).map(({ senderId }) => account(senderId)))
  },
  tokenReject: ({ tokenReject: data }, { holders }) => void holders.push(...some(data?.owner)),
  fileCreate: ({ fileCreate: data }, { newKeys }) => void newKeys.push(...keysOfFile(data?.keys)),
  fileUpdate: ({ fileUpdate: data }, { newKeys }) => void newKeys.push(...keysOfFile(data?.keys)),
  fileAppend: () => {},
  fileDelete: () => {},
  scheduleSign: () => {},
  scheduleDelete: () => {},
  nodeUpdate({ nodeUpdate: data }, { holders, newKeys }) {
    holders.push(...some(data?.accountId))
    newKeys.push(...keyIn(data?.adminKey))
  },
  nodeDelete: () => {},
}
