/**
 * Compares the entity that a transaction created or changed, as the mirror shows it for that time, with what the body
 * requests.
 */
import { proto } from '@hiero-ledger/proto'
import { ApiError, type Clock } from '@quorate/platform'
import { keyFromMirror, nanosText, timestampText } from '@quorate/verify'
import { nanos } from '@quorate/verify/recount'
import { base32upper } from 'multiformats/bases/base32'
import { keyToProto } from '../keys/key-encodings.ts'
import { accountOf, type ExecutedRow, idOf, namesAliases, tokenOf, topicOf } from '../mirror/body-comparison.ts'
import { EVM_ADDRESS_BYTES, hasEvmAlias } from '../mirror/evm-alias.ts'
import type { MirrorJson } from '../mirror/http.ts'
import type { Mirror } from '../mirror/mirror.ts'
import { REPLICAS_APART_MS } from '../mirror/replicas.ts'
import { compareAllowances } from './allowance-comparison.ts'
import { feesText, shownFees } from './fee-comparison.ts'

/**
 * `same`, or the difference. `unseen`: for this type the mirror shows only the transaction itself, or it no longer
 * shows the effect. `late`: the mirror's answer may date from before the transaction.
 */
export type Compared = 'same' | 'unseen' | 'late' | { difference: string }

type Certain = Exclude<Compared, 'late'>
/** A result that counts only if the mirror's answer certainly dates from after the transaction. */
type UnlessLate = { unlessLate: Certain }
type Get = Mirror['get']
type Comparison = (body: proto.TransactionBody, row: ExecutedRow, get: Get) => Promise<Certain | UnlessLate>

/** @throws 503 MIRROR_UNAVAILABLE */
export async function compareEntity(
  body: proto.TransactionBody,
  row: ExecutedRow,
  { get, quietClock }: { get: Get; quietClock: Clock | undefined },
): Promise<Compared> {
  const compare = COMPARISONS[body.data ?? '']
  if (!compare || namesAliases(body)) return 'unseen'
  const found = await compare(body, row, get)
  if (typeof found !== 'object' || !('unlessLate' in found)) return found
  return (await isMinuteLater(row, get, quietClock)) ? found.unlessLate : 'late'
}

