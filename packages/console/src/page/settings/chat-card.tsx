/** The chat that messages go to, by a webhook of Slack, Discord, Matrix or Telegram, or by a template. */
import { Alert, Button, Card, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { deliveryQuery } from '../api/queries.ts'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { FailedOrLoginAgain, isLoginTooOld } from './login-again.tsx'

const FORMATS = ['slack', 'discord', 'matrix', 'telegram', 'custom'] as const
type Format = (typeof FORMATS)[number]

const EXAMPLE = '{"text": "{{subject}}\\n{{text}}\\n{{link}}"}'

export function ChatCard() {
  const { settings: texts } = useTexts()
  const query = useQuery(deliveryQuery())
  /** How often a chat was saved. The result of a test is about one chat, so saving another chat removes it. */
  const [chosen, setChosen] = useState(0)
  return (
    <Card data-testid="chat">
      <Stack>
        <div>
          <Title order={2}>{texts.chat}</Title>
          <Text c="dimmed">{texts.chatLead}</Text>
        </div>
        <Loaded query={query} rows={1}>
          {({ chat }) => (chat === null ? null : <Present key={chosen} format={chat.format} host={chat.host} />)}
        </Loaded>
        <ChatForm onChosen={() => setChosen(chosen + 1)} />
      </Stack>
    </Card>
  )
}

function Present({ format, host }: { format: Format; host: string }) {
  const { settings: texts } = useTexts()
  const queries = useQueryClient()
  const testing = useMutation({ mutationFn: () => api.node.post('/auth/profile/chat/test') })
  const leaving = useMutation({
    mutationFn: () => api.node.delete('/auth/profile/chat'),
    onSuccess: (saved) => queries.setQueryData(deliveryQuery().queryKey, saved),
  })
  return (
    <>
      <Group justify="space-between">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }} data-testid="chat-set">
          {texts.chatFormats[format]}: <bdi>{host}</bdi>
        </Text>
        <Group gap="sm">
          <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
            {texts.chatTest}
          </Button>
          <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
            {texts.chatRemove}
          </Button>
        </Group>
      </Group>
      {testing.isSuccess ? <Alert role="status">{texts.chatTested}</Alert> : null}
      {testing.error ? <Failed error={testing.error} /> : null}
      {leaving.error ? <Failed error={leaving.error} /> : null}
    </>
  )
}

function ChatForm({ onChosen }: { onChosen: () => void }) {
  const { texts: all, language } = useLanguage()
  const { settings: texts } = all
  const queries = useQueryClient()
  const [format, setFormat] = useState<Format>('slack')
  const [url, setUrl] = useState('')
  const [chat, setChat] = useState('')
  const [template, setTemplate] = useState(EXAMPLE)
  const [isTried, setTried] = useState(false)
  const isUrl = /^https?:\/\/[^\s]+$/.test(url.trim())
  const setting = useMutation({
    mutationFn: () =>
      api.node.put('/auth/profile/chat', {
        body: {
          ...{ url: url.trim(), format, language: language === 'de' ? 'de' : 'en' },
          ...(format === 'telegram' ? { chat: chat.trim() } : {}),
          ...(format === 'custom' ? { template } : {}),
        },
      }),
    onSuccess(saved) {
      queries.setQueryData(deliveryQuery().queryKey, saved)
      // The URL is a secret, and nothing shows it again.
      setUrl('')
      setTried(false)
      onChosen()
    },
  })
  return (
    <>
      <FailedOrLoginAgain error={setting.error} lead={texts.chatFresh} onEntered={() => setting.mutate()} />
      <form
        noValidate
        hidden={isLoginTooOld(setting.error)}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isUrl) setting.mutate()
        }}
      >
        <Stack>
          <NativeSelect
            label={texts.chatFormat}
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as Format)}
            data={FORMATS.map((value) => ({ value, label: texts.chatFormats[value] }))}
            maw="20rem"
          />
          <TextInput
            label={texts.chatUrl}
            description={texts.chatUrlHint}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={isTried && !isUrl ? texts.chatUrlWrong : undefined}
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
          />
          {format === 'telegram' ? (
            <TextInput
              label={texts.chatId}
              value={chat}
              onChange={(event) => setChat(event.currentTarget.value)}
              maxLength={64}
              autoComplete="off"
              maw="20rem"
            />
          ) : null}
          {format === 'custom' ? (
            <Textarea
              label={texts.chatTemplate}
              description={texts.chatTemplateHint}
              value={template}
              onChange={(event) => setTemplate(event.currentTarget.value)}
              maxLength={2_000}
              autosize
              spellCheck={false}
            />
          ) : null}
          <Group>
            <Button type="submit" variant="default" loading={setting.isPending}>
              {texts.chatSet}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  )
}
