/**
 * Shows the bytes of a write that the node prepared, and requests the signature. Bytes that differ cannot be signed.
 */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { transactionIdIn } from '@quorate/verify'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useSession } from '../api/session.tsx'
import { SignWith } from '../connect/sign-with.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { ClockIcon } from '../parts/layout/icons.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { fromBase64 } from '../parts/ledger/bytes.ts'
import { useNow } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { approveWrite } from './approve.ts'
import { CheckView } from './check-view.tsx'
import { validUntil } from './statements.ts'
import { type AskedWrite, checkWrite } from './writes.ts'

export interface Prepared {
  asked: AskedWrite
  /** The node's answer, in base64. */
  bytes: string
  bodyBytes: string
}

export function WriteDialog(props: {
  prepared: Prepared
  onClose: () => void
  /** Prepares new bytes, once these can no longer be signed. */
  onPrepare: () => void
  isPreparing: boolean
  /** Called with the id of the signed transaction: only the ledger says what that has done. */
  onSubmitted: (transactionId: string) => void
}) {
  const { prepared, onClose, onPrepare, isPreparing, onSubmitted } = props
  const { request: texts } = useTexts()
  const { signer } = useSession()
  const bodyBytes = fromBase64(prepared.bodyBytes)
  const check = checkWrite(bodyBytes, prepared.asked)
  const signing = useMutation({
    async mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      return approveWrite({
        bodyBytes,
        asked: prepared.asked,
        seen: check.fingerprint,
        signer,
        send: (signature) => api.node.post('/transactions/submit', { body: { bytes: prepared.bytes, signature } }),
      })
    },
    onSuccess: () => onSubmitted(transactionIdIn(check.decoded)),
  })
  // A signature that is on its way may still arrive in time.
  const isOver = useNow() >= validUntil(check.decoded) && !signing.isPending
  return (
    <Dialog opened onClose={onClose} title={texts.approveTitle} titleSize="lg" size="lg">
      <Stack gap="lg">
        <CheckView check={check} names={NO_NAMES} />
        {signing.error ? <Failed error={signing.error} /> : null}
        {isOver ? (
          <Alert color="orange" icon={<ClockIcon />} title={texts.ended} role="alert" data-testid="signing-over">
            <Stack gap="sm" align="flex-start">
              <Text size="sm">{texts.bytesOver}</Text>
              <Button variant="default" onClick={onPrepare} loading={isPreparing}>
                {texts.prepareAgain}
              </Button>
            </Stack>
          </Alert>
        ) : check.verdict === 'trusted' ? (
          <SignWith button={texts.sign} busy={signing.isPending} onSign={() => signing.mutate()} onCancel={onClose} />
        ) : null}
      </Stack>
    </Dialog>
  )
}
const NO_NAMES: ReadonlyMap<string, string> = new Map()
