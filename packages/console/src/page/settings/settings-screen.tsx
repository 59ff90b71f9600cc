import {
  Card,
  Checkbox,
  Input,
  NativeSelect,
  SegmentedControl,
  Stack,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { setHelpKey, useHelpKey } from '../palette/keys.ts'
import { Screen } from '../parts/layout/screen.tsx'
import { type Language, languages, useLanguage } from '../texts/language.tsx'
import { AddressBookCard } from './address-book-card.tsx'
import { BrowserCard } from './browser-card.tsx'
import { ChatCard } from './chat-card.tsx'
import { EmailCard } from './email-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { NetworkKeysCard } from './network-keys-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function SettingsScreen() {
  const { settings } = useLanguage().texts
  return (
    <Screen title={settings.title}>
      <AppearanceCard />
      <AddressBookCard />
      <SecondFactorCard />
      <EmailCard />
      <ChatCard />
      <MessagesCard />
      <BrowserCard />
      <NetworkKeysCard />
      <SessionsCard />
    </Screen>
  )
}

const SCHEMES = ['auto', 'light', 'dark'] as const

function AppearanceCard() {
  const { texts, language, change } = useLanguage()
  const { settings, help } = texts
  const hasHelpKey = useHelpKey()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isNarrow = useMediaQuery('(max-width: 30em)')
  return (
    <Card>
      <Stack>
        <Title order={2}>{settings.appearance}</Title>
        <NativeSelect
          label={settings.language}
          value={language}
          onChange={(event) => change(event.currentTarget.value as Language)}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          maw="20rem"
        />
        <Stack gap={4} align="flex-start">
          <Input.Label component="div" size="md" id="theme-label">
            {settings.theme}
          </Input.Label>
          <SegmentedControl
            aria-labelledby="theme-label"
            size="md"
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            fullWidth={isNarrow}
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as (typeof SCHEMES)[number])}
            data={SCHEMES.map((scheme) => ({ value: scheme, label: settings.themes[scheme] }))}
          />
        </Stack>
        <Checkbox
          size="md"
          label={help.key}
          description={help.keyHint}
          checked={hasHelpKey}
          onChange={(event) => setHelpKey(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  )
}
