import { Alert, Button, Group, Switch, Text } from '@mantine/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { CheckIcon, WarningIcon } from '../parts/layout/icons.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Failed, Loading } from '../parts/layout/states.tsx'
import { Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { componentName } from './component-name.ts'
import { MachineCard } from './machine-card.tsx'
import { NodesCard } from './nodes-card.tsx'
import { type ServiceName, serviceQuery } from './reads.ts'
import { outagesOf, type ServiceHealth } from './service-health.ts'
import { ServicesCard } from './services-card.tsx'
import { SharedKeyCard } from './shared-key-card.tsx'

export function StatusScreen() {
  const { status: texts } = useTexts()
  const { config } = useSession()
  const queries = useQueryClient()
  const [isRefreshed, setRefreshed] = useState(true)
  const names: ServiceName[] = [
    'node',
    ...(config.services.multisig ? (['multisig'] as const) : []),
    ...(config.services.governance ? (['governance'] as const) : []),
  ]
  const found = useQueries({ queries: names.map((name) => serviceQuery(name, isRefreshed)) })
  const again = () => queries.invalidateQueries({ queryKey: ['health'] })
  const error = found.find((one) => one.error !== null)?.error
  const services = new Map(
    names.flatMap((name, index): [ServiceName, ServiceHealth][] => {
      const data = found[index]?.data
      return data ? [[name, data]] : []
    }),
  )
  const readAt = Math.min(...found.map(({ dataUpdatedAt }) => dataUpdatedAt))
  const isRead = services.size === names.length
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <Group justify="space-between" gap="sm">
        <Group gap="md">
          <Switch
            size="md"
            label={texts.refreshes}
            checked={isRefreshed}
            onChange={(event) => setRefreshed(event.currentTarget.checked)}
          />
          {isRead ? (
            <Text size="sm" c="dimmed">
              {texts.asOf} <Time at={new Date(readAt).toISOString()} exact />
            </Text>
          ) : null}
        </Group>
        <Button variant="default" onClick={() => void again()}>
          {texts.again}
        </Button>
      </Group>
      {error ? <Failed error={error} again={again} /> : null}
      {isRead ? (
        <>
          <Verdict services={services} />
          <ServicesCard services={services} />
        </>
      ) : error ? null : (
        <Loading />
      )}
      <NodesCard isRefreshed={isRefreshed} version={services.get('node')?.version} />
      <SharedKeyCard isRefreshed={isRefreshed} />
      <MachineCard isRefreshed={isRefreshed} />
    </Screen>
  )
}

/** Says that everything works, or what is down. Screen readers announce each change. */
function Verdict({ services }: { services: ReadonlyMap<ServiceName, ServiceHealth> }) {
  const { status: texts } = useTexts()
  const unreached = [...services].filter(([, { state }]) => state === 'unreached').map(([name]) => name)
  const outages = outagesOf(services)
  const isWell = unreached.length === 0 && [...services.values()].every(({ state }) => state === 'working')
  return (
    <Alert
      role="status"
      data-testid="verdict"
      data-verdict={isWell ? 'well' : 'impaired'}
      color={isWell ? 'green' : 'orange'}
      icon={isWell ? <CheckIcon /> : <WarningIcon />}
      title={isWell ? texts.well : texts.impaired}
    >
      {isWell ? (
        texts.wellText
      ) : (
        <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
          {unreached.map((name) => (
            <li key={name}>{texts.unreachedText(texts.services[name])}</li>
          ))}
          {outages.map(({ name, message, since }) => (
            <li key={name}>
              <strong>{componentName(texts.components, name)}</strong>
              {message ? `: ${seen(message)}` : ''}
              {since ? (
                <>
                  {' · '}
                  {texts.since} <Time at={since} exact />
                </>
              ) : null}
            </li>
          ))}
          {unreached.length === 0 && outages.length === 0 ? <li>{texts.starting}</li> : null}
        </ul>
      )}
    </Alert>
  )
}
