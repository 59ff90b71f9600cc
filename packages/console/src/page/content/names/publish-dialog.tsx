/** Shows what the account's name will point at, and signs that with the account's key. */
import { Stack, Text } from '@mantine/core'
import { isQuorateError, QuorateError } from '@quorate/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../api/session.tsx'
import { SignWith } from '../../connect/sign-with.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Failed, Loaded } from '../../parts/layout/states.tsx'
import { Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { publishShown, reviewOf, type Wanted } from './names.ts'

export function PublishDialog(props: { wanted: Wanted | undefined; onClose: () => void; onPublished: () => void }) {
  const { wanted, onClose, onPublished } = props
  const { names } = useTexts()
  return (
    <Dialog opened={wanted !== undefined} onClose={onClose} title={names.dialogTitle} titleSize="lg" size="lg">
      {wanted === undefined ? null : <Publish wanted={wanted} onClose={onClose} onPublished={onPublished} />}
    </Dialog>
  )
}

function Publish({ wanted, onClose, onPublished }: { wanted: Wanted; onClose: () => void; onPublished: () => void }) {
  const { names } = useTexts()
  const { signer, chain } = useSession()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['content', 'publish', chain, signer?.accountId, wanted.path, wanted.name],
    queryFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      return reviewOf(wanted, { signer, chain })
    },
    enabled: signer !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { data: review } = query
  const publishing = useMutation({
    async mutationFn() {
      if (!signer || !review) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      return publishShown(wanted, review, { signer, chain })
    },
    onSuccess() {
      onPublished()
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['content', 'names'] }),
  })
  return (
    <Stack gap="lg">
      <Text>{names.dialogLead}</Text>
      {signer === undefined ? null : (
        <Loaded query={query} rows={2}>
          {({ name, value, sequence, validUntil, before }) => (
            <dl className="statements" data-testid="name-review">
              <dt>{names.name}</dt>
              <dd className="id">{name}</dd>
              <dt>{names.now}</dt>
              <dd className="id">{value}</dd>
              <dt>{names.before}</dt>
              <dd>{before ? <span className="id">{seen(before.value)}</span> : names.first}</dd>
              <dt>{names.record}</dt>
              <dd>{String(sequence)}</dd>
              <dt>{names.until}</dt>
              <dd>
                <Time at={new Date(validUntil).toISOString()} />
              </dd>
            </dl>
          )}
        </Loaded>
      )}
      {isQuorateError(publishing.error, 'NOT_CONFIRMED') ? (
        <Text role="alert">{names.changed}</Text>
      ) : publishing.error ? (
        <Failed error={publishing.error} />
      ) : null}
      <SignWith
        button={names.sign}
        busy={publishing.isPending || (signer !== undefined && query.isPending)}
        onSign={() => publishing.mutate()}
        onCancel={onClose}
      />
    </Stack>
  )
}
