import { Button, Group, UnstyledButton } from '@mantine/core'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { UploadIcon } from '../../parts/layout/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type Chosen, chosenIn, type FileAt } from './chosen.ts'
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
  const [isReading, setReading] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  useKeepPage()
  const inFolders = (found: FileAt[]): Chosen[] => chosenIn(found, content.manyFiles)
  const take = async (found: Promise<FileAt[]>, as = inFolders) => {
    setReading(true)
    try {
      onChosen(as(await found))
    } catch (error) {
      onFailed(error)
    } finally {
      setReading(false)
    }
  }
  const takeFrom = (input: HTMLInputElement, as = inFolders) => {
    const chosen = [...(input.files ?? [])]
    // Without this, choosing the same file again would cause no event.
    input.value = ''
    void take(filesOf(chosen), as)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(filesDropped(event.dataTransfer))
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
      <div role="status">{isReading ? content.reading : null}</div>
      <input
        {...hidden}
        ref={files}
        multiple
        data-testid="choose-files"
        onChange={({ currentTarget }) => takeFrom(currentTarget)}
      />
      <input
        {...hidden}
        ref={(input) => {
          folder.current = input
          if (input) input.webkitdirectory = true
        }}
        data-testid="choose-folder"
        onChange={({ currentTarget }) => takeFrom(currentTarget)}
      />
      <input
        {...hidden}
        ref={archive}
        accept=".car,application/vnd.ipld.car"
        data-testid="choose-archive"
        onChange={({ currentTarget }) => takeFrom(currentTarget, archivesOf)}
      />
    </div>
  )
}

const archivesOf = (all: readonly FileAt[]): Chosen[] =>
  all.map(({ file, size }) => ({ kind: 'archive', name: file.name, file, size }))

const CAN_CHOOSE_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype

/** Without this, a file that is dropped outside the zone replaces the page. */
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
