import { Alert, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { WarningIcon } from '../parts/layout/icons.tsx'
import { useTexts } from '../texts/language.tsx'
import { type SharedKey, sharedKeyQuery } from './reads.ts'

/** The key that the nodes share. Most installations have none, and then this card does not appear. */
export function SharedKeyCard({ isRefreshed }: { isRefreshed: boolean }) {
  const { status } = useTexts()
  const { data: told } = useQuery(sharedKeyQuery(isRefreshed))
  if (!told || told.state === 'IDLE') return null
  const { sharedKey: texts } = status
  return (
    <Card data-testid="shared-key">
      <Stack gap="xs">
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text c="dimmed">{texts.states[told.state]}</Text>
        </div>
        {told.threshold === null ? null : (
          <Text>{texts.together(String(told.threshold), String(told.members.length))}</Text>
        )}
        <Moves told={told} />
        <Warnings told={told} />
      </Stack>
    </Card>
  )
}

/** How many accounts, topics and tokens have moved from an earlier key to this one. */
function Moves({ told: { moves, former } }: { told: SharedKey }) {
  const { sharedKey: texts } = useTexts().status
  const all = moves.moved + moves.left
  const owners = moves.entities.filter(({ state }) => state === 'OWNER_NEEDED').map(({ entity }) => entity)
  return (
    <>
      {all === 0 ? null : <Text>{texts.moving(String(moves.moved), String(all))}</Text>}
      {owners.length === 0 ? null : <Text>{texts.ownersNeeded(owners.join(', '))}</Text>}
      {former.length === 0 ? null : <Text c="dimmed">{texts.notRetired}</Text>}
    </>
  )
}

function Warnings({ told }: { told: SharedKey }) {
  const { sharedKey: texts } = useTexts().status
  const { canFail, hasShare, backedUpAt, dkgId } = told
  if (canFail === null || dkgId === null) return null
  const few = canFail < 0 ? texts.stopped : canFail === 0 ? texts.noneMayFail : undefined
  const backup = hasShare && backedUpAt === null ? texts.noBackup : undefined
  const warnings = [few, hasShare ? undefined : texts.noShare, backup].filter((text) => text !== undefined)
  return (
    <>
      {few ? null : <Text>{texts.mayFail(String(canFail))}</Text>}
      {warnings.map((text) => (
        <Alert key={text} color="orange" icon={<WarningIcon />}>
          {text}
        </Alert>
      ))}
    </>
  )
}
