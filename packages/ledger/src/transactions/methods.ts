/**
 * The gRPC method of each transaction type, by the name of its field in TransactionBody.data. Real nodes refuse a type
 * at another's method.
 */
const METHODS: Record<string, string> = {
  atomicBatch: 'UtilService/atomicBatch',
  consensusCreateTopic: 'ConsensusService/createTopic',
  consensusDeleteTopic: 'ConsensusService/deleteTopic',
  consensusSubmitMessage: 'ConsensusService/submitMessage',
  consensusUpdateTopic: 'ConsensusService/updateTopic',
  contractCall: 'SmartContractService/contractCallMethod',
  contractCreateInstance: 'SmartContractService/createContract',
  contractDeleteInstance: 'SmartContractService/deleteContract',
  contractUpdateInstance: 'SmartContractService/updateContract',
  cryptoApproveAllowance: 'CryptoService/approveAllowances',
  cryptoCreateAccount: 'CryptoService/createAccount',
  cryptoDelete: 'CryptoService/cryptoDelete',
  cryptoDeleteAllowance: 'CryptoService/deleteAllowances',
  cryptoTransfer: 'CryptoService/cryptoTransfer',
  cryptoUpdateAccount: 'CryptoService/updateAccount',
  ethereumTransaction: 'SmartContractService/callEthereum',
  fileAppend: 'FileService/appendContent',
  fileCreate: 'FileService/createFile',
  fileDelete: 'FileService/deleteFile',
  fileUpdate: 'FileService/updateFile',
  freeze: 'FreezeService/freeze',
  nodeCreate: 'AddressBookService/createNode',
  nodeDelete: 'AddressBookService/deleteNode',
  nodeUpdate: 'AddressBookService/updateNode',
  scheduleCreate: 'ScheduleService/createSchedule',
  scheduleDelete: 'ScheduleService/deleteSchedule',
  scheduleSign: 'ScheduleService/signSchedule',
  systemDelete: 'FileService/systemDelete',
  systemUndelete: 'FileService/systemUndelete',
  tokenAirdrop: 'TokenService/airdropTokens',
  tokenAssociate: 'TokenService/associateTokens',
  tokenBurn: 'TokenService/burnToken',
  tokenCancelAirdrop: 'TokenService/cancelAirdrop',
  tokenClaimAirdrop: 'TokenService/claimAirdrop',
  tokenCreation: 'TokenService/createToken',
  tokenDeletion: 'TokenService/deleteToken',
  tokenDissociate: 'TokenService/dissociateTokens',
  tokenFeeScheduleUpdate: 'TokenService/updateTokenFeeSchedule',
  tokenFreeze: 'TokenService/freezeTokenAccount',
  tokenGrantKyc: 'TokenService/grantKycToTokenAccount',
  tokenMint: 'TokenService/mintToken',
  tokenPause: 'TokenService/pauseToken',
  tokenReject: 'TokenService/rejectToken',
  tokenRevokeKyc: 'TokenService/revokeKycFromTokenAccount',
  tokenUnfreeze: 'TokenService/unfreezeTokenAccount',
  tokenUnpause: 'TokenService/unpauseToken',
  tokenUpdate: 'TokenService/updateToken',
  tokenUpdateNfts: 'TokenService/updateNfts',
  tokenWipe: 'TokenService/wipeTokenAccount',
  utilPrng: 'UtilService/prng',
}

/** The path to submit a transaction of this type to; undefined for types that no client submits. */
export const methodOf = (type: string | undefined): string | undefined => {
  const method = type && Object.hasOwn(METHODS, type) ? METHODS[type] : undefined
  return method && `/proto.${method}`
}
