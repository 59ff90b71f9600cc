import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Loaded } from '../parts/layout/states.tsx'
import { useLanguage } from '../texts/language.tsx'
import { sizeText } from '../texts/sizes.ts'
import { seen, seenWhole } from '../texts/strangers.ts'
import { PREVIEW_BYTES, type Preview, previewQuery } from './content-reads.ts'
import { ContentActions } from './identifier.tsx'
import { saveAddress } from './identifiers.ts'

/** Shows pictures and texts. Nothing in the content runs: markup and scripts are shown as text. */
export function ContentPreview(props: { cid: string; name: string | undefined; size: number | null }) {
  const { cid, name, size } = props
  const query = useQuery(previewQuery(cid, size))
  return (
    <Stack data-testid="preview">
      <Loaded query={query} rows={1}>
        {(preview) =>
          preview.is === 'text' ? (
            <TextPreview preview={preview} />
          ) : preview.is === 'picture' ? (
            <PicturePreview cid={cid} name={name} />
          ) : (
            <Missing preview={preview} />
          )
        }
      </Loaded>
      <ContentActions cid={cid} filename={name} />
    </Stack>
  )
}

function TextPreview({ preview: { text, type, isCut } }: { preview: Extract<Preview, { is: 'text' }> }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const shown = useMemo(() => seenWhole(text), [text])
  return (
    <>
      {type === 'image/svg+xml' ? (
        <Text size="sm" c="dimmed">
          {content.svgAsText}
        </Text>
      ) : null}
      {text === '' ? (
        <Text c="dimmed">{content.emptyFile}</Text>
      ) : (
        <Code block tabIndex={0} role="region" aria-label={content.preview} className="preview">
          {shown}
        </Code>
      )}
      {isCut ? <Text size="sm">{content.previewCut(sizeText(PREVIEW_BYTES, language))}</Text> : null}
    </>
  )
}

function PicturePreview({ cid, name }: { cid: string; name: string | undefined }) {
  const { content } = useLanguage().texts
  const [isBroken, setBroken] = useState(false)
  return isBroken ? (
    <Text>{content.noPreview}</Text>
  ) : (
    <img
      className="preview"
      src={saveAddress(cid)}
      alt={name === undefined ? content.nameless : seen(name)}
      onError={() => setBroken(true)}
    />
  )
}

function Missing({ preview: { is, type } }: { preview: Preview }) {
  const { content } = useLanguage().texts
  return <Text>{is === 'pdf' ? content.noPdf : `${content.noPreview} ${seen(type)}`}</Text>
}
