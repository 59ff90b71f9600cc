import { Button, Text, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../parts/layout/dialog.tsx'
import { DownIcon, RightIcon } from '../parts/layout/icons.tsx'
import { Failed, Loading } from '../parts/layout/states.tsx'
import { useLanguage } from '../texts/language.tsx'
import { sizeText } from '../texts/sizes.ts'
import { seen } from '../texts/strangers.ts'
import { type Entry, listingQuery } from './content-reads.ts'
import { TypeIcon } from './pins/thumb.tsx'
import { ContentPreview } from './preview.tsx'

/** Deeper folders are not indented further, or nothing of their names would be left on a phone. */
const MOST_INDENTED = 6

/** The folder's names, page by page. Folders open in place, files in a dialog with a preview. */
export function FileTree({ cid, label }: { cid: string; label: string }) {
  const [shown, setShown] = useState<Entry>()
  return (
    <>
      <div className="panel tree" data-testid="tree">
        <Level cid={cid} label={label} depth={0} onShow={setShown} />
      </div>
      <Dialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? seen(shown.name) : ''}
        size="xl"
      >
        {shown ? <ContentPreview cid={shown.cid} name={shown.name} size={shown.size} /> : null}
      </Dialog>
    </>
  )
}

interface LevelProps {
  cid: string
  label: string
  depth: number
  onShow: (entry: Entry) => void
}

function Level({ cid, label, depth, onShow }: LevelProps) {
  const { app, content } = useLanguage().texts
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(listingQuery(cid))
  if (error) return <Failed error={error} again={refetch} />
  if (!data) return <Loading rows={1} />
  const entries = data.pages.flatMap((page) => page?.entries ?? [])
  return (
    <>
      <ul aria-label={label} data-indented={depth > 0 && depth <= MOST_INDENTED}>
        {entries.map((entry) => (
          <li key={entry.name}>
            {entry.type === 'directory' ? (
              <Branch entry={entry} depth={depth + 1} onShow={onShow} />
            ) : (
              <Leaf entry={entry} onShow={onShow} />
            )}
          </li>
        ))}
      </ul>
      {entries.length === 0 && !hasNextPage ? <Text c="dimmed">{content.emptyFolder}</Text> : null}
      {hasNextPage ? (
        <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
          {app.more}
        </Button>
      ) : null}
    </>
  )
}

function Branch({ entry, depth, onShow }: { entry: Entry; depth: number; onShow: (entry: Entry) => void }) {
  const [isOpen, setOpen] = useState(false)
  const name = seen(entry.name)
  return (
    <>
      <UnstyledButton className="tree-i" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <DownIcon /> : <RightIcon />}
        <TypeIcon type="folder" />
        <bdi>{name}</bdi>
      </UnstyledButton>
      {isOpen ? <Level cid={entry.cid} label={name} depth={depth} onShow={onShow} /> : null}
    </>
  )
}

function Leaf({ entry, onShow }: { entry: Entry; onShow: (entry: Entry) => void }) {
  const { texts, language } = useLanguage()
  const { name, size, type } = entry
  const line = (
    <>
      <TypeIcon type={typeOf(name)} />
      <bdi>{seen(name)}</bdi>
      <span className="sub">{size === null ? texts.content.kinds[type] : sizeText(size, language)}</span>
    </>
  )
  // Other entries have no bytes, or are not stored here.
  return type === 'file' || type === 'data' ? (
    <UnstyledButton className="tree-i" onClick={() => onShow(entry)}>
      {line}
    </UnstyledButton>
  ) : (
    <span className="tree-i">{line}</span>
  )
}

/** A guess for the icon alone. */
const typeOf = (name: string): string =>
  /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name)
    ? 'image/'
    : /\.(txt|md|json|csv|html?|xml|ya?ml)$/i.test(name)
      ? 'text/'
      : ''
