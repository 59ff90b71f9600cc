import { proto } from '@hiero-ledger/proto'
import { EXCHANGE_RATES } from '../fees.ts'
import { fileNumber } from '../ids.ts'
import { nodeAddress } from '../nodes.ts'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'

/** The network's own files: address books 0.0.101 and 0.0.102, fee schedule 0.0.111, exchange rates 0.0.112. */
function contentsOf(file: number, address: string): Uint8Array | undefined {
  if (file === 101 || file === 102)
    return proto.NodeAddressBook.encode({ nodeAddress: [nodeAddress(address)] }).finish()
  if (file === 111) return proto.CurrentAndNextFeeSchedule.encode({}).finish()
  return file === 112 ? proto.ExchangeRateSet.encode(EXCHANGE_RATES).finish() : undefined
}

/** FileGetContents */
export const fileContents = defineQuery('fileGetContents', {
  response: 'fileGetContents',
  isPaid: true,
  answer({ fileID }, { address }) {
    const contents = contentsOf(fileNumber(fileID), address)
    require(contents !== undefined, 'INVALID_FILE_ID')
    return { fileContents: { fileID: fileID ?? null, contents } }
  },
})
