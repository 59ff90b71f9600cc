import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useDraft, useDraftState } from '../../parts/inputs/draft.ts'
import { Failed } from '../../parts/layout/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { identifierIn } from '../identifiers.ts'

/** Pins existing content by its identifier. */
export function PinCard() {
  const { content } = useTexts()
  const queries = useQueryClient()
  const draft = useDraft('pin')
  const [text, setText] = useDraftState(draft, 'text', '')
  const [name, setName] = useDraftState(draft, 'name', '')
  const [isTried, setTried] = useState(false)
  const cid = identifierIn(text)
  const pinning = useMutation({
    mutationFn: (given: { cid: string; name: string }) =>
      api.node.post('/ipfs/pin/{cid}', {
        path: { cid: given.cid },
        body: given.name === '' ? {} : { filename: given.name },
      }),
    onSuccess() {
      setText('')
      setName('')
      setTried(false)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
  return (
    <Card data-testid="pin">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (cid !== undefined) pinning.mutate({ cid, name: name.trim() })
        }}
      >
        <Stack>
          <div>
            <Title order={2}>{content.pin}</Title>
            <Text c="dimmed">{content.pinLead}</Text>
          </div>
          <TextInput
            label={content.identifier}
            description={content.identifierHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={isTried && cid === undefined ? content.identifierWrong : undefined}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
          />
          <Group align="flex-start" gap="sm">
            <TextInput
              label={content.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={255}
              autoComplete="off"
              style={{ flex: '1 1 12rem' }}
            />
            <Button type="submit" variant="default" loading={pinning.isPending} className="grows beside-inputs">
              {content.pinButton}
            </Button>
          </Group>
          {pinning.error ? <Failed error={pinning.error} /> : null}
          <div role="status" className="news">
            {pinning.data ? (
              <Text>{content.pinTaken[pinning.data.status === 'pinned' ? 'pinned' : 'queued']}</Text>
            ) : null}
          </div>
        </Stack>
      </form>
    </Card>
  )
}
