import type { proto } from '@hiero-ledger/proto'
import type { BodyCase } from './envelope.ts'
import { accountNumber, contractNumber, fileNumber, scheduleNumber, tokenNumber, topicNumber } from './ids.ts'

/** The fields of bodies that name the entity they are about. If a body has two of them, the account comes first. */
const FIELDS = {
  accountIDToUpdate: accountNumber,
  deleteAccountID: accountNumber,
  account: accountNumber,
  contractID: contractNumber,
  token: tokenNumber,
  tokenId: tokenNumber,
  topicID: topicNumber,
  fileID: fileNumber,
  scheduleID: scheduleNumber,
}

type Ids = proto.IAccountID & proto.IContractID & proto.ITokenID & proto.ITopicID & proto.IFileID & proto.IScheduleID

/** The number of the entity that a transaction is about, from its body; null if it names none. */
export function targetOf(bodyCase: BodyCase, body: unknown): number | null {
  const named = body as { readonly [field: string]: Ids | null | undefined }
  for (const [field, numberOf] of Object.entries(FIELDS)) {
    const id = named[field]
    if (!id || (bodyCase === 'tokenWipe' && field === 'account')) continue
    const num = numberOf(id)
    return num > 0 ? num : null
  }
  return null
}
