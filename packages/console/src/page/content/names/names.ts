/** The names that the account keeps, and what publishing under its key would sign. */
import { isQuorateError, type NameReview, type NodeTypes, QuorateError, type Signer } from '@quorate/client'
import { queryOptions } from '@tanstack/react-query'
import { api, clientOf } from '../../api/client.ts'
import { ledgerOf } from '../../api/ledger-reads.ts'
import { ledgerNow } from '../../api/time.ts'

export type Name = NodeTypes['Name']

export const namesQuery = () =>
  queryOptions({ queryKey: ['content', 'names'], queryFn: (): Promise<Name[]> => api.node.get('/ipfs/names') })

/** Content to publish, and the name if it is already chosen. */
export interface Wanted {
  path: string
  name?: string
}

interface Publishing {
  signer: Signer
  chain: string
}

/** The record to be signed. @throws QuorateError as `publishName` of the client */
export async function reviewOf(wanted: Wanted, publishing: Publishing): Promise<NameReview> {
  const seen: NameReview[] = []
  const look = (review: NameReview) => {
    seen.push(review)
    return false
  }
  await publish(wanted, look, publishing).catch((error: unknown) => {
    if (!isQuorateError(error, 'NOT_CONFIRMED')) throw error
  })
  const [review] = seen
  if (!review) throw new QuorateError({ code: 'NOT_CONFIRMED', message: 'Nothing was signed' })
  return review
}

/** Signs the record that was shown. @throws QuorateError `NOT_CONFIRMED` if the record would differ from it */
export const publishShown = (wanted: Wanted, shown: NameReview, publishing: Publishing): Promise<Name> =>
  publish(
    wanted,
    ({ name, value, sequence }) => name === shown.name && value === shown.value && sequence === shown.sequence,
    publishing,
  )

function publish(
  { path, name }: Wanted,
  confirm: (review: NameReview) => boolean,
  { signer, chain }: Publishing,
): Promise<Name> {
  return clientOf(signer, chain).publishName(
    { path, now: ledgerNow() },
    {
      confirm(review) {
        if (name !== undefined && review.name !== name)
          throw new QuorateError({
            code: 'NOT_THE_KEY',
            message: `The key of ${signer.accountId} has the name ${review.name}, not ${name}. Nothing was signed`,
          })
        return confirm(review)
      },
      ledgerKey: (account) => ledgerOf(chain).key(account),
    },
  )
}
