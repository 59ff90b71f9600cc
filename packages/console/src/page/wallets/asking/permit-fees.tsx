/** Asks whether a payment may cost the custom fees of its token. Without that, the service refuses the payment. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import type { PermittedFees } from '../../approve/check.ts'
import { WarningIcon } from '../../parts/layout/icons.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { Amount } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { feesAsked } from './fees-asked.ts'

export function PermitFees(props: { error: unknown; permit: (fees: PermittedFees[]) => void; isSending: boolean }) {
  const { error, permit, isSending } = props
  const { ask, words } = useTexts()
  const asked = feesAsked(error)
  if (!asked) return <Failed error={error} />
  const fees = asked.flatMap((one) => one.fees)
  return (
    <Alert color="orange" icon={<WarningIcon />} title={ask.feesTitle} role="alert" data-testid="custom-fees">
      <Stack gap="xs" align="flex-start">
        {fees.length === 0 ? <Text size="sm">{words.noFeesNow}</Text> : null}
        {fees.map(({ token_id, amount }) => (
          <Amount key={token_id} units={BigInt(amount)} token={token_id} />
        ))}
        <Text size="sm">{ask.feesText}</Text>
        <Button variant="default" onClick={() => permit(asked)} loading={isSending}>
          {ask.feesPermit}
        </Button>
      </Stack>
    </Alert>
  )
}
