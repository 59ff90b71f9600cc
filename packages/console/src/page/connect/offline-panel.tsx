/** Shows the bytes to sign on another device as text and a QR code, and takes the signature. */
import { Alert, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { QrCode } from '../parts/figures/qr-code.tsx'
import { toBase64 } from '../parts/ledger/bytes.ts'
import { Copy } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import type { OfflineTask } from './offline.ts'
import { readSignature } from './signatures.ts'

/** Cameras cannot read QR codes with more bytes. */
const MOST_IN_QR = 1_200

export function OfflinePanel({ task }: { task: OfflineTask }) {
  const { offline: texts, app } = useTexts()
  const [given, setGiven] = useState('')
  const [isTried, setTried] = useState(false)
  // Leaving the dialog or the screen cancels the task.
  useEffect(() => () => task.cancel(), [task])
  // The button that had the focus is gone.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const signature = readSignature(given)
  const bytes = toBase64(task.bytes)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (signature) task.finish(signature)
      }}
    >
      <Stack>
        <div>
          <Title order={3} size="md" ref={heading} tabIndex={-1}>
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.lead(task.accountId)}
          </Text>
        </div>
        {task.text === undefined ? null : <ToCopy label={texts.text} value={task.text} testId="offline-text" />}
        <ToCopy
          label={task.text === undefined ? texts.bytes : texts.messageBytes}
          value={bytes}
          testId="offline-bytes"
        />
        {task.bytes.length > MOST_IN_QR ? (
          <Alert color="gray">{texts.tooLarge}</Alert>
        ) : (
          <QrCode text={bytes} label={texts.qr} width="20rem" />
        )}
        <Textarea
          label={texts.signature}
          description={texts.signatureHint}
          value={given}
          onChange={(event) => setGiven(event.currentTarget.value)}
          error={isTried && !signature ? texts.unreadable : undefined}
          maxLength={20_000}
          autoComplete="off"
          spellCheck={false}
          autosize
          minRows={2}
          maxRows={6}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={task.cancel} className="grows">
            {app.cancel}
          </Button>
          <Button type="submit" className="grows">
            {texts.button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function ToCopy({ label, value, testId }: { label: string; value: string; testId: string }) {
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Copy value={value} label={label} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area */}
      <section className="id to-copy" data-testid={testId} tabIndex={0} aria-label={label}>
        {value}
      </section>
    </div>
  )
}
