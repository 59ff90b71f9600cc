import { Badge, Card, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { CheckIcon, CrossIcon } from '../parts/layout/icons.tsx'
import { Time } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { megabytesText } from '../texts/sizes.ts'
import { seen } from '../texts/strangers.ts'
import { componentName } from './component-name.ts'
import type { ServiceName } from './reads.ts'
import type { Component, ServiceHealth } from './service-health.ts'

const COLORS = { working: 'green', impaired: 'orange', waiting: 'red', unreached: 'red' } as const

export function ServicesCard({ services }: { services: ReadonlyMap<ServiceName, ServiceHealth> }) {
  const { status: texts } = useTexts()
  return (
    <Card data-testid="services">
      <Stack>
        <div>
          <Title order={2}>{texts.servicesTitle}</Title>
          <Text c="dimmed">{texts.servicesLead}</Text>
        </div>
        {[...services].map(([name, health], index) => (
          <Fragment key={name}>
            {index > 0 ? <Divider /> : null}
            <Service name={name} health={health} />
          </Fragment>
        ))}
      </Stack>
    </Card>
  )
}

function Service({ name, health }: { name: ServiceName; health: ServiceHealth }) {
  const { status: texts } = useTexts()
  const { state, version, waitingFor, components } = health
  return (
    <section aria-label={texts.services[name]} data-testid={`service-${name}`}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={3} size="h4">
            {texts.services[name]}
          </Title>
          {version === undefined ? null : (
            <Text size="sm" c="dimmed" className="id">
              {texts.version} {seen(version)}
            </Text>
          )}
        </Group>
        <Badge size="lg" radius="sm" tt="none" variant="dot" color={COLORS[state]} data-state={state}>
          {texts.states[state]}
        </Badge>
      </Group>
      {waitingFor.length > 0 ? (
        <Text size="sm" mt={4}>
          {texts.waitingFor(waitingFor.map((one) => componentName(texts.components, one)).join(', '))}
        </Text>
      ) : null}
      {components.length === 0 ? null : (
        <ul className="components">
          {components.map((component) => (
            <ComponentLine key={component.name} {...component} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ComponentLine({ name, isUp, message, since, figures }: Component) {
  const { status: texts } = useTexts()
  const figure = useFigure(name, figures)
  return (
    <li data-up={isUp}>
      {isUp ? <CheckIcon /> : <CrossIcon />}
      <span>
        <Text span fw={isUp ? undefined : 650}>
          {componentName(texts.components, name)}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {isUp ? texts.up : texts.down}
          {figure === undefined ? '' : ` · ${figure}`}
        </Text>
        {isUp ? null : (
          <Text size="sm">
            {message === undefined ? null : seen(message)}
            {since === undefined ? null : (
              <>
                {' · '}
                {texts.since} <Time at={since} exact />
              </>
            )}
          </Text>
        )}
      </span>
    </li>
  )
}

/** The measurement that shows how close a component is to its limit. */
function useFigure(name: string, figures: Component['figures']): string | undefined {
  const { language, texts } = useLanguage()
  const { status } = texts
  const number = (key: string): number | undefined => {
    const value = figures[key]
    return typeof value === 'number' ? value : undefined
  }
  const counted = (key: string): string | undefined => number(key)?.toLocaleString(language)
  const [free, held] = ['freeMb', 'rssMb'].map(number)
  const [live, members, peers] = ['live', 'members', 'peers'].map(counted)
  if (name === 'disk' && free !== undefined) return status.free(megabytesText(free, language))
  if (name === 'memory' && held !== undefined) return status.held(megabytesText(held, language))
  if (name === 'dag' && live !== undefined && members !== undefined) return status.live(live, members)
  if (name === 'ipfs' && peers !== undefined) return status.peers(peers)
  return undefined
}
