/** Whether this browser shows notifications while the page is open. */
import { Alert, Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { canNotify, isNotifying, setNotifying } from '../api/notifying.ts'
import { useTexts } from '../texts/language.tsx'

export function BrowserCard() {
  const { settings: texts } = useTexts()
  const [isOn, setOn] = useState(isNotifying)
  const [isRefused, setRefused] = useState(false)
  if (!canNotify()) return null
  const turn = async (wanted: boolean): Promise<void> => {
    const isNow = await setNotifying(wanted)
    setOn(isNow)
    setRefused(wanted && !isNow)
  }
  return (
    <Card data-testid="browser-notices">
      <Stack>
        <div>
          <Title order={2}>{texts.browser}</Title>
          <Text c="dimmed">{texts.browserLead}</Text>
        </div>
        <Checkbox
          size="md"
          label={texts.browserOn}
          description={texts.browserHint}
          checked={isOn}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
        {isRefused ? <Alert color="orange">{texts.browserRefused}</Alert> : null}
      </Stack>
    </Card>
  )
}
