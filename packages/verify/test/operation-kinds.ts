/** A request for each operation of wallets, with the transaction that carries it out. */
import { proto } from '@hiero-ledger/proto'
import {
  AccountAllowanceApproveTransaction,
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  ContractExecuteTransaction,
  CustomFixedFee,
  CustomFractionalFee,
  CustomRoyaltyFee,
  FeeAssessmentMethod,
  FileAppendTransaction,
  FileCreateTransaction,
  FileDeleteTransaction,
  FileUpdateTransaction,
  Hbar,
  Long,
  NftId,
  NodeDeleteTransaction,
  NodeUpdateTransaction,
  PendingAirdropId,
  ScheduleCreateTransaction,
  ScheduleDeleteTransaction,
  ScheduleSignTransaction,
  type Key as SdkKey,
  ServiceEndpoint,
  Timestamp,
  TokenAirdropTransaction,
  TokenBurnTransaction,
  TokenCancelAirdropTransaction,
  TokenCreateTransaction,
  TokenDeleteTransaction,
  TokenFeeScheduleUpdateTransaction,
  TokenFreezeTransaction,
  TokenGrantKycTransaction,
  TokenId,
  TokenMintTransaction,
  TokenPauseTransaction,
  TokenRejectTransaction,
  TokenRevokeKycTransaction,
  TokenSupplyType,
  TokenType,
  TokenUnfreezeTransaction,
  TokenUnpauseTransaction,
  TokenUpdateTransaction,
  TokenWipeTransaction,
  TopicCreateTransaction,
  TopicDeleteTransaction,
  TopicMessageSubmitTransaction,
  TopicUpdateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import {
  type Key,
  keyJson,
  type OperationName,
  operationDefinitions,
  operationWith,
  type ShownSchedule,
} from '@quorate/verify'
import { bodyOf, frozen, RECEIVER, TOKEN, TOPIC, WALLET } from './bodies.ts'

/** `transfer` of 5 to 0.0.1023. */
const TRANSFER = `0xa9059cbb${'3ff'.padStart(64, '0')}${'5'.padStart(64, '0')}`
const account = { walletId: RECEIVER }
const spender = { spenderAccountId: RECEIVER }
const approve = () => new AccountAllowanceApproveTransaction()
const nfts = { type: 'nft', tokenId: TOKEN, ...spender }
const SCHEDULE = '0.0.6001'
const FILE = '0.0.7001'
const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const endpoint = (port: number) => new ServiceEndpoint().setPort(port)
const nft = (serial: number) => NftId.fromString(`${TOKEN}/${serial}`)

/** The values of each operation, and its transaction. */
const madeOf = (
  key: Key,
  sdkKey: SdkKey,
): Record<OperationName, [values: Record<string, unknown>, transaction: () => Transaction]> => ({
  'create/token': [
    {
      name: 'Gold',
      symbol: 'GLD',
      tokenType: { _code: 0 },
      decimals: 3,
      initialSupply: '700',
      supplyType: { _code: 1 },
      maxSupply: '9000',
      treasuryAccountId: WALLET,
      memo: 'vault',
      ...{ adminKey: true, kycKey: true, freezeKey: true, wipeKey: true, supplyKey: true, pauseKey: true },
      feeScheduleKey: true,
      freezeDefault: true,
      customFees: [
        { feeType: 'fixed', amount: '70', denominatingTokenId: TOKEN, feeCollectorAccountId: '0.0.77' },
        {
          feeType: 'fractional',
          ...{ numerator: 3, denominator: 100, minimumAmount: 70, maximumAmount: 80 },
          netOfTransfers: true,
          feeCollectorAccountId: '0.0.78',
          allCollectorsAreExempt: true,
        },
      ],
    },
    () =>
      new TokenCreateTransaction()
        .setTokenName('Gold')
        .setTokenSymbol('GLD')
        .setDecimals(3)
        .setInitialSupply(700)
        .setTokenType(TokenType.FungibleCommon)
        .setSupplyType(TokenSupplyType.Finite)
        .setMaxSupply(9000)
        .setTreasuryAccountId(WALLET)
        .setAutoRenewAccountId(WALLET)
        .setTokenMemo('vault')
        .setAdminKey(sdkKey)
        .setKycKey(sdkKey)
        .setFreezeKey(sdkKey)
        .setWipeKey(sdkKey)
        .setSupplyKey(sdkKey)
        .setPauseKey(sdkKey)
        .setFeeScheduleKey(sdkKey)
        .setFreezeDefault(true)
        .setCustomFees([
          new CustomFixedFee({ amount: 70, denominatingTokenId: TOKEN, feeCollectorAccountId: '0.0.77' }),
          new CustomFractionalFee({
            ...{ numerator: 3, denominator: 100, min: 70, max: 80 },
            assessmentMethod: FeeAssessmentMethod.Exclusive,
            feeCollectorAccountId: '0.0.78',
            allCollectorsAreExempt: true,
          }),
        ]),
  ],
  'update/token': [
    { token: TOKEN, name: 'Gold', symbol: 'GLD', memo: '', newTreasuryAccountId: RECEIVER, pauseKey: keyJson(key) },
    () =>
      new TokenUpdateTransaction()
        .setTokenId(TOKEN)
        .setTokenName('Gold')
        .setTokenSymbol('GLD')
        .setTokenMemo('')
        .setTreasuryAccountId(RECEIVER)
        .setPauseKey(sdkKey),
  ],
  'update/fees': [
    {
      token: TOKEN,
      customFees: {
        fixed_fees: [{ amount: '70', collector_account_id: '0.0.77' }],
        royalty_fees: [
          {
            amount: { numerator: 3, denominator: 100 },
            fallback_fee: { amount: 70, denominating_token_id: TOKEN },
            collector_account_id: '0.0.78',
          },
        ],
      },
    },
    () =>
      new TokenFeeScheduleUpdateTransaction().setTokenId(TOKEN).setCustomFees([
        new CustomFixedFee({ amount: 70, feeCollectorAccountId: '0.0.77' }),
        new CustomRoyaltyFee({
          ...{ numerator: 3, denominator: 100, feeCollectorAccountId: '0.0.78' },
          fallbackFee: new CustomFixedFee({ amount: 70, denominatingTokenId: TOKEN }),
        }),
      ]),
  ],
  'mint/token': [{ token: TOKEN, amount: '70' }, () => new TokenMintTransaction().setTokenId(TOKEN).setAmount(70)],
  'mint/nft': [
    { token: TOKEN, metadata: ['ipfs://a', 'zwei'] },
    () => new TokenMintTransaction().setTokenId(TOKEN).setMetadata([Buffer.from('ipfs://a'), Buffer.from('zwei')]),
  ],
  'burn/token': [{ token: TOKEN, amount: '70' }, () => new TokenBurnTransaction().setTokenId(TOKEN).setAmount(70)],
  'burn/nft': [
    { token: TOKEN, serialNumbers: [7, 9] },
    () => new TokenBurnTransaction().setTokenId(TOKEN).setSerials([7, 9]),
  ],
  'wipe/token': [
    { token: TOKEN, amount: '70', account_id: RECEIVER },
    () => new TokenWipeTransaction().setTokenId(TOKEN).setAccountId(RECEIVER).setAmount(70),
  ],
  'wipe/nft': [
    { token: TOKEN, serialNumbers: [7], account_id: RECEIVER },
    () => new TokenWipeTransaction().setTokenId(TOKEN).setAccountId(RECEIVER).setSerials([7]),
  ],
  'freeze/token': [
    { token: TOKEN, ...account },
    () => new TokenFreezeTransaction().setTokenId(TOKEN).setAccountId(RECEIVER),
  ],
  'unfreeze/token': [
    { token: TOKEN, ...account },
    () => new TokenUnfreezeTransaction().setTokenId(TOKEN).setAccountId(RECEIVER),
  ],
  'grant-kyc/token': [
    { token: TOKEN, ...account },
    () => new TokenGrantKycTransaction().setTokenId(TOKEN).setAccountId(RECEIVER),
  ],
  'revoke-kyc/token': [
    { token: TOKEN, ...account },
    () => new TokenRevokeKycTransaction().setTokenId(TOKEN).setAccountId(RECEIVER),
  ],
  'pause/token': [{ token: TOKEN }, () => new TokenPauseTransaction().setTokenId(TOKEN)],
  'unpause/token': [{ token: TOKEN }, () => new TokenUnpauseTransaction().setTokenId(TOKEN)],
  'delete/token': [{ token: TOKEN }, () => new TokenDeleteTransaction().setTokenId(TOKEN)],
  'allowance/hbar': [
    { type: 'hbar', ...spender, amount: '70' },
    () => approve().approveHbarAllowance(WALLET, RECEIVER, Hbar.fromTinybars(70)),
  ],
  'allowance/token': [
    { type: 'token', tokenId: TOKEN, ...spender, amount: '70' },
    () => approve().approveTokenAllowance(TOKEN, WALLET, RECEIVER, 70),
  ],
  'allowance/nft': [
    { ...nfts, serialNumbers: [7, 9] },
    () =>
      approve().approveTokenNftAllowance(nft(7), WALLET, RECEIVER).approveTokenNftAllowance(nft(9), WALLET, RECEIVER),
  ],
  'allowance/nfts': [
    { ...nfts, allSerials: true },
    () => approve().approveTokenNftAllowanceAllSerials(TOKEN, WALLET, RECEIVER),
  ],
  'allowance-delete/hbar': [
    { type: 'hbar', ...spender },
    () => approve().approveHbarAllowance(WALLET, RECEIVER, Hbar.fromTinybars(0)),
  ],
  'allowance-delete/token': [
    { type: 'token', tokenId: TOKEN, ...spender },
    () => approve().approveTokenAllowance(TOKEN, WALLET, RECEIVER, 0),
  ],
  'allowance-delete/nfts': [
    { ...nfts, allSerials: true },
    () => approve().deleteTokenNftAllowanceAllSerials(TOKEN, WALLET, RECEIVER),
  ],
  'create/account': [
    { balance: '700', memo: 'reserve', maxAutomaticTokenAssociations: 7, isReceiverSignatureRequired: true },
    () =>
      new AccountCreateTransaction()
        .setKeyWithoutAlias(sdkKey)
        .setInitialBalance(Hbar.fromTinybars(700))
        .setAccountMemo('reserve')
        .setMaxAutomaticTokenAssociations(7)
        .setReceiverSignatureRequired(true),
  ],
  'update/account': [
    { wallet: WALLET, maxAutomaticTokenAssociations: 7, isReceiverSignatureRequired: false, stakingNode: 4 },
    () =>
      new AccountUpdateTransaction()
        .setAccountId(WALLET)
        .setMaxAutomaticTokenAssociations(7)
        .setReceiverSignatureRequired(false)
        .setStakedNodeId(4),
  ],
  'create/topic': [
    { key: keyJson(key), memo: 'minutes' },
    () =>
      new TopicCreateTransaction()
        .setAdminKey(sdkKey)
        .setSubmitKey(sdkKey)
        .setTopicMemo('minutes')
        .setAutoRenewAccountId(WALLET),
  ],
  'update/topic': [
    { topic: TOPIC, memo: 'minutes' },
    () => new TopicUpdateTransaction().setTopicId(TOPIC).setTopicMemo('minutes'),
  ],
  'delete/topic': [{ topic: TOPIC }, () => new TopicDeleteTransaction().setTopicId(TOPIC)],
  'message/topic': [
    { topic: TOPIC, message: 'Hello all' },
    () => new TopicMessageSubmitTransaction().setTopicId(TOPIC).setMessage('Hello all'),
  ],
  'call/contract': [
    { contract: '0.0.5001', data: TRANSFER, gas: 90_000, amount: '7' },
    () =>
      new ContractExecuteTransaction()
        .setContractId('0.0.5001')
        .setFunctionParameters(Buffer.from(TRANSFER.slice(2), 'hex'))
        .setGas(90_000)
        .setPayableAmount(Hbar.fromTinybars(7)),
  ],
  'airdrop/token': [
    {
      token: TOKEN,
      airdrops: [
        { receiverId: RECEIVER, amount: '70' },
        { receiverId: '0.0.1012', amount: 8 },
      ],
    },
    () =>
      new TokenAirdropTransaction()
        .addTokenTransfer(TOKEN, WALLET, -78)
        .addTokenTransfer(TOKEN, RECEIVER, 70)
        .addTokenTransfer(TOKEN, '0.0.1012', 8),
  ],
  'airdrop/nft': [
    { token: TOKEN, receiverId: RECEIVER, serialNumbers: [7, 9] },
    () =>
      new TokenAirdropTransaction().addNftTransfer(nft(7), WALLET, RECEIVER).addNftTransfer(nft(9), WALLET, RECEIVER),
  ],
  'cancel/airdrop': [
    {
      airdrops: [
        { receiverId: RECEIVER, tokenId: TOKEN },
        { receiverId: RECEIVER, tokenId: '0.0.2002', serialNumber: 7 },
      ],
    },
    () =>
      new TokenCancelAirdropTransaction()
        .addPendingAirdropId(new PendingAirdropId({ senderId: WALLET, receiverId: RECEIVER, tokenId: TOKEN }))
        .addPendingAirdropId(
          new PendingAirdropId({ senderId: WALLET, receiverId: RECEIVER, nftId: NftId.fromString('0.0.2002/7') }),
        ),
  ],
  'reject/token': [
    { tokens: [{ tokenId: TOKEN }, { tokenId: '0.0.2002', serialNumber: 7 }] },
    () =>
      new TokenRejectTransaction()
        .setOwnerId(AccountId.fromString(WALLET))
        .addTokenId(TokenId.fromString(TOKEN))
        .addNftId(NftId.fromString('0.0.2002/7')),
  ],
  'create/file': [
    { contents: '0x7a77656920fc', memo: 'minutes', key: true, expiresAt: '2027-03-01T00:00:00.500Z' },
    () =>
      new FileCreateTransaction()
        .setContents(bytes('0x7a77656920fc'))
        .setFileMemo('minutes')
        .setKeys([sdkKey])
        .setExpirationTime(new Timestamp(Date.parse('2027-03-01T00:00:00Z') / 1000, 500_000_000)),
  ],
  'append/file': [
    { file: FILE, contents: '0x48656c6c6f0a' },
    () => new FileAppendTransaction().setFileId(FILE).setContents('Hello\n'),
  ],
  'update/file': [
    { file: FILE, contents: '0x00ff', memo: '', key: true, expiresAt: '1803859200.000000001' },
    () =>
      new FileUpdateTransaction()
        .setFileId(FILE)
        .setContents(bytes('0x00ff'))
        .setFileMemo('')
        .setKeys([sdkKey])
        .setExpirationTime(new Timestamp(1_803_859_200, 1)),
  ],
  'delete/file': [{ file: FILE }, () => new FileDeleteTransaction().setFileId(FILE)],
  'sign/schedule': [{ schedule: SCHEDULE }, () => new ScheduleSignTransaction().setScheduleId(SCHEDULE)],
  'delete/schedule': [{ schedule: SCHEDULE }, () => new ScheduleDeleteTransaction().setScheduleId(SCHEDULE)],
  'update/node': [
    {
      node: '3',
      nodeAccountId: RECEIVER,
      description: 'Club',
      adminKey: keyJson(key),
      declineReward: false,
      gossipEndpoints: ['192.0.2.7:50111'],
      serviceEndpoints: ['192.0.2.8:50211', 'node.example:50212'],
      gossipCertificate: '0x3001',
      grpcCertificateHash: '0xabcd',
    },
    () =>
      new NodeUpdateTransaction()
        .setNodeId(Long.fromNumber(3))
        .setAccountId(RECEIVER)
        .setDescription('Club')
        .setAdminKey(sdkKey)
        .setDeclineReward(false)
        .setGossipEndpoints([endpoint(50_111).setIpAddressV4(Uint8Array.of(192, 0, 2, 7))])
        .setServiceEndpoints([
          endpoint(50_211).setIpAddressV4(Uint8Array.of(192, 0, 2, 8)),
          endpoint(50_212).setDomainName('node.example'),
        ])
        .setGossipCaCertificate(bytes('0x3001'))
        .setCertificateHash(bytes('0xabcd')),
  ],
  'delete/node': [{ node: '0' }, () => new NodeDeleteTransaction().setNodeId(Long.fromNumber(0))],
})

/** A payment by the wallet that somebody else scheduled, and pays for. */
const inSchedule = (walletId: string): ShownSchedule => {
  const transfer = new TransferTransaction()
    .addHbarTransfer(walletId, Hbar.fromTinybars(-70))
    .addHbarTransfer(RECEIVER, Hbar.fromTinybars(70))
    .setTransactionMemo('Rent')
  const body = proto.TransactionBody.decode(
    bodyOf(frozen(new ScheduleCreateTransaction().setScheduledTransaction(transfer), RECEIVER)),
  ).scheduleCreate?.scheduledTransactionBody
  return {
    body: proto.SchedulableTransactionBody.encode(body ?? {}).finish(),
    ...{ payer: RECEIVER, adminKey: null, createdAt: '1795000001.000000001', memo: 'theirs', waitForExpiry: false },
    ...{ deleted: false, executedTimestamp: null, expirationTime: null },
  }
}

/** @param key the wallet's key @param sdkKey the same key in the SDK's form */
export const operationKinds = (key: Key, sdkKey: SdkKey) =>
  Object.entries(madeOf(key, sdkKey)).map(([name, [values, transaction]]) => ({
    name: name as OperationName,
    operation: 'operation',
    payload: { walletId: WALLET, operation: operationWith(name as OperationName, values) },
    transaction,
    ...(operationDefinitions[name as OperationName].isSchedulable ? { isSchedulable: true } : {}),
    ...(name.endsWith('/schedule') ? { schedules: { [SCHEDULE]: inSchedule(WALLET) } } : {}),
  }))
