import { Button, Group, UnstyledButton } from '@mantine/core'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { UploadIcon } from '../parts/icons.tsx'
import { useTexts } from '../texts/language.tsx'
import { type Chosen, chosenIn } from './chosen.ts'
import { filesDropped, filesOf } from './dropped.ts'

/** Takes files and folders that are dropped, or chosen with its buttons. */
export function DropZone(props: {
  chooseButton: RefObject<HTMLButtonElement | null>
  folderButton: RefObject<HTMLButtonElement | null>
  onChosen: (chosen: Chosen[]) => void
  /** A dropped folder could not be read. */
  onFailed: (error: unknown) => void
}) {
  const { chooseButton, folderButton, onChosen, onFailed } = props
  const { content } = useTexts()
  const [isOver, setOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  useKeepPage()
  const take = (input: HTMLInputElement, as: (files: File[]) => Chosen[]) => {
    const chosen = [...(input.files ?? [])]
    // The same file can be chosen again.
    input.value = ''
    onChosen(as(chosen))
  }
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    await filesDropped(event.dataTransfer).then((found) => onChosen(chosenIn(found, content.manyFiles)), onFailed)
  }
  const hidden = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true } as const
  return (
    <div>
      <UnstyledButton
        ref={chooseButton}
        className="drop"
        data-over={isOver}
        onClick={() => files.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <UploadIcon />
        <b>{content.choose}</b>
        <span className="sub">{content.dropHint}</span>
      </UnstyledButton>
      <Group gap="sm" mt="sm">
        {CAN_CHOOSE_FOLDERS ? (
          <Button ref={folderButton} variant="default" onClick={() => folder.current?.click()}>
            {content.chooseFolder}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => archive.current?.click()}>
          {content.chooseArchive}
        </Button>
      </Group>
      <input
        {...hidden}
        ref={files}
        multiple
        data-testid="choose-files"
        onChange={({ currentTarget }) => take(currentTarget, (all) => chosenIn(filesOf(all), content.manyFiles))}
      />
      <input
        {...hidden}
        ref={(input) => {
          folder.current = input
          if (input) input.webkitdirectory = true
        }}
        data-testid="choose-folder"
        onChange={({ currentTarget }) => take(currentTarget, (all) => chosenIn(filesOf(all), content.manyFiles))}
      />
      <input
        {...hidden}
        ref={archive}
        accept=".car,application/vnd.ipld.car"
        data-testid="choose-archive"
        onChange={({ currentTarget }) =>
          take(currentTarget, (all) => all.map((file) => ({ kind: 'archive', name: file.name, file })))
        }
      />
    </div>
  )
}

const CAN_CHOOSE_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype

/** Without this, a file that is dropped beside the zone replaces the page. */
function useKeepPage(): void {
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault()
    addEventListener('dragover', keep)
    addEventListener('drop', keep)
    return () => {
      removeEventListener('dragover', keep)
      removeEventListener('drop', keep)
    }
  }, [])
}