const COMPARISONS: Record<string, Comparison> = {
  async cryptoCreateAccount({ cryptoCreateAccount: create }, row, get) {
    const account = await found(get, `/accounts/${row.entity_id}?transactions=false&timestamp=${upTo(row)}`)
    if (!account || !create) return notShown(row)
    if (hasOtherAlias(account, create)) return { difference: `its alias is ${account.evm_address ?? account.alias}` }
    const difference = compared(account, {
      created_timestamp: row.consensus_timestamp,
      key: keyText(create.key),
      memo: create.memo ?? '',
      receiver_sig_required: create.receiverSigRequired ?? false,
      delegation_address: null,
      max_automatic_token_associations: create.maxAutomaticTokenAssociations ?? 0,
      auto_renew_period: create.autoRenewPeriod?.seconds ?? account.auto_renew_period,
      decline_reward: create.declineReward ?? false,
      staked_account_id: create.stakedAccountId ? accountOf(create.stakedAccountId) : null,
      staked_node_id: create.stakedNodeId ?? null,
    })
    return difference === 'same' ? withoutHook(get, row.entity_id, row) : difference
  },

  /** The fields that the body sets must have its values; all other fields must have their values from just before. */
  async cryptoUpdateAccount({ cryptoUpdateAccount: update }, row, get) {
    const id = accountOf(update?.accountIDToUpdate)
    const [account, was] = await Promise.all([
      found(get, `/accounts/${id}?transactions=false&timestamp=${upTo(row)}`),
      found(get, `/accounts/${id}?transactions=false&timestamp=lte:${justBefore(row.consensus_timestamp)}`),
    ])
    if (!account || !was || !update) return notShown(row)
    const staked = stakingOf(update)
    const difference = compared(account, {
      key: update.key ? keyText(update.key) : shownKey(was.key),
      memo: update.memo ? (update.memo.value ?? '') : was.memo,
      receiver_sig_required: (update.receiverSigRequiredWrapper ?? { value: was.receiver_sig_required }).value ?? false,
      max_automatic_token_associations:
        update.maxAutomaticTokenAssociations?.value ??
        (update.maxAutomaticTokenAssociations ? 0 : was.max_automatic_token_associations),
      delegation_address: was.delegation_address,
      auto_renew_period: update.autoRenewPeriod?.seconds ?? was.auto_renew_period,
      decline_reward: update.declineReward ? (update.declineReward.value ?? false) : was.decline_reward,
      staked_account_id: staked ? staked.account : was.staked_account_id,
      staked_node_id: staked ? staked.node : was.staked_node_id,
    })
    if (difference === 'same') return withoutHook(get, id, row)
    return UPDATED.every((field) => textOf(field, account) === textOf(field, was))
      ? { unlessLate: difference }
      : difference
  },

  /**
   * Relationships have no history. The mirror does not show one that has since ended; one that ended and was created
   * again has a new timestamp.
   */
  async tokenAssociate({ tokenAssociate: associate }, row, get) {
    const id = accountOf(associate?.account)
    let isSeen = true
    for (const token of associate?.tokens ?? []) {
      const since = await associatedSince(get, id, tokenOf(token))
      if (since !== undefined && since < row.consensus_timestamp)
        return { unlessLate: { difference: `${id} was associated with ${tokenOf(token)} before` } }
      if (since !== row.consensus_timestamp) isSeen = false
    }
    return isSeen ? 'same' : { unlessLate: 'unseen' }
  },

  /** A missing relationship does not show when it ended. */
  async tokenDissociate({ tokenDissociate: dissociate }, row, get) {
    const id = accountOf(dissociate?.account)
    for (const token of dissociate?.tokens ?? []) {
      const since = await associatedSince(get, id, tokenOf(token))
      if (since !== undefined && since < row.consensus_timestamp)
        return { unlessLate: { difference: `${id} is still associated with ${tokenOf(token)}` } }
    }
    return 'unseen'
  },

  async tokenCreation({ tokenCreation: create }, row, get) {
    const token = await found(get, `/tokens/${row.entity_id}?timestamp=${upTo(row)}`)
    if (!token || !create) return notShown(row)
    const keys = Object.fromEntries(TOKEN_KEYS.map(([field, shown]) => [shown, keyText(create[field])]))
    return compared(token, {
      ...keys,
      created_timestamp: row.consensus_timestamp,
      name: create.name ?? '',
      symbol: create.symbol ?? '',
      decimals: create.decimals ?? 0,
      initial_supply: create.initialSupply ?? 0,
      max_supply: create.maxSupply ?? 0,
      treasury_account_id: accountOf(create.treasury),
      memo: create.memo ?? '',
      freeze_default: create.freezeDefault ?? false,
      type: create.tokenType === 1 ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
      supply_type: create.supplyType === 1 ? 'FINITE' : 'INFINITE',
      metadata: Buffer.from(create.metadata ?? []).toString('base64'),
      ...(create.autoRenewAccount ? { auto_renew_account: accountOf(create.autoRenewAccount) } : {}),
      custom_fees: feesText(create.customFees ?? [], String(row.entity_id)),
    })
  },

  async tokenUpdate({ tokenUpdate: update }, row, get) {
    const id = tokenOf(update?.token)
    const [token, was] = await Promise.all([
      found(get, `/tokens/${id}?timestamp=${upTo(row)}`),
      found(get, `/tokens/${id}?timestamp=lte:${justBefore(row.consensus_timestamp)}`),
    ])
    if (!token || !was || !update) return notShown(row)
    const keys = Object.fromEntries(
      TOKEN_KEYS.map(([field, shown]) => [shown, update[field] ? keyText(update[field]) : shownKey(was[shown])]),
    )
    const difference = compared(token, {
      ...keys,
      name: update.name || was.name,
      symbol: update.symbol || was.symbol,
      memo: update.memo ? (update.memo.value ?? '') : was.memo,
      treasury_account_id: update.treasury ? accountOf(update.treasury) : was.treasury_account_id,
      metadata: update.metadata ? Buffer.from(update.metadata.value ?? []).toString('base64') : was.metadata,
      auto_renew_account: update.autoRenewAccount ? accountOf(update.autoRenewAccount) : was.auto_renew_account,
    })
    return isBefore(token.modified_timestamp, row) ? unlessLate(difference) : difference
  },

  async tokenFeeScheduleUpdate({ tokenFeeScheduleUpdate: update }, row, get) {
    const id = tokenOf(update?.tokenId)
    const token = await found(get, `/tokens/${id}?timestamp=${upTo(row)}`)
    if (!token || !update) return notShown(row)
    const { created_timestamp: since } = (token.custom_fees ?? {}) as MirrorJson
    const difference = compared(token, { custom_fees: feesText(update.customFees ?? [], id) })
    return since === row.consensus_timestamp ? difference : unlessLate(difference)
  },

  async consensusCreateTopic({ consensusCreateTopic: create }, row, get) {
    const topic = await found(get, `/topics/${row.entity_id}`)
    if (!topic || !create) return notShown(row)
    if (topic.created_timestamp !== row.consensus_timestamp) return { difference: `${row.entity_id} existed before` }
    if (isLater(topic, row)) return 'unseen'
    return compared(topic, {
      admin_key: keyText(create.adminKey),
      submit_key: keyText(create.submitKey),
      fee_schedule_key: keyText(create.feeScheduleKey),
      memo: create.memo ?? '',
      ...(create.autoRenewAccount ? { auto_renew_account: accountOf(create.autoRenewAccount) } : {}),
      ...feesOfTopic(topic, create.customFees ?? [], create.feeExemptKeyList ?? []),
    })
  },

  /** A mirror shows only the current state of a topic, so other changes by this update cannot be checked. */
  async consensusUpdateTopic({ consensusUpdateTopic: update }, row, get) {
    const topic = await found(get, `/topics/${topicOf(update?.topicID)}`)
    if (!topic || !update || isLater(topic, row)) return 'unseen'
    const difference = compared(topic, {
      ...(update.adminKey ? { admin_key: keyText(update.adminKey) } : {}),
      ...(update.submitKey ? { submit_key: keyText(update.submitKey) } : {}),
      ...(update.feeScheduleKey ? { fee_schedule_key: keyText(update.feeScheduleKey) } : {}),
      ...(update.memo ? { memo: update.memo.value ?? '' } : {}),
      ...(update.autoRenewAccount ? { auto_renew_account: accountOf(update.autoRenewAccount) } : {}),
      ...feesOfTopic(
        topic,
        update.customFees && (update.customFees.fees ?? []),
        update.feeExemptKeyList && (update.feeExemptKeyList.keys ?? []),
      ),
    })
    if (difference === 'same') return 'unseen'
    const { from } = (topic.timestamp ?? {}) as { from?: string }
    return isBefore(from, row) ? { unlessLate: difference } : difference
  },

  async consensusSubmitMessage({ consensusSubmitMessage: submit }, row, get) {
    const path = `/topics/${topicOf(submit?.topicID)}/messages?timestamp=${row.consensus_timestamp}`
    const [message] = ((await found(get, path))?.messages ?? []) as MirrorJson[]
    if (!message || !submit) return notShown(row)
    const chunk = message.chunk_info as MirrorJson | null
    const initial = submit.chunkInfo?.initialTransactionID
    return compared(
      {
        message: message.message,
        ...(chunk ? { number: chunk.number, total: chunk.total } : {}),
        initial: idIn(chunk),
      },
      {
        message: Buffer.from(submit.message ?? []).toString('base64'),
        ...(submit.chunkInfo ? { number: submit.chunkInfo.number ?? 0, total: submit.chunkInfo.total ?? 0 } : {}),
        initial: initial
          ? `${accountOf(initial.accountID)}@${timestampText(initial.transactionValidStart?.seconds ?? 0, initial.transactionValidStart?.nanos ?? 0)}`
          : idIn(chunk),
      },
    )
  },

  async tokenMint({ tokenMint: mint }, row, get) {
    const serials = (row.nft_transfers ?? [])
      .map(({ serial_number }) => BigInt(serial_number))
      .sort((a, b) => Number(a - b))
    for (const [index, metadata] of (mint?.metadata ?? []).entries()) {
      const nft = await found(get, `/tokens/${tokenOf(mint?.token)}/nfts/${serials[index]}`)
      // The mirror does not show serials that were burned since. It shows the present metadata, which a later
      // transaction may have changed.
      if (!nft) return { unlessLate: 'unseen' }
      const compare = compared(nft, { metadata: Buffer.from(metadata).toString('base64') })
      if (compare !== 'same') return String(nft.modified_timestamp) > row.consensus_timestamp ? 'unseen' : compare
    }
    return 'same'
  },

  async cryptoApproveAllowance(body, row, get) {
    const allowances = await compareAllowances(body, row, (path) => found(get, path))
    if (typeof allowances === 'object' && 'before' in allowances)
      return { unlessLate: { difference: allowances.before } }
    return allowances === 'unseen' ? { unlessLate: allowances } : allowances
  },

  async contractCall({ contractCall: call }, row, get) {
    const result = await found(get, `/contracts/results/${row.transaction_id}`)
    if (!result) return 'unseen'
    const called = call?.contractID?.contractNum
    return compared(result, {
      ...(called != null && result.contract_id != null ? { contract_id: idOf(call?.contractID, called) } : {}),
      function_parameters: `0x${Buffer.from(call?.functionParameters ?? []).toString('hex')}`,
      gas_limit: Number(call?.gas ?? 0),
      amount: Number(call?.amount ?? 0),
    })
  },

  /** For these bodies, the mirror's transaction row shows everything. */
  cryptoTransfer: async () => 'same',
  tokenBurn: async () => 'same',
  tokenWipe: async () => 'same',
  tokenPause: async () => 'same',
  tokenUnpause: async () => 'same',
  tokenDeletion: async () => 'same',
  consensusDeleteTopic: async () => 'same',
}

