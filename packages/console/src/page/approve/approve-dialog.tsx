/** Shows the bytes and requests the signature. Reads and compares them again immediately before signing. */
import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { callsUnread } from '@quorate/verify'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Request } from '../api/client.ts'
import { useSession } from '../api/session.tsx'
import { SignWith } from '../connect/sign-with.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { ClockIcon } from '../parts/layout/icons.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { useNow } from '../parts/values.tsx'
import { AskAgain } from '../requests/ask-again.tsx'
import { confirmedOwners } from '../requests/owner-changes/owner-change.ts'
import { RequestCountdown } from '../requests/request-countdown.tsx'
import { Sentence } from '../requests/sentences/sentence-view.tsx'
import { useSentence } from '../requests/sentences/use-sentence.ts'
import { useTexts } from '../texts/language.tsx'
import { approveRequest } from './approve.ts'
import { askedFor } from './asked.ts'
import { agreedIn, type Check, isDeletion } from './check.ts'
import { CheckView, type Names } from './check-view.tsx'
import { readsOf } from './reads.ts'
import { type Rejections, RejectionsView } from './rejections-view.tsx'

export function ApproveDialog(props: {
  /** The request that the user opened. The service's answer may name another. */
  jobId: string
  request: Request
  check: Check
  names: Names
  /**
   * The rejections that the dialog shows. Nobody may sign without seeing that another owner has rejected the request.
   */
  rejections: Rejections
  opened: boolean
  onClose: () => void
  /** Called when the dialog has disappeared from the screen. */
  onClosed: () => void
}) {
  const { jobId, request: shown, check, names, rejections, opened, onClose, onClosed } = props
  const { status } = shown
  const { request: texts, words } = useTexts()
  const { signer, chain } = useSession()
  const { walletId } = shown
  const wallet = walletId === null ? undefined : { id: walletId, name: names.get(walletId) }
  const parts = useSentence(shown, { wallet, ...confirmedOwners(shown, check) })
  const queries = useQueryClient()
  const signing = useMutation({
    async mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      const request = await api.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
      if (request.rejections.some(({ walletId }) => !rejections.some((seen) => seen.walletId === walletId)))
        throw new QuorateError({
          code: 'REJECTED_MEANWHILE',
          message: 'An owner has rejected this request meanwhile: read the reason, then decide',
        })
      return approveRequest({
        jobId,
        request,
        seen: check,
        reads: readsOf(chain),
        signer,
        asked: askedFor(signer.accountId, jobId, request),
        send: (body) => api.multisig.post('/multisig/transaction/sign/{jobId}', { path: { jobId }, body }),
      })
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  const isTrusted = check.verdict === 'trusted'
  const isUnread = check.decoded !== undefined && callsUnread(check.decoded)
  /** The review that the user has confirmed. A different or reopened review needs a new confirmation. */
  const [acceptedFor, setAcceptedFor] = useState<string>()
  const agreed = `${jobId} ${agreedIn(check)}`
  const isAccepted = acceptedFor === agreed
  const close = () => {
    setAcceptedFor(undefined)
    onClose()
  }
  const now = useNow()
  const isRequestOver = status === 'pending' && Date.parse(shown.expiresAt) <= now
  const isOver = isRequestOver || (shown.bytesExpireAt !== undefined && Date.parse(shown.bytesExpireAt) <= now)
  return (
    <Dialog
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClosed}
      title={texts.approveTitle}
      titleSize="lg"
      size="lg"
    >
      <Stack gap="lg">
        <p className="truth in-dialog">
          {isDeletion(check.decoded, shown) ? `${words.scheduleDelete}: ` : null}
          <Sentence parts={parts} hasFaces />
        </p>
        <RejectionsView rejections={rejections} names={names} />
        <CheckView check={check} names={names} />
        {signing.error ? <Failed error={signing.error} /> : null}
        {isTrusted && isOver ? <Over request={shown} isRequestOver={isRequestOver} /> : null}
        {isTrusted && !isOver && isUnread ? (
          <UnreadCall isAccepted={isAccepted} accept={(isOn) => setAcceptedFor(isOn ? agreed : undefined)} />
        ) : null}
        {isTrusted && !isOver ? (
          <SignWith
            button={texts.sign}
            busy={signing.isPending}
            isBlocked={isUnread && !isAccepted}
            onSign={() => signing.mutate()}
            onCancel={close}
          >
            {status === 'pending' ? <RequestCountdown request={shown} /> : null}
          </SignWith>
        ) : null}
      </Stack>
    </Dialog>
  )
}

/** Asks the user to confirm a call that cannot be read here. */
function UnreadCall({ isAccepted, accept }: { isAccepted: boolean; accept: (isOn: boolean) => void }) {
  const { request: texts } = useTexts()
  return (
    <Alert color="orange" title={texts.unreadCall}>
      <Stack gap="sm">
        <Text size="sm">{texts.unreadCallText}</Text>
        <Checkbox
          label={texts.unreadCallAccept}
          checked={isAccepted}
          onChange={({ currentTarget: { checked } }) => accept(checked)}
        />
      </Stack>
    </Alert>
  )
}

/** Shown instead of the buttons once nothing can be signed any more, with the way to go on. */
function Over({ request, isRequestOver }: { request: Request; isRequestOver: boolean }) {
  const { request: texts } = useTexts()
  const queries = useQueryClient()
  return (
    <Alert color="orange" icon={<ClockIcon />} title={texts.ended} role="alert" data-testid="signing-over">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{isRequestOver ? texts.signingOver : texts.bytesOver}</Text>
        {isRequestOver ? (
          <AskAgain request={request} />
        ) : (
          <Button variant="default" onClick={() => void queries.invalidateQueries({ queryKey: ['request'] })}>
            {texts.prepareAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
