import { Alert, Button, Card, FileButton, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { isQuorateError } from '@quorate/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CheckIcon } from '../parts/icons.tsx'
import { Failed } from '../parts/states.tsx'
import { percentText } from '../texts/amounts.ts'
import { useLanguage } from '../texts/language.tsx'
import { sizeText } from '../texts/sizes.ts'
import { seen } from '../texts/strangers.ts'
import { ContentActions, Identifier } from './identifier.tsx'
import { usageQuery } from './reads.ts'
import { type Upload, type Uploaded, upload } from './upload.ts'

type State =
  | { is: 'idle' | 'cancelled' | 'too-large' }
  | { is: 'sending'; file: File; sent: number; total: number }
  | { is: 'done'; uploaded: Uploaded }
  | { is: 'failed'; file: File; key: string; error: unknown }

export function UploadCard({ chooseButton }: { chooseButton: RefObject<HTMLButtonElement | null> }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const queries = useQueryClient()
  const [state, setState] = useState<State>({ is: 'idle' })
  const running = useRef<Upload>(undefined)
  const most = useQuery(usageQuery()).data?.limits.fileSize
  const isSending = state.is === 'sending'

  // Leaving the screen cancels the upload, because no other screen could show or cancel it.
  useEffect(() => () => running.current?.cancel(), [])
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      chooseButton.current?.focus()
    }
  }, [isSending, chooseButton])

  async function send(file: File, key: string): Promise<void> {
    if (most !== undefined && file.size > most) return setState({ is: 'too-large' })
    setState({ is: 'sending', file, sent: 0, total: file.size })
    running.current = upload(file, key, (sent, total) => setState({ is: 'sending', file, sent, total }))
    try {
      setState({ is: 'done', uploaded: await running.current.done })
    } catch (error) {
      setState(isQuorateError(error, 'CANCELLED') ? { is: 'cancelled' } : { is: 'failed', file, key, error })
    } finally {
      running.current = undefined
      void queries.invalidateQueries({ queryKey: ['content'] })
    }
  }

  return (
    <Card data-testid="upload">
      <Stack>
        <div>
          <Title order={2}>{content.upload}</Title>
          <Text c="dimmed">
            {content.uploadLead}
            {most === undefined ? '' : ` ${content.uploadMost(sizeText(most, language))}`}
          </Text>
        </div>
        {isSending ? <Sending {...state} onCancel={() => running.current?.cancel()} /> : null}
        <div>
          <FileButton onChange={(file) => file && void send(file, crypto.randomUUID())}>
            {(props) => (
              <Button {...props} ref={chooseButton} disabled={isSending}>
                {content.choose}
              </Button>
            )}
          </FileButton>
        </div>
        <div role="status" className="news">
          {state.is === 'done' ? <Done uploaded={state.uploaded} /> : null}
          {state.is === 'cancelled' ? <Text>{content.cancelled}</Text> : null}
        </div>
        {state.is === 'too-large' ? (
          <Alert color="red" role="alert" title={content.tooLarge(sizeText(most ?? 0, language))} />
        ) : null}
        {state.is === 'failed' ? <Failed error={state.error} again={() => send(state.file, state.key)} /> : null}
      </Stack>
    </Card>
  )
}

function Sending(props: { file: File; sent: number; total: number; onCancel: () => void }) {
  const { file, sent, total, onCancel } = props
  const { texts, language } = useLanguage()
  const { content, app } = texts
  const cancelButton = useRef<HTMLButtonElement>(null)
  // The button that had the focus is disabled now.
  useEffect(() => cancelButton.current?.focus(), [])
  const percent = total === 0 ? 100 : Math.floor((100 * sent) / total)
  return (
    <Stack gap="xs">
      <Text style={{ overflowWrap: 'anywhere' }}>
        <bdi>{seen(file.name)}</bdi>
      </Text>
      <Progress value={percent} aria-label={content.progress} animated={percent === 100} size="lg" />
      <Group justify="space-between">
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent === 100
            ? content.storing
            : content.sent(sizeText(sent, language), sizeText(total, language), percentText(percent, language))}
        </Text>
        <Button ref={cancelButton} variant="default" onClick={onCancel}>
          {app.cancel}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {content.stay}
      </Text>
    </Stack>
  )
}

function Done({ uploaded }: { uploaded: Uploaded }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const { cid, filename, size, mimetype } = uploaded
  return (
    <Alert color="green" icon={<CheckIcon />} title={content.stored} data-testid="uploaded">
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{seen(filename)}</bdi> · {sizeText(size, language)} · {seen(mimetype)}
        </Text>
        <Identifier cid={cid} />
        <ContentActions cid={cid} filename={filename} />
      </Stack>
    </Alert>
  )
}
