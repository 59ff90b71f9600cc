/** What the account may spend from wallets alone, also from those where it has no role. */
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BALANCE_MS, ownLimitsQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Section } from '../../parts/layout/screen.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { AccountLink, Amount } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { LimitPaying } from './limit-paying.tsx'

export function OwnLimits() {
  const { access: texts } = useTexts()
  const { chain, account } = useSession()
  const { data = [], error } = useQuery({
    ...ownLimitsQuery(chain),
    enabled: account !== null,
    refetchInterval: BALANCE_MS,
  })
  const [paying, setPaying] = useState<(typeof data)[number]>()
  if (error) return <Failed error={error} />
  if (data.length === 0) return null
  return (
    <Section title={texts.ownLimits} count={data.length} hint={texts.ownLimitsHint}>
      <ul className="panel entries" data-testid="own-limits">
        {data.map((limit) => (
          <li key={`${limit.walletId} ${limit.tokenId}`} className="entry">
            <Group justify="space-between" p="sm">
              <div>
                <Text size="sm">{texts.fromWallet}</Text>
                <AccountLink id={limit.walletId} />
              </div>
              <Text size="sm">
                {texts.left}: <Amount units={limit.left} token={limit.tokenId} />
              </Text>
              {limit.left > 0n ? <Button onClick={() => setPaying(limit)}>{texts.pay}</Button> : null}
            </Group>
          </li>
        ))}
      </ul>
      <Dialog opened={paying !== undefined} onClose={() => setPaying(undefined)} title={texts.payTitle} size="lg">
        {paying ? <LimitPaying walletId={paying.walletId} limit={paying} onClose={() => setPaying(undefined)} /> : null}
      </Dialog>
    </Section>
  )
}
