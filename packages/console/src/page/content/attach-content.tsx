/** Adds a link to content to a text: to a file that is uploaded now, or to one that the account has pinned. */
import { Button, FileButton, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contentLink } from '../parts/content-link.ts'
import { Dialog } from '../parts/layout/dialog.tsx'
import { FileIcon, UploadIcon } from '../parts/layout/icons.tsx'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { nameIn, pinsQuery } from './reads.ts'
import { uploadFile } from './uploads/upload.ts'

/** The newest pins to choose from. */
const MOST_PINS = 50

/** @param props.onChosen Called with a link in Markdown */
export function AttachContent({ onChosen }: { onChosen: (link: string) => void }) {
  const { attach: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        mih={44}
        leftSection={<FileIcon />}
        onClick={() => setOpen(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        {texts.button}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={texts.title} titleSize="lg">
        {isOpen ? (
          <Choose
            onChosen={(link) => {
              onChosen(link)
              setOpen(false)
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

function Choose({ onChosen }: { onChosen: (link: string) => void }) {
  const { attach: texts } = useTexts()
  const queries = useQueryClient()
  const pins = useQuery(pinsQuery(MOST_PINS))
  const uploading = useMutation({
    async mutationFn(file: File) {
      const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
      const { cid } = await uploadFile(file, key, { signal: new AbortController().signal, onProgress: () => undefined })
      return contentLink(file.name, cid)
    },
    onSuccess: onChosen,
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
  return (
    <Stack>
      <Text size="sm">{texts.text}</Text>
      <Group>
        <FileButton onChange={(file) => file && uploading.mutate(file)} inputProps={{ 'aria-label': texts.upload }}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<UploadIcon />} loading={uploading.isPending}>
              {texts.upload}
            </Button>
          )}
        </FileButton>
      </Group>
      {uploading.error ? <Failed error={uploading.error} /> : null}
      <Loaded query={pins} rows={2}>
        {({ pins: list }) =>
          list.length === 0 ? null : (
            <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={texts.pinned}>
              {list.map((pin) => (
                <li key={pin.cid}>
                  <UnstyledButton
                    mih={44}
                    w="100%"
                    onClick={() => onChosen(contentLink(nameIn(pin) ?? pin.cid, pin.cid))}
                  >
                    <bdi style={{ overflowWrap: 'anywhere' }}>{seen(nameIn(pin) ?? pin.cid)}</bdi>
                    {nameIn(pin) === undefined ? null : <div className="id fine">{pin.cid}</div>}
                  </UnstyledButton>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  )
}
