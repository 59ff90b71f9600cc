import type { Bodies, TransactionDefinition } from './definition.ts'
import type { BodyCase } from './envelope.ts'
import { OTHER_TYPES } from './otherTypes.ts'
import { approveAllowances } from './services/crypto/approveAllowances.ts'
import { createAccount } from './services/crypto/createAccount.ts'
import { deleteAccount } from './services/crypto/deleteAccount.ts'
import { deleteAllowances } from './services/crypto/deleteAllowances.ts'
import { transfer } from './services/crypto/transfer.ts'
import { updateAccount } from './services/crypto/updateAccount.ts'
import { appendFile } from './services/file/appendFile.ts'
import { createFile } from './services/file/createFile.ts'
import { deleteFile } from './services/file/deleteFile.ts'
import { systemDelete } from './services/file/systemDelete.ts'
import { systemUndelete } from './services/file/systemUndelete.ts'
import { updateFile } from './services/file/updateFile.ts'
import { createSchedule } from './services/schedule/createSchedule.ts'
import { deleteSchedule } from './services/schedule/deleteSchedule.ts'
import { signSchedule } from './services/schedule/signSchedule.ts'
import { airdropTokens } from './services/token/airdropTokens.ts'
import { associateTokens } from './services/token/associateTokens.ts'
import { burnToken } from './services/token/burnToken.ts'
import { cancelAirdrops } from './services/token/cancelAirdrops.ts'
import { claimAirdrops } from './services/token/claimAirdrops.ts'
import { createToken } from './services/token/createToken.ts'
import { deleteToken } from './services/token/deleteToken.ts'
import { dissociateTokens } from './services/token/dissociateTokens.ts'
import { freezeAccount } from './services/token/freezeAccount.ts'
import { grantKyc } from './services/token/grantKyc.ts'
import { mintToken } from './services/token/mintToken.ts'
import { pauseToken } from './services/token/pauseToken.ts'
import { rejectTokens } from './services/token/rejectTokens.ts'
import { revokeKyc } from './services/token/revokeKyc.ts'
import { unfreezeAccount } from './services/token/unfreezeAccount.ts'
import { unpauseToken } from './services/token/unpauseToken.ts'
import { updateFeeSchedule } from './services/token/updateFeeSchedule.ts'
import { updateNfts } from './services/token/updateNfts.ts'
import { updateToken } from './services/token/updateToken.ts'
import { wipeAccount } from './services/token/wipeAccount.ts'
import { createTopic } from './services/topic/createTopic.ts'
import { deleteTopic } from './services/topic/deleteTopic.ts'
import { submitMessage } from './services/topic/submitMessage.ts'
import { updateTopic } from './services/topic/updateTopic.ts'
import { atomicBatch } from './services/util/atomicBatch.ts'
import { prng } from './services/util/prng.ts'

/** Every kind of transaction that the ledger handles, by its body. */
const TRANSACTIONS: { readonly [K in BodyCase]?: TransactionDefinition<Bodies[K]> } = {
  atomicBatch,
  consensusCreateTopic: createTopic,
  consensusDeleteTopic: deleteTopic,
  consensusSubmitMessage: submitMessage,
  consensusUpdateTopic: updateTopic,
  cryptoApproveAllowance: approveAllowances,
  cryptoCreateAccount: createAccount,
  cryptoDelete: deleteAccount,
  cryptoDeleteAllowance: deleteAllowances,
  cryptoTransfer: transfer,
  cryptoUpdateAccount: updateAccount,
  fileAppend: appendFile,
  fileCreate: createFile,
  fileDelete: deleteFile,
  fileUpdate: updateFile,
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

/** The definition of a body, whatever rpc it came by; undefined if the ledger does not support it. */
export function definitionOf(bodyCase: BodyCase): TransactionDefinition<unknown> | undefined {
  return TRANSACTIONS[bodyCase] as TransactionDefinition<unknown> | undefined
}

const NAMES = new Map(Object.values(TRANSACTIONS).map(({ type, name }) => [type, name]))

const OTHER_NAMES = new Map([...OTHER_TYPES].map(([name, type]) => [type, name]))

/** The Mirror Node's name of a type. */
export function typeName(type: number): string {
  return NAMES.get(type) ?? OTHER_NAMES.get(type) ?? 'UNKNOWN'
}

/** The type of that name; undefined if the ledger has none. */
export function typeNumber(name: string): number | undefined {
  for (const [type, known] of NAMES) if (known === name) return type
  return OTHER_TYPES.get(name)
}
