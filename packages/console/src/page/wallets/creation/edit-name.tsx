/** The dialog in which owners change what a wallet is called and what it is for. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Wallet } from '../../api/client.ts'
import { type Draft, useDraft, useDraftState } from '../../parts/inputs/draft.ts'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { EditIcon } from '../../parts/layout/icons.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { NameFields } from './name-fields.tsx'

export function EditName({ wallet }: { wallet: Wallet }) {
  const { wallet: texts } = useTexts()
  const draft = useDraft(`edit ${wallet.wallet}`)
  // After a reload, the dialog is open with what was typed.
  const [isOpen, dialog] = useDisclosure(draft.wasFilled)
  const close = () => {
    draft.clear()
    dialog.close()
  }
  return (
    <>
      <Button variant="default" leftSection={<EditIcon />} onClick={dialog.open}>
        {texts.edit}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={texts.editTitle}>
        <EditForm wallet={wallet} draft={draft} onClose={close} />
      </Dialog>
    </>
  )
}

function EditForm({ wallet, draft, onClose }: { wallet: Wallet; draft: Draft; onClose: () => void }) {
  const { wallet: texts, app } = useTexts()
  const queries = useQueryClient()
  // What others change in the meantime stays, unless it was edited here, too.
  const [before] = useDraftState(draft, 'before', { name: wallet.name, description: wallet.description })
  const [details, setDetails] = useDraftState(draft, 'details', before)
  const [isTried, setTried] = useState(false)
  const walletId = wallet.wallet
  const saving = useMutation({
    mutationFn: (body: { name?: string; description?: string }) =>
      api.multisig.patch('/multisig/wallet/{walletId}', { path: { walletId }, body }),
    async onSuccess() {
      onClose()
      await Promise.all([['wallet', walletId], ['wallets']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        const [name, description] = [details.name.trim(), details.description.trim()]
        if (name === '') return
        const body = {
          ...(name === before.name ? {} : { name }),
          ...(description === before.description ? {} : { description }),
        }
        if (Object.keys(body).length === 0) onClose()
        else saving.mutate(body)
      }}
    >
      <Stack>
        <Text size="sm">{texts.editLead}</Text>
        <NameFields details={details} change={(part) => setDetails((now) => ({ ...now, ...part }))} isTried={isTried} />
        {saving.error ? <Failed error={saving.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