/** The fields that an account update can change. */
const UPDATED = [
  'key',
  'memo',
  'receiver_sig_required',
  'max_automatic_token_associations',
  'auto_renew_period',
  'decline_reward',
  'staked_account_id',
  'staked_node_id',
]

const TOKEN_KEYS = [
  ['adminKey', 'admin_key'],
  ['feeScheduleKey', 'fee_schedule_key'],
  ['freezeKey', 'freeze_key'],
  ['kycKey', 'kyc_key'],
  ['metadataKey', 'metadata_key'],
  ['pauseKey', 'pause_key'],
  ['supplyKey', 'supply_key'],
  ['wipeKey', 'wipe_key'],
] as const

async function found(get: Get, path: string): Promise<MirrorJson | undefined> {
  try {
    return await get(path)
  } catch (error) {
    // Mirrors answer 400 or 404 for an unknown path.
    if (error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 400)) return undefined
    throw error
  }
}

const upTo = ({ consensus_timestamp }: ExecutedRow): string => `lte:${consensus_timestamp}`
const notShown = (row: ExecutedRow): UnlessLate => ({
  unlessLate: { difference: `the mirror shows no ${row.entity_id} at that time` },
})
const unlessLate = (known: Certain): Certain | UnlessLate => (known === 'same' ? known : { unlessLate: known })

