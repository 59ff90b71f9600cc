import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Copy } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { openAddress, saveAddress } from './identifiers.ts'

/** Shows the whole identifier, because other content may share a part of it. */
export function Identifier({ cid }: { cid: string }) {
  const { content } = useTexts()
  return (
    <div>
      <span className="id" data-testid="cid">
        {cid}
      </span>{' '}
      <Copy value={cid} label={content.copyIdentifier} />
    </div>
  )
}

export function ContentActions({ cid, filename }: { cid: string; filename?: string | undefined }) {
  const { content } = useTexts()
  const called = filename || cid
  return (
    <Group gap="lg">
      <Anchor
        href={openAddress(cid, filename)}
        target="_blank"
        rel="noopener noreferrer"
        py="xs"
        aria-label={content.openLabel(called)}
      >
        {content.open}
      </Anchor>
      <Anchor href={saveAddress(cid, filename)} download={called} py="xs" aria-label={content.saveLabel(called)}>
        {content.save}
      </Anchor>
    </Group>
  )
}

export function LinkToContent({ cid, children }: { cid: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={`/content/${cid}`} inherit>
      {children}
    </Anchor>
  )
}
