/** Parts that several screens of the explorer share. */
import { Badge, Button, Card, Stack, Text, Title } from '@mantine/core'
import { amountText, changeText, decimalsIn, keyFromMirror } from '@quorate/verify'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSymbol } from '../address-book/use-called.ts'
import { useSession } from '../api/session.tsx'
import { type MirrorKey, TokenAnswer } from '../mirror/answers.ts'
import { type MirrorList, useMirror, useMirrorUrl } from '../mirror/mirror.ts'
import { Details } from '../parts/layout/details.tsx'
import { Fold } from '../parts/layout/fold.tsx'
import { BytesIcon } from '../parts/layout/icons.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Failed, Loaded, Loading, type QueryState } from '../parts/layout/states.tsx'
import { Json } from '../parts/ledger/json.tsx'
import { keyTree } from '../parts/ledger/key-tree.ts'
import { KeyTree } from '../parts/ledger/key-tree.tsx'
import { isoOf } from '../parts/moments.ts'
import { Amount, IdLink, Time } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { textIn } from './bytes.ts'
import { SearchForm } from './search/search-form.tsx'

/** The maximum number of characters of a raw answer to show. */
const MAX_RAW = 60_000

/**
 * The frame of the explorer's screens, with the search on top. Needs a mirror of the chain that the page may read.
 *
 * @param searched Text to search for immediately
 */
export function ExplorerScreen(props: {
  title: string
  lead?: ReactNode
  face?: ReactNode
  searched?: string
  heading?: ReactNode
  short?: string
  actions?: ReactNode
  /** Between the search and the heading. */
  above?: ReactNode
  /** A column to the right of the children. The explorer shows its source below it. */
  rail?: ReactNode
  railLabel?: string
  rest?: ReactNode
  children?: ReactNode
}) {
  const { title, searched, above, rail, children, ...others } = props
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const url = useMirrorUrl()
  const isRead = url !== undefined
  return (
    <Screen
      {...others}
      title={title}
      top={isRead ? <SearchForm key={searched} initial={searched} /> : undefined}
      before={above}
      crumbs={title === texts.title ? [] : [{ to: '/explorer', label: texts.title }]}
      rail={
        rail === undefined ? undefined : (
          <>
            {rail}
            {isRead ? <p className="fine">{texts.source(new URL(url).host)}</p> : null}
          </>
        )
      }
      isWide
    >
      {isRead ? children : <Empty title={texts.noMirror(chain)} />}
    </Screen>
  )
}

/** Shows what the mirror returned for a path, or that nothing was found. */
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

/** Marks an entity as deleted or paused. */
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

/** A row; nothing if it has no value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** The facts of a rail: labels on the left, short values on the right. */
export const RailFacts = ({ children }: { children: ReactNode }) => <dl className="facts">{children}</dl>

/** A line of the rail; nothing if it has no value. */
export function RailFact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The mirror's whole answer as JSON, in the rail. */
export function RailJson({ answer }: { answer: unknown }) {
  const { explorer: texts } = useTexts()
  return (
    <section className="panel">
      <Fold icon={<BytesIcon />} title={texts.raw}>
        <Json value={answer} label={texts.raw} most={MAX_RAW} />
      </Fold>
    </section>
  )
}

/** The mirror's whole answer as JSON. */
export function Raw({ answer }: { answer: unknown }) {
  const { explorer: texts } = useTexts()
  return (
    <Details summary={texts.raw}>
      <Json value={answer} label={texts.raw} most={MAX_RAW} />
    </Details>
  )
}

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

/** An entry of a list. Shows the mirror's answer for it on demand. */
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

/** A paged list with its states, and a button that loads the next page. */
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

/** A ledger time in readable form, and the exact timestamp. */
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

/** An amount of a token with the token's symbol. It shows a placeholder until the token is loaded. */
export function TokenUnits(props: { token: string; units: bigint; isChange?: boolean }) {
  const { token, units, isChange = false } = props
  const { texts, language } = useLanguage()
  const { data } = useMirror(`/api/v1/tokens/${token}`, TokenAnswer)
  const symbolOf = useSymbol()
  const decimals = decimalsIn(data?.decimals)
  return (
    <span>
      <Text span fw={650} className="number">
        {data && decimals !== undefined ? (
          <>
            {(isChange ? changeText : amountText)(units, decimals, language)} <bdi>{symbolOf(token, data.symbol)}</bdi>
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

/** Untrusted text from the ledger. */
export function Written({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return <bdi style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{seen(text)}</bdi>
}

/** Returns null for an empty text, so that its row is not shown. */
export const writtenOr = (text: string | null | undefined): ReactNode => (text ? <Written text={text} /> : null)

/** Bytes as text if they are UTF-8, else as base64. */
export function Bytes({ base64 }: { base64: string }) {
  const text = textIn(base64)
  return text === undefined ? <span className="id">{base64}</span> : <Written text={text} />
}

/** A key on the ledger as a tree, or its bytes if this version does not understand it. */
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
