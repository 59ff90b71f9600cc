/** The development tools: the embedded ledger's accounts, clock, snapshots and faults. */
import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../api/session.tsx'
import { WarningIcon } from '../parts/layout/icons.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Loaded } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { ClockCard } from './clock-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { ledgerQuery } from './ledger.ts'
import { SnapshotsCard } from './snapshots-card.tsx'

export function DevelopmentScreen() {
  const { development: texts } = useTexts()
  const { development } = useSession().config
  return (
    <Screen title={texts.title} lead={texts.lead}>
      {development?.tools ? (
        <Tools accounts={development.accounts} />
      ) : (
        <Alert color="orange" icon={<WarningIcon />} title={development ? texts.notHere : texts.noLedger}>
          {development ? texts.notHereText : texts.noLedgerText}
        </Alert>
      )}
    </Screen>
  )
}

function Tools({ accounts }: { accounts: { id: string; privateKey: string; keyType: string }[] }) {
  const query = useQuery(ledgerQuery())
  return (
    <>
      <Loaded query={query}>
        {({ aheadMs, snapshots, faults }) => (
          <Stack gap="lg">
            <ClockCard aheadMs={aheadMs} />
            <SnapshotsCard snapshots={snapshots} />
            <FaultsCard faults={faults} />
          </Stack>
        )}
      </Loaded>
      <AccountsCard accounts={accounts} />
    </>
  )
}
