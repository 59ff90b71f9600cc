/** Shows what is signed, and has it signed: the bytes are read and compared once more right before. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useSession } from '../api/session.tsx'
import { SignerForm } from '../connect/signer-form.tsx'
import { KeyIcon } from '../parts/icons.tsx'
import { Failed } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { approveRequest } from './approve.ts'
import { askedFor } from './asked.ts'
import type { Check } from './check.ts'
import { CheckView, type Names } from './check-view.tsx'
import { readsOf } from './reads.ts'

export function ApproveDialog(props: {
  jobId: string
  check: Check
  names: Names
  opened: boolean
  onClose: () => void
}) {
  const { jobId, check, names, opened, onClose } = props
  const { request: texts, connect, app } = useTexts()
  const { signer, account, chain, unlock } = useSession()
  const queries = useQueryClient()
  const signing = useMutation({
    async mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose what signs' })
      const request = await api.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
      return approveRequest({
        ...{ request, seen: check.fingerprint, reads: readsOf(chain), signer, asked: askedFor(jobId) },
        send: (body) => api.multisig.post('/multisig/transaction/sign/{jobId}', { path: { jobId }, body }),
      })
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  const isTrusted = check.verdict === 'trusted'
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={
        <Text fw={650} size="lg">
          {texts.approveTitle}
        </Text>
      }
      size="lg"
      closeButtonProps={{ 'aria-label': app.close, size: 44 }}
    >
      <Stack gap="lg">
        <CheckView check={check} names={names} />
        {signing.error ? <Failed error={signing.error} /> : null}
        {!isTrusted ? null : signer ? (
          <Group justify="space-between">
            <Group gap="xs" c="dimmed">
              <KeyIcon />
              <Text size="sm">{texts.signWith(signer.accountId)}</Text>
            </Group>
            <Group>
              <Button variant="default" onClick={onClose}>
                {app.cancel}
              </Button>
              <Button onClick={() => signing.mutate()} loading={signing.isPending} data-autofocus>
                {texts.sign}
              </Button>
            </Group>
          </Group>
        ) : (
          <Stack gap="sm">
            <Text fw={650}>{connect.unlockTitle}</Text>
            <Text size="sm" c="dimmed">
              {connect.unlockLead(account ?? '')}
            </Text>
            <SignerForm
              chain={chain}
              account={account ?? ''}
              button={connect.unlockButton}
              busy={false}
              onSigner={unlock}
            />
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}
