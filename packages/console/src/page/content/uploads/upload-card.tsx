import { Alert, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CheckIcon } from '../../parts/layout/icons.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { percentText } from '../../texts/amounts.ts'
import { useLanguage } from '../../texts/language.tsx'
import { sizeText } from '../../texts/sizes.ts'
import { seen } from '../../texts/strangers.ts'
import { ContentActions, Identifier, LinkToContent } from '../identifier.tsx'
import { usageQuery } from '../reads.ts'
import type { Chosen } from './chosen.ts'
import { DropZone } from './drop-zone.tsx'
import { OpenFolders } from './open-folders.tsx'
import { createUploads, type Failure, type Running, type Stored, tooLargeIn, type Uploads } from './uploads.ts'

/** The maximum number of failures to show; there may be one for each file. */
const MOST_FAILURES = 5

export function UploadCard({ chooseButton }: { chooseButton: RefObject<HTMLButtonElement | null> }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const most = useQuery(usageQuery()).data?.limits.fileSize
  const folderButton = useRef<HTMLButtonElement>(null)
  const { uploads, running, waiting, stored, failures, cancelled } = useUploads(chooseButton)
  const [refused, setRefused] = useState<ReturnType<typeof tooLargeIn>>({})
  const begin = (chosen: Chosen[]) => {
    const tooLarge = tooLargeIn(chosen, most)
    setRefused(tooLarge)
    if (tooLarge.file === undefined && tooLarge.folder === undefined) uploads.add(chosen)
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
        {running ? <Sending running={running} waiting={waiting.length} onCancel={uploads.cancel} /> : null}
        <DropZone {...{ chooseButton, folderButton }} onChosen={begin} onFailed={uploads.fail} />
        <div role="status" className="news">
          {running || stored.length === 0 ? null : <Done stored={stored} />}
          {cancelled ? <Text>{cancelled.kind === 'folder' ? content.cancelledFolder : content.cancelled}</Text> : null}
        </div>
        {refused.file === undefined ? null : (
          <Alert color="red" role="alert" title={content.tooLarge(sizeText(most ?? 0, language))}>
            <bdi className="anywhere">{seen(refused.file)}</bdi>
          </Alert>
        )}
        {refused.folder === undefined ? null : (
          <Alert color="red" role="alert" title={content.tooManyFiles}>
            <bdi className="anywhere">{seen(refused.folder)}</bdi>
          </Alert>
        )}
        <Failures failures={failures} uploads={uploads} />
        <OpenFolders running={running?.chosen} onContinue={() => folderButton.current?.click()} />
      </Stack>
    </Card>
  )
}

function useUploads(chooseButton: RefObject<HTMLButtonElement | null>) {
  const queries = useQueryClient()
  const [uploads] = useState(() => createUploads(() => void queries.invalidateQueries({ queryKey: ['content'] })))
  const state = useSyncExternalStore(uploads.subscribe, uploads.state)
  const isSending = state.running !== undefined
  // Leaving the screen cancels the upload, because no other screen could show or cancel it.
  useEffect(() => uploads.cancel, [uploads])
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      // The button that had the focus is gone.
      if (document.activeElement === document.body) chooseButton.current?.focus()
    }
  }, [isSending, chooseButton])
  return { uploads, ...state }
}

function Sending({ running, waiting, onCancel }: { running: Running; waiting: number; onCancel: () => void }) {
  const { chosen, sent, total, files } = running
  const { texts, language } = useLanguage()
  const { content, app } = texts
  const cancelButton = useRef<HTMLButtonElement>(null)
  useEffect(() => cancelButton.current?.focus(), [])
  const percent = total === 0 ? 100 : Math.floor((100 * sent) / total)
  const number = (value: number) => value.toLocaleString(language)
  return (
    <Stack gap="xs" data-testid="sending">
      <Text style={{ overflowWrap: 'anywhere' }}>
        <bdi>{seen(chosen.name)}</bdi>
        {chosen.kind === 'folder' ? ` · ${content.filesOf(number(files), number(chosen.files.length))}` : ''}
        {waiting > 0 ? ` · ${content.waiting(number(waiting))}` : ''}
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
        {chosen.kind === 'folder' ? content.stayFolder : content.stay}
      </Text>
    </Stack>
  )
}

function Done({ stored }: { stored: readonly Stored[] }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const [first] = stored
  if (!first) return null
  if (stored.length > 1)
    return (
      <Alert
        color="green"
        icon={<CheckIcon />}
        title={content.storedMany(stored.length.toLocaleString(language))}
        data-testid="uploaded"
      />
    )
  const { cid, name, size, mimetype, files } = first
  return (
    <Alert color="green" icon={<CheckIcon />} title={content.stored} data-testid="uploaded">
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{seen(name)}</bdi>
          {files === undefined ? '' : ` · ${content.fileCount(files.toLocaleString(language))}`}
          {size === null ? '' : ` · ${sizeText(size, language)}`}
          {mimetype ? ` · ${seen(mimetype)}` : ''}
        </Text>
        <Identifier cid={cid} />
        {files === undefined && size !== null ? (
          <ContentActions cid={cid} filename={name} />
        ) : (
          <LinkToContent cid={cid}>{content.showFiles}</LinkToContent>
        )}
      </Stack>
    </Alert>
  )
}

function Failures({ failures, uploads }: { failures: readonly Failure[]; uploads: Uploads }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const more = failures.length - MOST_FAILURES
  return (
    <>
      {failures.slice(0, MOST_FAILURES).map((failure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a failure has no id, and keeps its place
        <Stack key={index} gap={4}>
          {failure.chosen.name === '' ? null : (
            <Text size="sm" fw={600} className="anywhere">
              <bdi>{seen(failure.chosen.name)}</bdi>
            </Text>
          )}
          <Failed error={failure.error} {...(failure.key === '' ? {} : { again: () => uploads.again(failure) })} />
        </Stack>
      ))}
      {more > 0 ? <Text>{content.moreFailures(more.toLocaleString(language))}</Text> : null}
    </>
  )
}
