/**
 * The roles that the account was offered. Nothing about a wallet is shown until the account confirms its role there.
 */
import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { ownRolesQuery } from '../../api/queries.ts'
import { Section } from '../../parts/layout/screen.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { AccountLink } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'

export function RoleOffers() {
  const { access: texts } = useTexts()
  const { data = [] } = useQuery(ownRolesQuery())
  const queries = useQueryClient()
  const deciding = useMutation({
    async mutationFn({ walletId, role, isConfirmed }: { walletId: string; role: Role; isConfirmed: boolean }) {
      const path = { walletId }
      if (isConfirmed) await api.multisig.put('/multisig/roles/{walletId}', { path, body: { role } })
      else await api.multisig.delete('/multisig/roles/{walletId}', { path })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['wallets'] }),
  })
  const offers = data.filter(({ status }) => status === 'offered')
  if (offers.length === 0) return null
  return (
    <Section title={texts.offers} count={offers.length} hint={texts.offersHint}>
      <ul className="panel entries" data-testid="role-offers">
        {offers.map(({ walletId, role, askedBy }) => (
          <li key={walletId} className="entry">
            <Group justify="space-between" p="sm">
              <div>
                <AccountLink id={walletId} />
                <Text size="sm">
                  {texts.role[role]}, {texts.askedBy} <AccountLink id={askedBy} />
                </Text>
              </div>
              <Group>
                <Button onClick={() => deciding.mutate({ walletId, role, isConfirmed: true })}>{texts.confirm}</Button>
                <Button variant="default" onClick={() => deciding.mutate({ walletId, role, isConfirmed: false })}>
                  {texts.decline}
                </Button>
              </Group>
            </Group>
          </li>
        ))}
      </ul>
      {deciding.error ? <Failed error={deciding.error} /> : null}
    </Section>
  )
}

type Role = 'proposer' | 'observer'

/** The account's permissions at a wallet that it does not own, and a way to give them up. */
export function OwnRole({ walletId, role }: { walletId: string; role: Role }) {
  const { access: texts } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leaving = useMutation({
    mutationFn: () => api.multisig.delete('/multisig/roles/{walletId}', { path: { walletId } }),
    async onSuccess() {
      await navigate({ to: '/wallets' })
      await queries.invalidateQueries({ queryKey: ['wallets'] })
    },
  })
  return (
    <Group>
      <Text>{texts.yourRole(texts.role[role])}</Text>
      <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
        {texts.leave}
      </Button>
      {leaving.error ? <Failed error={leaving.error} /> : null}
    </Group>
  )
}
