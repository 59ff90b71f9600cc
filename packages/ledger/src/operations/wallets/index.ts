import type { Operation } from '../operation.ts'
import { airdropNft, airdropToken, cancelAirdrops, rejectTokens } from './airdrops.ts'
import { appendFile, createFile, deleteFile, updateFile } from './files.ts'
import { deleteNode, updateNode } from './nodes.ts'
import { deleteSchedule, signSchedule } from './schedules.ts'

/**
 * The operations that only wallets can be asked for. The node API has no endpoints for them: its network key never
 * signs them, and no validator decides on them.
 */
export const walletOperations: readonly Operation[] = [
  airdropToken,
  airdropNft,
  cancelAirdrops,
  rejectTokens,
  createFile,
  appendFile,
  updateFile,
  deleteFile,
  signSchedule,
  deleteSchedule,
  updateNode,
  deleteNode,
]