/**
 * A mirror may consist of several machines, and the one that answers now may lag behind the one that showed the
 * transaction. So a state from before the transaction proves another body only once the mirror shows a transaction that
 * is a minute later: then no replica lags. On a quiet network the mirror is a single machine.
 */
async function isMinuteLater(row: ExecutedRow, get: Get, quietClock: Clock | undefined): Promise<boolean> {
  const [seconds = '0', nanos = '0'] = row.consensus_timestamp.split('.')
  const later = BigInt(seconds) + BigInt(REPLICAS_APART_MS / 1000)
  if (quietClock && BigInt(Math.floor(quietClock.now() / 1000)) > later) return true
  const answer = await found(get, `/transactions?limit=1&order=asc&timestamp=gte:${later}.${nanos}`)
  return ((answer?.transactions ?? []) as unknown[]).length > 0
}

/** Whether the shown state last changed before the transaction. */
const isBefore = (changed: unknown, row: ExecutedRow): boolean =>
  typeof changed === 'string' && changed < row.consensus_timestamp
const isLater = ({ timestamp }: MirrorJson, row: ExecutedRow): boolean =>
  ((timestamp as { from?: string } | null)?.from ?? '') > row.consensus_timestamp

/** The timestamp one nanosecond earlier. */
const justBefore = (timestamp: string): string => nanosText(nanos(timestamp) - 1n)

/** Compares keys by their serialization, treating absent and empty ones as null, and everything else as text. */
function compared(shown: MirrorJson, meant: Record<string, unknown>): Certain {
  for (const [field, value] of Object.entries(meant)) {
    const was = textOf(field, shown)
    if (was !== text(value)) return { difference: `its ${field} is ${was}, not ${text(value)}` }
  }
  return 'same'
}

function textOf(field: string, shown: MirrorJson): string {
  if (field === 'custom_fees') return shownFees(shown[field])
  if (field === 'fee_exempt_key_list') return keysText(((shown[field] ?? []) as unknown[]).map(shownKey))
  return text(field === 'key' || field.endsWith('_key') ? shownKey(shown[field]) : shown[field])
}

/** The mirrors' values for no staking or delegation. */
const NOTHING = new Set<unknown>([undefined, null, -1, '-1', '0.0.0', '0x'])

