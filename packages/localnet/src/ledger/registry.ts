import type { BodyCase } from '#protocol/envelope.ts'
import { callContract } from '#services/contract/call-contract.ts'
import { createContract } from '#services/contract/create-contract.ts'
import { deleteContract } from '#services/contract/delete-contract.ts'
import { ethereumTransaction } from '#services/contract/ethereum-transaction.ts'
import { updateContract } from '#services/contract/update-contract.ts'
import { approveAllowances } from '#services/crypto/approve-allowances.ts'
import { createAccount } from '#services/crypto/create-account.ts'
import { deleteAccount } from '#services/crypto/delete-account.ts'
import { deleteAllowances } from '#services/crypto/delete-allowances.ts'
import { transfer } from '#services/crypto/transfer.ts'
import { updateAccount } from '#services/crypto/update-account.ts'
import { appendFile } from '#services/file/append-file.ts'
import { createFile } from '#services/file/create-file.ts'
import { deleteFile } from '#services/file/delete-file.ts'
import { systemDelete, systemUndelete } from '#services/file/system-delete.ts'
import { updateFile } from '#services/file/update-file.ts'
import { createNode } from '#services/node/create-node.ts'
import { createRegisteredNode } from '#services/node/create-registered-node.ts'
import { deleteNode } from '#services/node/delete-node.ts'
import { deleteRegisteredNode } from '#services/node/delete-registered-node.ts'
import { updateNode } from '#services/node/update-node.ts'
import { updateRegisteredNode } from '#services/node/update-registered-node.ts'
import { createSchedule } from '#services/schedule/create-schedule.ts'
import { deleteSchedule } from '#services/schedule/delete-schedule.ts'
import { signSchedule } from '#services/schedule/sign-schedule.ts'
import { airdropTokens } from '#services/token/airdrop-tokens.ts'
import { associateTokens, dissociateTokens } from '#services/token/associate-tokens.ts'
import { burnToken, wipeAccount } from '#services/token/burn-and-wipe.ts'
import { cancelAirdrops } from '#services/token/cancel-airdrops.ts'
import { claimAirdrops } from '#services/token/claim-airdrops.ts'
import { createToken } from '#services/token/create-token.ts'
import { deleteToken } from '#services/token/delete-token.ts'
import { freezeAccount, unfreezeAccount } from '#services/token/freeze-account.ts'
import { grantKyc, revokeKyc } from '#services/token/grant-kyc.ts'
import { mintToken } from '#services/token/mint-token.ts'
import { pauseToken, unpauseToken } from '#services/token/pause-token.ts'
import { rejectTokens } from '#services/token/reject-tokens.ts'
import { updateFeeSchedule } from '#services/token/update-fee-schedule.ts'
import { updateNfts } from '#services/token/update-nfts.ts'
import { updateToken } from '#services/token/update-token.ts'
import { createTopic } from '#services/topic/create-topic.ts'
import { deleteTopic } from '#services/topic/delete-topic.ts'
import { submitMessage } from '#services/topic/submit-message.ts'
import { updateTopic } from '#services/topic/update-topic.ts'
import { atomicBatch } from '#services/util/atomic-batch.ts'
import { prng } from '#services/util/prng.ts'
import type { Bodies, TransactionDefinition } from '#transaction/definition.ts'
import { leastPrice, type Price } from '#transaction/prices.ts'
import { OTHER_TYPES } from './other-types.ts'

/** Every kind of transaction that the ledger handles, by its body. */
const TRANSACTIONS: { readonly [K in BodyCase]?: TransactionDefinition<Bodies[K]> } = {
  atomicBatch,
  consensusCreateTopic: createTopic,
  consensusDeleteTopic: deleteTopic,
  consensusSubmitMessage: submitMessage,
  consensusUpdateTopic: updateTopic,
  contractCall: callContract,
  contractCreateInstance: createContract,
  contractDeleteInstance: deleteContract,
  contractUpdateInstance: updateContract,
  cryptoApproveAllowance: approveAllowances,
  cryptoCreateAccount: createAccount,
  cryptoDelete: deleteAccount,
  cryptoDeleteAllowance: deleteAllowances,
  cryptoTransfer: transfer,
  cryptoUpdateAccount: updateAccount,
  ethereumTransaction,
  fileAppend: appendFile,
  fileCreate: createFile,
  fileDelete: deleteFile,
  fileUpdate: updateFile,
  nodeCreate: createNode,
  nodeDelete: deleteNode,
  nodeUpdate: updateNode,
  registeredNodeCreate: createRegisteredNode,
  registeredNodeDelete: deleteRegisteredNode,
  registeredNodeUpdate: updateRegisteredNode,
  scheduleCreate: createSchedule,
  scheduleDelete: deleteSchedule,
  scheduleSign: signSchedule,
  systemDelete,
  systemUndelete,
  tokenAirdrop: airdropTokens,
  tokenAssociate: associateTokens,
  tokenBurn: burnToken,
  tokenCancelAirdrop: cancelAirdrops,
  tokenClaimAirdrop: claimAirdrops,
  tokenCreation: createToken,
  tokenDeletion: deleteToken,
  tokenDissociate: dissociateTokens,
  tokenFeeScheduleUpdate: updateFeeSchedule,
  tokenFreeze: freezeAccount,
  tokenGrantKyc: grantKyc,
  tokenMint: mintToken,
  tokenPause: pauseToken,
  tokenReject: rejectTokens,
  tokenRevokeKyc: revokeKyc,
  tokenUnfreeze: unfreezeAccount,
  tokenUnpause: unpauseToken,
  tokenUpdate: updateToken,
  tokenUpdateNfts: updateNfts,
  tokenWipe: wipeAccount,
  utilPrng: prng,
}

export const BODY_CASES = Object.keys(TRANSACTIONS) as readonly BodyCase[]

/** The definition of a body, regardless of the rpc that received it; undefined if the ledger does not support it. */
export function definitionOf(bodyCase: BodyCase): TransactionDefinition<unknown> | undefined {
  return TRANSACTIONS[bodyCase] as TransactionDefinition<unknown> | undefined
}

/** The minimum price of each kind of transaction in tinycents, by its number in proto.HederaFunctionality. */
export const basePrices = (): Map<Price<never>['functionality'], bigint> =>
  new Map(Object.values(TRANSACTIONS).flatMap(({ price }) => (price ? [[price.functionality, leastPrice(price)]] : [])))

const NAMES = new Map(Object.values(TRANSACTIONS).map(({ type, name }) => [type, name]))

const OTHER_NAMES = new Map([...OTHER_TYPES].map(([name, type]) => [type, name]))

/** The Mirror Node's name of a transaction type. */
export function typeName(type: number): string {
  return NAMES.get(type) ?? OTHER_NAMES.get(type) ?? 'UNKNOWN'
}

/** The transaction type with the Mirror Node's name; undefined if the ledger does not have it. */
export function typeNumber(name: string): number | undefined {
  for (const [type, known] of NAMES) if (known === name) return type
  return OTHER_TYPES.get(name)
}
