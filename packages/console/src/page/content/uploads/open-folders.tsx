import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Failed } from '../../parts/layout/states.tsx'
import { Time } from '../../parts/values.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { sizeText } from '../../texts/sizes.ts'
import { seen } from '../../texts/strangers.ts'
import type { Chosen } from './chosen.ts'
import { deleteFolder, type Folder, openFolders } from './folder-upload.ts'

/** Uploads of folders that broke off. The browser does not keep their files, so the folder has to be chosen again. */
export function OpenFolders({ running, onContinue }: { running: Chosen | undefined; onContinue: () => void }) {
  const { content } = useLanguage().texts
  const { data: folders = [] } = useQuery({ queryKey: ['content', 'folders'], queryFn: openFolders })
  const shown = folders.filter((folder) => running?.kind !== 'folder' || folder.name !== running.name)
  if (shown.length === 0) return null
  return (
    <Stack gap="sm" data-testid="open-folders">
      <div>
        <Text fw={650} component="h3">
          {content.openFolders}
        </Text>
        <Text size="sm" c="dimmed">
          {content.openFoldersHint}
        </Text>
      </div>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map((folder) => (
          <li key={folder.id}>
            <OpenFolder folder={folder} onContinue={onContinue} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

function OpenFolder({ folder, onContinue }: { folder: Folder; onContinue: () => void }) {
  const { id, name = '', files, size, expiresAt } = folder
  const { texts, language } = useLanguage()
  const { content } = texts
  const queries = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => deleteFolder(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
  const called = name === '' ? content.nameless : seen(name)
  return (
    <Stack gap="xs">
      <Text className="anywhere">
        <b>
          <bdi>{called}</bdi>
        </b>
        <span className="sub">
          {content.arrived(files.toLocaleString(language), sizeText(size, language))} · {content.keptUntil}{' '}
          <Time at={expiresAt} />
        </span>
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={onContinue} aria-label={content.continueLabel(called)}>
          {content.continue}
        </Button>
        <Button
          variant="default"
          onClick={() => deleting.mutate()}
          loading={deleting.isPending}
          aria-label={content.deleteLabel(called)}
        >
          {content.delete}
        </Button>
      </Group>
      {deleting.error ? <Failed error={deleting.error} /> : null}
    </Stack>
  )
}
