/** What several screens of the explorer show. */
import { Badge, Button, Card, Stack, Text, Title } from '@mantine/core'
import { amountText, changeText, decimalsIn, keyFromMirror } from '@quorate/verify'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.tsx'
import { Details } from '../parts/details.tsx'
import { Json } from '../parts/json.tsx'
import { keyTree } from '../parts/key-tree.ts'
import { KeyTree } from '../parts/key-tree.tsx'
import { isoOf } from '../parts/moments.ts'
import { Screen } from '../parts/screen.tsx'
import { Empty, Failed, Loaded, Loading, type QueryState } from '../parts/states.tsx'
import { Amount, IdLink, Time } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { type MirrorKey, TokenAnswer } from './answers.ts'
import { textIn } from './bytes.ts'
import { type MirrorList, useMirror, useMirrorUrl } from './mirror.ts'
import { SearchForm } from './search-form.tsx'

/** Characters of an answer of the mirror that are shown. */
const MAX_RAW = 60_000

/**
 * A screen of the explorer, where the chain has a mirror that the page may read; the search stands above each of them.
 *
 * @param searched What is looked for at once
 */
export function ExplorerScreen(props: { title: string; lead?: ReactNode; searched?: string; children?: ReactNode }) {
  const { title, lead, searched, children } = props
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const isRead = useMirrorUrl() !== undefined
  return (
    <Screen title={title} lead={lead} before={isRead ? <SearchForm key={searched} initial={searched} /> : undefined}>
      {isRead ? children : <Empty title={texts.noMirror(chain)} />}
    </Screen>
  )
}

/** What a path of the mirror answers, or that it has nothing there. */
export function Found<T>({ query, children }: { query: QueryState<T | null>; children: (data: T) => ReactNode }) {
  const { explorer: texts } = useTexts()
  return (
    <Loaded query={query}>
      {(data) =>
        data === null ? (
          <Empty title={texts.nothing}>
            <Button component={Link} to="/explorer" variant="default">
              {texts.back}
            </Button>
          </Empty>
        ) : (
          children(data)
        )
      }
    </Loaded>
  )
}

/** What must not be overlooked: that something is deleted, or paused. */
export const Mark = ({ text }: { text: string }) => (
  <div>
    <Badge color="red" variant="outline" radius="sm" tt="none">
      {text}
    </Badge>
  </div>
)

export function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Card>
      <Stack gap="sm">
        {title ? <Title order={2}>{title}</Title> : null}
        {children}
      </Stack>
    </Card>
  )
}

export const Facts = ({ children }: { children: ReactNode }) => <dl className="statements">{children}</dl>

/** A row; none where there is nothing to say. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** What the mirror answered, whole. */
export function Raw({ answer }: { answer: unknown }) {
  const { explorer: texts } = useTexts()
  return (
    <Details summary={texts.raw}>
      <Json value={answer} label={texts.raw} most={MAX_RAW} />
    </Details>
  )
}

/** The entries of a list. */
export const Rows = ({
  children,
  ...given
}: {
  children: ReactNode
  'aria-live'?: 'polite'
  'data-testid'?: string
}) => (
  <ul className="rows" {...given}>
    {children}
  </ul>
)

/** An entry of a list, with what the mirror answers of it on demand. */
export function Row({ answer, children }: { answer: unknown; children: ReactNode }) {
  const { explorer: texts } = useTexts()
  return (
    <li>
      <div className="row">{children}</div>
      <Details summary="JSON">
        <Json value={answer} label={texts.raw} most={MAX_RAW} />
      </Details>
    </li>
  )
}

/** The button for a list's next page, and the list's states. */
export function Pages<T>({
  list,
  empty,
  children,
}: {
  list: MirrorList<T>
  empty: string
  children: (items: T[]) => ReactNode
}) {
  const { explorer: texts } = useTexts()
  const { items, query } = list
  const { error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  return (
    <Stack gap="sm">
      {error ? <Failed error={error} again={refetch} /> : null}
      {isPending && !error ? <Loading /> : null}
      {!isPending && items.length === 0 && !error ? <Text c="dimmed">{empty}</Text> : null}
      {items.length > 0 ? children(items) : null}
      {hasNextPage ? (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}

/** A moment of the ledger as people write it, and exactly. */
export function Moment({ at }: { at: string }) {
  return (
    <span>
      <Time at={isoOf(at)} exact />{' '}
      <Text span size="sm" c="dimmed" className="id">
        {at}
      </Text>
    </span>
  )
}

export const Hbars = ({ units, ...given }: { units: number | bigint; isChange?: boolean }) => (
  <Amount units={BigInt(units)} {...given} />
)

/** An amount of a token with the name that its creator gave it; not shown until the token is read. */
export function TokenUnits(props: { token: string; units: bigint; isChange?: boolean }) {
  const { token, units, isChange = false } = props
  const { texts, language } = useLanguage()
  const { data } = useMirror(`/api/v1/tokens/${token}`, TokenAnswer)
  const decimals = decimalsIn(data?.decimals)
  return (
    <span>
      <Text span fw={650} className="number">
        {data && decimals !== undefined ? (
          <>
            {(isChange ? changeText : amountText)(units, decimals, language)} <bdi>{seen(data.symbol)}</bdi>
          </>
        ) : (
          texts.amounts.unknown
        )}
      </Text>{' '}
      <IdLink to={`/explorer/tokens/${token}`} copy={token}>
        {token}
      </IdLink>
    </span>
  )
}

/** A text that somebody wrote on the ledger. */
export function Written({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return <bdi style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{seen(text)}</bdi>
}

/** null, so that no row is shown, where nothing was written. */
export const writtenOr = (text: string | null | undefined): ReactNode => (text ? <Written text={text} /> : null)

/** Bytes as text where they are text, else as base64. */
export function Bytes({ base64 }: { base64: string }) {
  const text = textIn(base64)
  return text === undefined ? <span className="id">{base64}</span> : <Written text={text} />
}

/** A key of the ledger as a tree; its bytes where this version does not understand it. */
export function MirrorKeyTree({ value, label }: { value: MirrorKey; label: string }) {
  const key = keyOrUndefined(value)
  return key ? <KeyTree tree={keyTree(key)} label={label} /> : <span className="id">{value.key.slice(0, 400)}</span>
}

function keyOrUndefined(value: MirrorKey) {
  try {
    return keyFromMirror(value) ?? undefined
  } catch {
    return undefined
  }
}
