/**
 * Every operation of a wallet: its fields, and where the bytes state them. Paths and bodies match the node API if it
 * has the operation.
 */
import type { Statements } from '../compare.ts'
import { keyText } from '../summaries.ts'
import {
  nftReceiver,
  sends,
  sendsNfts,
  sentAirdrops,
  sentSerials,
  sentToken,
  sentTokens,
  wholeHoldings,
} from './airdrops.ts'
import { flatFees, mirrorFees } from './custom-fees.ts'
import {
  accountId,
  anyUnits,
  anyWords,
  atTime,
  callData,
  chosenCount,
  code,
  contractId,
  count,
  endpoints,
  fileBytes,
  fixed,
  id,
  key,
  keyOfText,
  nodeNumber,
  type OperationContext,
  ownKey,
  ownKeyInList,
  serials,
  texts,
  units,
  utf8,
  type ValueType,
  words,
  wrappedBytes,
  wrappedCount,
  wrappedFlag,
  wrappedWords,
  yes,
} from './value-types.ts'

export const operationKinds = ['tokens', 'accounts', 'topics', 'contracts', 'files', 'schedules', 'nodes'] as const
export type OperationKind = (typeof operationKinds)[number]

export interface OperationField {
  type: ValueType
  /** The path within the transaction's data; undefined if the bytes don't contain it. */
  at?: string
  optional?: true
  /** The field names the wallet itself. */
  own?: true
  /** For an amount: the field that names the token, or `HBAR`. */
  unitsOf?: 'HBAR' | (string & {})
}

export interface OperationDefinition {
  kind: OperationKind
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** The field of TransactionBody. */
  data: string
  fields: Readonly<Record<string, OperationField>>
  /** Whether the network keeps it in a schedule. */
  isSchedulable?: true
  /** Statements of the bytes that no field contains. */
  beside?: (context: OperationContext, values: Readonly<Record<string, unknown>>) => Statements
}

const at = (place: string, type: ValueType, more: Omit<OperationField, 'at' | 'type'> = {}): OperationField => ({
  type,
  at: place,
  ...more,
})
const optional = { optional: true } as const
const unsaid = (type: ValueType, more: Omit<OperationField, 'at' | 'type'> = {}): OperationField => ({ type, ...more })

/** The renewal period that SDKs set for new entities: 90 days, in seconds. */
const PERIOD = '7776000'
const MAX_INT64 = '9223372036854775807'

const ofToken = (
  verb: string,
  data: string,
  more: Pick<OperationDefinition, 'isSchedulable'> & { method?: 'POST' | 'DELETE' } = {},
  fields: OperationDefinition['fields'] = {},
): OperationDefinition => ({
  kind: 'tokens',
  method: 'POST',
  path: `/hts/${verb}/{token}`,
  data,
  ...more,
  fields: { token: at('token', id), ...fields },
})
const ofHolder = (verb: string, data: string): OperationDefinition =>
  ofToken(verb, data, {}, { walletId: at('account', accountId) })
const amountOfToken = { amount: at('amount', units, { unitsOf: 'token' }) }
const schedulable = { isSchedulable: true } as const

const approval = (
  part: string,
  verb: 'approve' | 'delete',
  fields: OperationDefinition['fields'],
  beside: OperationDefinition['beside'] = () => [],
): OperationDefinition => ({
  kind: 'accounts',
  method: 'POST',
  path: `/accounts/allowance/${verb}`,
  data: 'cryptoApproveAllowance',
  isSchedulable: true,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.at === undefined ? field : { ...field, at: `${part}[0].${field.at}` },
    ]),
  ),
  beside: (context, values) => [
    [`cryptoApproveAllowance.${part}[0].owner`, context.walletId],
    ...beside(context, values),
  ],
})
const spender = { spenderAccountId: at('spender', accountId) }
const tokenOfAllowance = { tokenId: at('tokenId', id) }
const ALL_NFTS = 'cryptoApproveAllowance.nftAllowances[0].approved_for_all'

const TOKEN_KEYS = {
  adminKey: 'adminKey',
  kycKey: 'kycKey',
  freezeKey: 'freezeKey',
  wipeKey: 'wipeKey',
  supplyKey: 'supplyKey',
  pauseKey: 'pause_key',
  feeScheduleKey: 'fee_schedule_key',
} as const

