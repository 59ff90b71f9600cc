import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { nameIn, type Pin } from '../reads.ts'

/** Removes a pin, and asks first. */
export function UnpinButton({ pin }: { pin: Pin }) {
  const { content } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} aria-label={content.unpinLabel(nameIn(pin) ?? pin.cid)}>
        {content.unpin}
      </Button>
      <UnpinDialog pin={pin} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function UnpinDialog({ pin, isOpen, onClose }: { pin: Pin; isOpen: boolean; onClose: () => void }) {
  const { content, app } = useTexts()
  const queries = useQueryClient()
  const unpinning = useMutation({
    mutationFn: (cid: string) => api.node.delete('/ipfs/unpin/{cid}', { path: { cid } }),
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
  function close(): void {
    unpinning.reset()
    onClose()
  }
  const name = nameIn(pin)
  return (
    <Dialog opened={isOpen} onClose={close} title={content.unpinTitle}>
      <Stack>
        {name === undefined ? null : (
          <Text fw={600} className="anywhere">
            <bdi>{seen(name)}</bdi>
          </Text>
        )}
        <span className="id">{pin.cid}</span>
        <Text>{content.unpinText}</Text>
        {unpinning.error ? <Failed error={unpinning.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {app.cancel}
          </Button>
          <Button color="red.9" onClick={() => unpinning.mutate(pin.cid)} loading={unpinning.isPending}>
            {content.unpin}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