const text = (value: unknown): string => (NOTHING.has(value) ? 'null' : String(value))

/** A key's text. Like mirrors, writes a list with a single leaf as the leaf. */
function keyText(key: proto.IKey | null | undefined): string | null {
  if (!key || isEmpty(key)) return null
  const list = key.thresholdKey?.threshold === 1 ? key.thresholdKey.keys : key.keyList
  const [only, ...others] = list?.keys ?? []
  if (others.length === 0 && (only?.ed25519 || only?.ECDSASecp256k1)) return keyText(only)
  return hex(proto.Key.encode(proto.Key.create(key)).finish())
}

const isEmpty = ({ keyList }: proto.IKey): boolean => !!keyList && !keyList.keys?.length

function shownKey(key: unknown): string | null {
  if (!key) return null
  const { _type, key: shown } = key as { _type: string; key: string }
  if (_type === 'ProtobufEncoded') return keyText(proto.Key.decode(Buffer.from(shown, 'hex')))
  const leaf = keyFromMirror({ _type, key: shown })
  return leaf && hex(keyToProto(leaf))
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Null means no staking; the ledger's own values for that are -1 and 0.0.0. */
function stakingOf({ stakedNodeId, stakedAccountId }: proto.ICryptoUpdateTransactionBody) {
  if (stakedNodeId != null) {
    const node = String(stakedNodeId)
    return { node: node === '-1' ? null : node, account: null }
  }
  if (!stakedAccountId) return undefined
  const account = accountOf(stakedAccountId)
  return { node: null, account: account === '0.0.0' ? null : account }
}

/**
 * Returns `same` unless this transaction gave the account a hook (HIP-1195), with which others could move the account's
 * holdings without a signature of its key. Bodies made here contain no hooks. A lagging mirror lists none either, and a
 * mirror that does not know hooks answers 404.
 */
async function withoutHook(
  get: Get,
  account: string | null | undefined,
  row: ExecutedRow,
): Promise<Certain | UnlessLate> {
  const answer = await found(get, `/accounts/${account}/hooks?limit=100`)
  if (!answer) return 'same'
  const created = ((answer.hooks ?? []) as MirrorJson[]).map((hook) => String(hook.created_timestamp ?? ''))
  if (created.includes(row.consensus_timestamp)) return { difference: 'it has added a hook' }
  const { next } = (answer.links ?? {}) as MirrorJson
  if (next) return { difference: 'the account has more hooks than are compared' }
  return created.some((time) => time > row.consensus_timestamp) ? 'same' : { unlessLate: 'same' }
}

/** Whether an account was created with a different alias than the body's, or with one although the body has none. */
function hasOtherAlias(account: MirrorJson, { alias }: proto.ICryptoCreateTransactionBody): boolean {
  const address = typeof account.evm_address === 'string' ? account.evm_address.toLowerCase() : null
  if (alias?.length === EVM_ADDRESS_BYTES) return address !== `0x${hex(alias)}`
  if (alias?.length) return account.alias !== base32upper.baseEncode(alias)
  return !!account.alias || hasEvmAlias({ id: String(account.account), evmAddress: address })
}

async function associatedSince(get: Get, account: string, token: string): Promise<string | undefined> {
  const answer = await found(get, `/accounts/${account}/tokens?token.id=${token}`)
  const relations = (answer?.tokens ?? []) as { token_id?: string; created_timestamp?: string }[]
  return relations.find((one) => one.token_id === token)?.created_timestamp
}

function idIn(chunk: MirrorJson | null): string | null {
  const initial = chunk?.initial_transaction_id as MirrorJson | null | undefined
  return initial ? `${initial.account_id}@${initial.transaction_valid_start}` : null
}

/** Fields that are undefined in the body stay unchanged. Mirrors from before HIP-991 show none of these fields. */
function feesOfTopic(
  topic: MirrorJson,
  fees: proto.IFixedCustomFee[] | null | undefined,
  exempt: proto.IKey[] | null | undefined,
): Record<string, unknown> {
  return {
    ...(fees && topic.custom_fees !== undefined ? { custom_fees: feesText(fees, '') } : {}),
    ...(exempt && topic.fee_exempt_key_list !== undefined
      ? { fee_exempt_key_list: keysText(exempt.map(keyText)) }
      : {}),
  }
}

const keysText = (keys: (string | null)[]): string => keys.map(String).sort().join(', ') || 'null'