const tokenKeys = (type: ValueType): OperationDefinition['fields'] =>
  Object.fromEntries(Object.entries(TOKEN_KEYS).map(([name, place]) => [name, at(place, type, optional)]))

const OPERATIONS = {
  'create/token': {
    kind: 'tokens',
    method: 'POST',
    path: '/hts/create/token',
    data: 'tokenCreation',
    isSchedulable: true,
    fields: {
      name: at('name', words),
      symbol: at('symbol', words),
      tokenType: at('tokenType', code('FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE')),
      decimals: at('decimals', count(0, 2_147_483_647), optional),
      initialSupply: at('initialSupply', anyUnits, { ...optional, unitsOf: 'new' }),
      supplyType: at('supplyType', code('INFINITE', 'FINITE')),
      maxSupply: at('maxSupply', units, { ...optional, unitsOf: 'new' }),
      treasuryAccountId: at('treasury', accountId, { own: true }),
      memo: at('memo', anyWords, optional),
      ...tokenKeys(ownKey),
      freezeDefault: at('freezeDefault', yes, optional),
      customFees: at('custom_fees', flatFees, optional),
    },
    beside: ({ walletId }) => [
      ['tokenCreation.autoRenewAccount', walletId],
      ['tokenCreation.autoRenewPeriod', PERIOD],
      // The network ignores the expiry if an account renews the token.
      ['tokenCreation.expiry', null],
    ],
  },
  'update/token': {
    kind: 'tokens',
    method: 'PATCH',
    path: '/hts/update/{token}',
    data: 'tokenUpdate',
    isSchedulable: true,
    fields: {
      token: at('token', id),
      name: at('name', words, optional),
      symbol: at('symbol', words, optional),
      memo: at('memo', wrappedWords, optional),
      newTreasuryAccountId: at('treasury', accountId, optional),
      ...tokenKeys(key),
    },
  },
  'update/fees': {
    kind: 'tokens',
    method: 'PATCH',
    path: '/hts/update/{token}/fees',
    data: 'token_fee_schedule_update',
    fields: { token: at('token_id', id), customFees: at('custom_fees', mirrorFees) },
  },
  'mint/token': ofToken('mint/token', 'tokenMint', schedulable, amountOfToken),
  'mint/nft': ofToken('mint/nft', 'tokenMint', schedulable, { metadata: at('metadata', texts) }),
  'burn/token': ofToken('burn/token', 'tokenBurn', schedulable, amountOfToken),
  'burn/nft': ofToken('burn/nft', 'tokenBurn', schedulable, { serialNumbers: at('serialNumbers', serials) }),
  'wipe/token': ofToken('wipe/token', 'tokenWipe', {}, { ...amountOfToken, account_id: at('account', accountId) }),
  'wipe/nft': ofToken(
    'wipe/nft',
    'tokenWipe',
    {},
    { serialNumbers: at('serialNumbers', serials), account_id: at('account', accountId) },
  ),
  'freeze/token': ofHolder('freeze', 'tokenFreeze'),
  'unfreeze/token': ofHolder('unfreeze', 'tokenUnfreeze'),
  'grant-kyc/token': ofHolder('grant-kyc', 'tokenGrantKyc'),
  'revoke-kyc/token': ofHolder('revoke-kyc', 'tokenRevokeKyc'),
  'pause/token': ofToken('pause', 'token_pause'),
  'unpause/token': ofToken('unpause', 'token_unpause'),
  'delete/token': ofToken('delete', 'tokenDeletion', { method: 'DELETE' }),
  'airdrop/token': {
    kind: 'tokens',
    method: 'POST',
    path: '/hts/airdrop/token/{token}',
    data: 'tokenAirdrop',
    fields: { token: unsaid(sentToken), airdrops: unsaid(sentTokens, { unitsOf: 'token' }) },
    beside: ({ walletId }, values) => sends(walletId, values),
  },
  'airdrop/nft': {
    kind: 'tokens',
    method: 'POST',
    path: '/hts/airdrop/nft/{token}',
    data: 'tokenAirdrop',
    fields: { token: unsaid(sentToken), receiverId: unsaid(nftReceiver), serialNumbers: unsaid(sentSerials) },
    beside: ({ walletId }, values) => sendsNfts(walletId, values),
  },
  'cancel/airdrop': {
    kind: 'tokens',
    method: 'POST',
    path: '/hts/cancel-airdrop',
    data: 'tokenCancelAirdrop',
    fields: { airdrops: at('pending_airdrops', sentAirdrops) },
  },
  'reject/token': {
    kind: 'tokens',
    method: 'POST',
    path: '/hts/reject',
    data: 'tokenReject',
    fields: { tokens: at('rejections', wholeHoldings) },
    beside: ({ walletId }) => [['tokenReject.owner', walletId]],
  },

  'allowance/hbar': approval('cryptoAllowances', 'approve', {
    type: unsaid(fixed('hbar')),
    ...spender,
    amount: at('amount', units, { unitsOf: 'HBAR' }),
  }),
  'allowance/token': approval('tokenAllowances', 'approve', {
    type: unsaid(fixed('token')),
    ...tokenOfAllowance,
    ...spender,
    amount: at('amount', units, { unitsOf: 'tokenId' }),
  }),
  'allowance/nft': approval('nftAllowances', 'approve', {
    type: unsaid(fixed('nft')),
    ...tokenOfAllowance,
    ...spender,
    serialNumbers: at('serial_numbers', serials),
  }),
  'allowance/nfts': approval(
    'nftAllowances',
    'approve',
    { type: unsaid(fixed('nft')), ...tokenOfAllowance, ...spender, allSerials: unsaid(fixed(true)) },
    () => [[ALL_NFTS, 'true']],
  ),
  'allowance-delete/hbar': approval('cryptoAllowances', 'delete', { type: unsaid(fixed('hbar')), ...spender }),
  'allowance-delete/token': approval('tokenAllowances', 'delete', {
    type: unsaid(fixed('token')),
    ...tokenOfAllowance,
    ...spender,
  }),
  'allowance-delete/nfts': approval(
    'nftAllowances',
    'delete',
    { type: unsaid(fixed('nft')), ...tokenOfAllowance, ...spender, allSerials: unsaid(fixed(true)) },
    () => [[ALL_NFTS, 'false']],
  ),
  'create/account': {
    kind: 'accounts',
    method: 'POST',
    path: '/accounts',
    data: 'cryptoCreateAccount',
    isSchedulable: true,
    fields: {
      balance: at('initialBalance', anyUnits, { ...optional, unitsOf: 'HBAR' }),
      memo: at('memo', anyWords, optional),
      maxAutomaticTokenAssociations: at('max_automatic_token_associations', count(-1, 5000), optional),
      isReceiverSignatureRequired: at('receiverSigRequired', yes, optional),
    },
    beside: ({ walletKey }) => [
      ['cryptoCreateAccount.key', keyText(walletKey)],
      ['cryptoCreateAccount.autoRenewPeriod', PERIOD],
      ['cryptoCreateAccount.sendRecordThreshold', MAX_INT64],
      ['cryptoCreateAccount.receiveRecordThreshold', MAX_INT64],
    ],
  },
  'update/account': {
    kind: 'accounts',
    method: 'PUT',
    path: '/accounts/{wallet}',
    data: 'cryptoUpdateAccount',
    isSchedulable: true,
    fields: {
      wallet: at('accountIDToUpdate', accountId, { own: true }),
      maxAutomaticTokenAssociations: at('max_automatic_token_associations', wrappedCount(-1, 5000), optional),
      isReceiverSignatureRequired: at('receiverSigRequiredWrapper', wrappedFlag, optional),
      stakingNode: at('staked_node_id', chosenCount(-1), optional),
    },
  },

  'create/topic': {
    kind: 'topics',
    method: 'POST',
    path: '/hcs',
    data: 'consensusCreateTopic',
    // The network does not accept the creation of a topic in a schedule.
    fields: { key: at('adminKey', key, optional), memo: at('memo', anyWords, optional) },
    beside: ({ walletId }, { key: own }) => [
      ...(own === undefined ? [] : ([['consensusCreateTopic.submitKey', keyOfText(own)]] satisfies Statements)),
      ['consensusCreateTopic.autoRenewPeriod', PERIOD],
      ['consensusCreateTopic.autoRenewAccount', walletId],
    ],
  },
  'update/topic': {
    kind: 'topics',
    method: 'PUT',
    path: '/hcs/{topic}',
    data: 'consensusUpdateTopic',
    fields: { topic: at('topicID', id), memo: at('memo', wrappedWords) },
  },
  'delete/topic': {
    kind: 'topics',
    method: 'DELETE',
    path: '/hcs/{topic}',
    data: 'consensusDeleteTopic',
    fields: { topic: at('topicID', id) },
  },
  'message/topic': {
    kind: 'topics',
    method: 'POST',
    path: '/hcs/{topic}/message',
    data: 'consensusSubmitMessage',
    isSchedulable: true,
    fields: { topic: at('topicID', id), message: at('message', utf8) },
    beside: ({ walletId, transactionId }) => chunkOf(walletId, transactionId),
  },

  'call/contract': {
    kind: 'contracts',
    method: 'POST',
    path: '/contracts/{contract}/call',
    data: 'contractCall',
    fields: {
      contract: at('contractID', contractId),
      data: at('functionParameters', callData, optional),
      gas: at('gas', count(1, 15_000_000)),
      amount: at('amount', anyUnits, { ...optional, unitsOf: 'HBAR' }),
    },
  },

  'create/file': {
    kind: 'files',
    method: 'POST',
    path: '/files',
    data: 'fileCreate',
    fields: {
      contents: at('contents', fileBytes, optional),
      memo: at('memo', anyWords, optional),
      key: at('keys.keys', ownKeyInList, optional),
      expiresAt: at('expirationTime', atTime),
    },
  },
  'append/file': {
    kind: 'files',
    method: 'POST',
    path: '/files/{file}/append',
    data: 'fileAppend',
    fields: { file: at('fileID', id), contents: at('contents', fileBytes) },
  },
  'update/file': {
    kind: 'files',
    method: 'PUT',
    path: '/files/{file}',
    data: 'fileUpdate',
    isSchedulable: true,
    fields: {
      file: at('fileID', id),
      contents: at('contents', fileBytes, optional),
      memo: at('memo', wrappedWords, optional),
      key: at('keys.keys', ownKeyInList, optional),
      expiresAt: at('expirationTime', atTime, optional),
    },
  },
  'delete/file': {
    kind: 'files',
    method: 'DELETE',
    path: '/files/{file}',
    data: 'fileDelete',
    fields: { file: at('fileID', id) },
  },

  'sign/schedule': {
    kind: 'schedules',
    method: 'POST',
    path: '/schedules/{schedule}/sign',
    data: 'scheduleSign',
    fields: { schedule: at('scheduleID', id) },
  },
  'delete/schedule': {
    kind: 'schedules',
    method: 'DELETE',
    path: '/schedules/{schedule}',
    data: 'scheduleDelete',
    fields: { schedule: at('scheduleID', id) },
  },

  // Only the council may create a node (HIP-869), and it pays for that itself.
  'update/node': {
    kind: 'nodes',
    method: 'PATCH',
    path: '/nodes/{node}',
    data: 'nodeUpdate',
    isSchedulable: true,
    fields: {
      node: at('node_id', nodeNumber),
      nodeAccountId: at('account_id', accountId, optional),
      description: at('description', wrappedWords, optional),
      adminKey: at('admin_key', key, optional),
      declineReward: at('decline_reward', wrappedFlag, optional),
      gossipEndpoints: at('gossip_endpoint', endpoints, optional),
      serviceEndpoints: at('service_endpoint', endpoints, optional),
      gossipCertificate: at('gossip_ca_certificate', wrappedBytes, optional),
      grpcCertificateHash: at('grpc_certificate_hash', wrappedBytes, optional),
    },
  },
  'delete/node': {
    kind: 'nodes',
    method: 'DELETE',
    path: '/nodes/{node}',
    data: 'nodeDelete',
    isSchedulable: true,
    fields: { node: at('node_id', nodeNumber) },
  },
} as const satisfies Record<string, OperationDefinition>

/** SDKs mark a short message as its only chunk. Its initial transaction is the transaction itself. */
function chunkOf(walletId: string, transactionId: string | undefined): Statements {
  const chunk = 'consensusSubmitMessage.chunkInfo'
  return [
    [`${chunk}.initialTransactionID.accountID`, transactionId === undefined ? null : walletId],
    [`${chunk}.initialTransactionID.transactionValidStart`, transactionId?.split('@')[1] ?? null],
    [`${chunk}.total`, transactionId === undefined ? { perhaps: '1' } : '1'],
    [`${chunk}.number`, transactionId === undefined ? { perhaps: '1' } : '1'],
  ]
}

export type OperationName = keyof typeof OPERATIONS
export const operationDefinitions: Readonly<Record<OperationName, OperationDefinition>> = OPERATIONS
