import { approveAllowance } from './accounts/allowance-approve.ts'
import { deleteAllowance } from './accounts/allowance-delete.ts'
import { atomicSwap } from './accounts/atomic-swap.ts'
import { createAccount } from './accounts/create.ts'
import { deleteAccount } from './accounts/delete.ts'
import { moveAccount } from './accounts/move.ts'
import { transferHbar } from './accounts/transfer-hbar.ts'
import { transferNft } from './accounts/transfer-nft.ts'
import { transferToken } from './accounts/transfer-token.ts'
import { updateAccount } from './accounts/update.ts'
import { callContract } from './contracts/call.ts'
import { createTopic } from './hcs/create.ts'
import { deleteTopic } from './hcs/delete.ts'
import { submitMessage } from './hcs/message.ts'
import { moveTopic } from './hcs/move.ts'
import { updateTopic } from './hcs/update.ts'
import { burnNft, burnToken, wipeNft, wipeToken } from './hts/burn-and-wipe.ts'
import { createToken } from './hts/create.ts'
import { deleteToken } from './hts/delete.ts'
import { freezeAccount, unfreezeAccount } from './hts/freeze.ts'
import { grantKyc, revokeKyc } from './hts/grant-kyc.ts'
import { mintNft } from './hts/mint-nft.ts'
import { mintToken } from './hts/mint-token.ts'
import { moveToken } from './hts/move.ts'
import { pauseToken, unpauseToken } from './hts/pause.ts'
import { updateToken } from './hts/update.ts'
import { updateFees } from './hts/update-fees.ts'
import type { Operation } from './operation.ts'

/** All operations of the node API. A new operation needs a file in this folder and a line here. */
export const operations: readonly Operation[] = [
  createTopic,
  updateTopic,
  deleteTopic,
  moveTopic,
  submitMessage,
  burnNft,
  burnToken,
  createToken,
  deleteToken,
  freezeAccount,
  unfreezeAccount,
  grantKyc,
  revokeKyc,
  mintNft,
  mintToken,
  moveToken,
  pauseToken,
  unpauseToken,
  updateToken,
  updateFees,
  wipeNft,
  wipeToken,
  createAccount,
  updateAccount,
  deleteAccount,
  moveAccount,
  approveAllowance,
  deleteAllowance,
  atomicSwap,
  transferHbar,
  transferNft,
  transferToken,
  callContract,
]
