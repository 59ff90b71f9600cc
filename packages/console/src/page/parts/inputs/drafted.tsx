import { Alert, Button, Group, Text } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { type Draft, useDraft } from './draft.ts'

interface Props {
  /** Tells forms on one screen apart. */
  form: string
  /** Called when the user starts afresh. */
  onAfresh?: () => void
  children: (draft: Draft) => ReactNode
}

/** A form with its draft. If it was filled before, it says so, and the user can start afresh. */
export const Drafted = (props: Props) => <Filled key={props.form} {...props} />

function Filled({ form, onAfresh, children }: Props) {
  const { app } = useTexts()
  const kept = useDraft(form)
  const [isRestored, setRestored] = useState(kept.wasFilled)
  const [round, setRound] = useState(0)
  // After the form was sent, its input no longer counts as restored.
  const [draft] = useState(
    (): Draft => ({
      ...kept,
      clear() {
        kept.clear()
        setRestored(false)
      },
    }),
  )
  return (
    <>
      {isRestored ? (
        <Alert color="blue" role="status" data-testid="draft-restored">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{draft.wasSent ? app.draftSent : app.draftRestored}</Text>
            <Button
              variant="default"
              onClick={() => {
                draft.clear()
                setRound((before) => before + 1)
                onAfresh?.()
              }}
            >
              {app.startAfresh}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Fragment key={round}>{children(draft)}</Fragment>
    </>
  )
}
