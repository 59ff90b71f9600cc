import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../api/session.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { Account, Amount, Copy } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { balancesQuery } from './ledger.ts'

const DEVNET = 'hedera:devnet'
/** How many accounts to show at first. */
const FEW = 5

interface DevelopmentAccount {
  id: string
  privateKey: string
  keyType: string
}

export function AccountsCard({ accounts }: { accounts: DevelopmentAccount[] }) {
  const { development, app } = useTexts()
  const mirrorUrl = useSession().config.mirrors[DEVNET]
  const [isWhole, { open }] = useDisclosure()
  const query = useQuery({
    ...balancesQuery(
      mirrorUrl ?? '',
      accounts.map(({ id }) => id),
    ),
    enabled: mirrorUrl !== undefined,
  })
  // Accounts for sign-ins come first, and the treasury last.
  const rank = ({ id, keyType }: DevelopmentAccount) => (id === '0.0.2' ? 2 : keyType === 'ed25519' ? 0 : 1)
  const sorted = accounts.toSorted((a, b) => rank(a) - rank(b))
  return (
    <Card data-testid="accounts">
      <Stack>
        <div>
          <Title order={2}>{development.accounts}</Title>
          <Text c="dimmed">{development.accountsLead}</Text>
        </div>
        {query.error ? <Failed error={query.error} again={query.refetch} /> : null}
        <Stack gap={0} component="ul" p={0} m={0} className="rows">
          {(isWhole ? sorted : sorted.slice(0, FEW)).map(({ id, keyType, privateKey }) => {
            const units = query.data?.get(id)
            return (
              <li key={id} style={{ flexWrap: 'wrap', paddingBlock: '0.5rem' }}>
                <span style={{ minWidth: 0 }}>
                  <Account id={id} />{' '}
                  <Text span size="sm" c="dimmed">
                    {keyType === 'ed25519' ? 'Ed25519' : 'ECDSA'}
                    {id === '0.0.2' ? ` · ${development.treasury}` : ''} · {development.privateKey}{' '}
                    <Copy value={privateKey} label={`${development.privateKey} ${id}`} />
                  </Text>
                </span>
                <Group ms="auto">{units === undefined ? null : <Amount units={units} />}</Group>
              </li>
            )
          })}
        </Stack>
        {isWhole || accounts.length <= FEW ? null : (
          <div>
            <Button variant="default" onClick={open}>
              {app.more}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
