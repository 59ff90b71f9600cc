import { AccountId, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { standings } from '../model/request.ts'
import { missingKeys, missingSigners } from '../model/signatures.ts'
import type { InboxItem } from '../store/inbox.ts'
import { Needs, needsOut, RequestOut, requestOut } from './requests.ts'
import { SignatureCount, signatureCount } from './values.ts'

/** A request that waits for the caller. */
export const InboxEntry = namedSchema(
  'InboxEntry',
  Type.Object({
    ...RequestOut.properties,
    waitsFor: Type.Enum(['signature', 'execution']),
    standing: Type.Enum([...standings], {
      description:
        'known: I have signed or requested something in this wallet, or requested it; new: I have not; muted: I have muted it',
    }),
    unlisted: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'for a new wallet: how many more of its requests wait that the inbox does not list',
      }),
    ),
    admission: Type.Boolean({ description: 'whether the request makes me an owner' }),
    missing: Type.Array(AccountId, { description: 'who can still sign' }),
    missingKeys: Type.Array(Type.String({ description: 'raw, hex' }), {
      description: 'who can still sign',
    }),
    needs: Needs,
    missingSignatures: Type.Unsafe<number | null>({
      ...SignatureCount,
      description: 'the least number of signatures still needed; null if signatures alone never suffice',
    }),
  }),
)

export function inboxEntry(
  { request, standing, unlisted }: Pick<InboxItem, 'request' | 'standing' | 'unlisted'>,
  account: string,
): Static<typeof InboxEntry> {
  const lacking = missingKeys(request)
  const owns = (governance: { owners: { wallet: string }[] } | null) =>
    governance?.owners.some(({ wallet }) => wallet === account) ?? false
  return {
    ...requestOut(request),
    standing,
    ...(unlisted > 0 ? { unlisted } : {}),
    waitsFor: lacking.signatures > 0 ? 'signature' : 'execution',
    admission: owns(request.newGovernance) && !owns(request.governance),
    missing: missingSigners(request, lacking),
    missingKeys: [...lacking.publicKeys],
    needs: needsOut(request),
    missingSignatures: signatureCount(lacking.signatures),
  }
}
