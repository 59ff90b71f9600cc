import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Screen, Section } from '../../parts/layout/screen.tsx'
import { Loaded } from '../../parts/layout/states.tsx'
import { isoOf } from '../../parts/moments.ts'
import { Copy, Time } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { sizeText } from '../../texts/sizes.ts'
import { seen } from '../../texts/strangers.ts'
import { listingQuery, pinQuery } from '../content-reads.ts'
import { FileTree } from '../file-tree.tsx'
import { Identifier } from '../identifier.tsx'
import { exportAddress, saveAddress, sharedAddress } from '../identifiers.ts'
import { ContentPreview } from '../preview.tsx'
import { nameIn, type Pin, usageQuery } from '../reads.ts'
import { Thumb } from './thumb.tsx'
import { UnpinButton } from './unpin.tsx'

/** One pin: its content, links to share it, and its cost. */
export function PinScreen() {
  const { cid } = useParams({ from: '/content/$cid' })
  const { content } = useTexts()
  const query = useQuery(pinQuery(cid))
  const pin = query.data ?? undefined
  const name = pin && nameIn(pin)
  const title = name === undefined ? `${cid.slice(0, 16)}…` : seen(name)
  const isWaiting = pin !== undefined && pin.status !== 'pinned'
  return (
    <Screen
      title={title}
      face={<Thumb pin={pin ?? { cid, status: 'queued' }} size={64} />}
      crumbs={[{ to: '/content', label: content.title }]}
      rail={query.isPending ? undefined : <Rail cid={cid} pin={pin} name={name} />}
      railLabel={content.about}
      isWide
    >
      <Loaded query={query}>
        {() => (isWaiting ? <Text>{content.notHere}</Text> : <Inside cid={cid} pin={pin} name={name} />)}
      </Loaded>
    </Screen>
  )
}

interface Shown {
  cid: string
  pin: Pin | undefined
  name: string | undefined
}

function Inside({ cid, pin, name }: Shown) {
  const { content } = useTexts()
  const isFile = pin?.metadata?.size !== undefined
  const query = useInfiniteQuery({ ...listingQuery(cid), enabled: !isFile })
  const preview = (
    <Section title={content.preview}>
      <div className="panel pad">
        <ContentPreview cid={cid} name={name} size={pin?.metadata?.size ?? null} />
      </div>
    </Section>
  )
  if (isFile) return preview
  return (
    <Loaded query={query}>
      {({ pages: [first] }) =>
        first ? (
          <Section title={content.files}>
            <FileTree cid={cid} label={content.files} />
          </Section>
        ) : (
          preview
        )
      }
    </Loaded>
  )
}

function Rail({ cid, pin, name }: Shown) {
  const { content } = useTexts()
  const isFile = pin?.metadata?.size !== undefined
  const isHere = pin === undefined || pin.status === 'pinned'
  const file = name ?? cid
  return (
    <>
      <section className="panel pad">
        <Stack gap="xs">
          <h2>{content.about}</h2>
          <Identifier cid={cid} />
          {pin ? <Facts pin={pin} /> : <Text size="sm">{content.notYours}</Text>}
          {pin ? (
            <div>
              <UnpinButton pin={pin} />
            </div>
          ) : null}
        </Stack>
      </section>
      {isHere ? (
        <section className="panel pad" data-testid="share">
          <Stack gap="xs">
            <h2>{content.share}</h2>
            <Text size="sm" c="dimmed">
              {content.shareHint}
            </Text>
            <Shared label={content.shareLink} address={`${location.origin}${sharedAddress(cid, isFile)}`} />
            <Shared label={content.shareIpfs} address={`ipfs://${cid}`} />
          </Stack>
        </section>
      ) : null}
      {isHere ? (
        <section className="panel pad" data-testid="export">
          <Stack gap="xs">
            <h2>{content.takeAlong}</h2>
            <Group gap="lg">
              {isFile ? (
                <Saved href={saveAddress(cid, name)} as={file}>
                  {content.save}
                </Saved>
              ) : (
                <Saved href={exportAddress(cid, 'tar', file)} as={`${file}.tar`}>
                  {content.saveTar}
                </Saved>
              )}
              <Saved href={exportAddress(cid, 'car', file)} as={`${file}.car`}>
                {content.saveCar}
              </Saved>
            </Group>
            <Text size="sm" c="dimmed">
              {content.carHint}
            </Text>
          </Stack>
        </section>
      ) : null}
    </>
  )
}

function Facts({ pin }: { pin: Pin }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const { status, metadata, timestamp, bytes, error } = pin
  const most = useQuery(usageQuery()).data?.limits.bytes ?? null
  const size = (value: number) => sizeText(value, language)
  const facts: [label: string, value: ReactNode][] = [
    [content.state, content.states[status]],
    [content.size, metadata?.size === undefined ? null : size(metadata.size)],
    [content.type, metadata?.mimetype ? <bdi key="type">{seen(metadata.mimetype)}</bdi> : null],
    [content.since, <Time key="since" at={isoOf(timestamp)} />],
    [
      content.costs,
      status === 'pinned' ? (most === null ? size(bytes) : content.costOf(size(bytes), size(most))) : null,
    ],
    [content.kept, status === 'pinned' ? content.keptText : null],
    [content.reason, error === undefined ? null : seen(error)],
  ]
  return (
    <dl className="facts" data-testid="facts">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="anywhere">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function Shared({ label, address }: { label: string; address: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <span className="id">{address}</span> <Copy value={address} label={label} />
    </div>
  )
}

function Saved({ href, as, children }: { href: string; as: string; children: ReactNode }) {
  return (
    <Anchor href={href} download={as} py="xs">
      {children}
    </Anchor>
  )
}
