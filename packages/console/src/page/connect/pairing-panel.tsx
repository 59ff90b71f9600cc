/** Shows the pairing code that the wallet app scans. */
import { Button, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { QrCode } from '../parts/figures/qr-code.tsx'
import { useTexts } from '../texts/language.tsx'
import { ToCopy } from './offline-panel.tsx'
import type { Pairing } from './wallet-connect.ts'

export function PairingPanel({ pairing }: { pairing: Pairing }) {
  const { connect, app } = useTexts()
  // Leaving the form cancels the pairing.
  useEffect(() => () => pairing.cancel(), [pairing])
  return (
    <Stack data-testid="pairing" role="status">
      <Text size="sm">{connect.scan}</Text>
      <QrCode text={pairing.uri} label={connect.pairingCode} width="16rem" />
      <ToCopy label={connect.pairingCode} value={pairing.uri} testId="pairing-uri" />
      <div>
        <Button variant="default" onClick={pairing.cancel}>
          {app.cancel}
        </Button>
      </div>
    </Stack>
  )
}
