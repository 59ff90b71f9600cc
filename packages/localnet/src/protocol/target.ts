import type { proto } from '@hiero-ledger/proto'
import type { BodyCase } from './envelope.ts'
import { accountNumber, fileNumber, scheduleNumber, tokenNumber, topicNumber } from './ids.ts'

/** The fields by which bodies name what they are about; where there are two, the account comes first. */
const FIELDS = {
  accountIDToUpdate: accountNumber,
  deleteAccountID: accountNumber,
  account: accountNumber,
  token: tokenNumber,
  tokenId: tokenNumber,
  topicID: topicNumber,
  fileID: fileNumber,
  scheduleID: scheduleNumber,
}

type Ids = proto.IAccountID & proto.ITokenID & proto.ITopicID & proto.IFileID & proto.IScheduleID

/** The number of what a transaction is about, as its body says; null if it names nothing. */
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
