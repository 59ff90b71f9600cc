/** Ids, amounts and times as every screen shows them. */
import { Anchor, Badge, Button, CopyButton, Group, Text, UnstyledButton } from '@mantine/core'
import { amountText, changeText, decimalsIn, HBAR_DECIMALS, withChecksum } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useMyNames, useResembled } from '../address-book/use-book.ts'
import { useCalled, useSymbol } from '../address-book/use-called.ts'
import { tokenQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { ledgerNow } from '../api/time.ts'
import { durationText } from '../texts/duration.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { BookIcon, CheckIcon, CopyIcon, WarningIcon } from './icons.tsx'

export function Copy({ value, label }: { value: string; label?: string }) {
  const { app } = useTexts()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <UnstyledButton
          onClick={copy}
          aria-label={copied ? app.copied : `${label ?? app.copy}: ${value}`}
          title={copied ? app.copied : (label ?? app.copy)}
          className="copy"
        >
          {copied ? <CheckIcon /> : <CopyIcon />}
        </UnstyledButton>
      )}
    </CopyButton>
  )
}

/** An id that leads nowhere, and can be copied. */
export function Copied({ text }: { text: string }) {
  return (
    <>
      <span className="id">{text}</span> <Copy value={text} />
    </>
  )
}

/** A button in words that copies what is too long to be read out, and says once it has. */
export function CopyWhole({ value, label }: { value: string; label: string }) {
  const { app } = useTexts()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" size="sm" leftSection={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
          {copied ? app.copied : label}
        </Button>
      )}
    </CopyButton>
  )
}

/**
 * An account in full, with the name that it has in the address book of this browser, which is marked, or else the name
 * that owners gave it. It leads to what the ledger has of it, and can be copied.
 */
export function Account(props: {
  id: string
  name?: string | undefined
  /** Shows the id's checksum (HIP-15), too. */
  checksum?: boolean
  /** Within what is a link or a button itself: neither leads anywhere nor can be copied. */
  isPlain?: boolean
  /** Of the explorer: `find` where the id may be anything's. */
  place?: 'accounts' | 'find'
}) {
  const { id, name, checksum = false, isPlain = false, place = 'accounts' } = props
  const { chain, config } = useSession()
  const me = useMe()
  const { app } = useTexts()
  const mine = useMyNames().get(id)
  const called = useCalled()(id, name)
  const shown = (
    <>
      <span className="id">{id}</span>
      {checksum ? <span className="id checksum">{withChecksum(id, chain).slice(id.length)}</span> : null}
    </>
  )
  return (
    <span>
      {mine !== undefined ? (
        <>
          <MyName name={mine} />{' '}
        </>
      ) : called !== undefined && called !== id ? (
        <>
          <bdi className="name">{called}</bdi>{' '}
        </>
      ) : null}
      {isPlain || config.mirrors[chain] === undefined ? (
        shown
      ) : (
        <Anchor component={Link} to={`/explorer/${place}/${id}`} inherit>
          {shown}
        </Anchor>
      )}
      {id === me ? ` (${app.you})` : ''}
      {isPlain ? null : (
        <>
          {' '}
          <Copy value={id} />
        </>
      )}
      <Resembles id={id} />
    </span>
  )
}

/** An id, as a link to what the page shows of it; where `copy` says what is copied, it can be. */
export function IdLink({ to, children, copy }: { to: string; children: ReactNode; copy?: string }) {
  return (
    <span className="copied">
      <Anchor component={Link} to={to} className="id" inherit>
        {children}
      </Anchor>
      {copy === undefined ? null : <Copy value={copy} />}
    </span>
  )
}

/** A name of the address book, marked as one: names without the mark are what others say. */
export function MyName({ name }: { name: string }) {
  const { book } = useTexts()
  return (
    <span className="my-name">
      <bdi className="name">{name}</bdi>{' '}
      <span role="img" aria-label={book.mine} title={book.mine}>
        <BookIcon />
      </span>
    </span>
  )
}

/** Says that an account is not the one for which it could be taken. */
export function Resembles({ id }: { id: string }) {
  const { book } = useTexts()
  const other = useResembled(id)
  return other ? (
    <span className="resembles" data-testid="resembles">
      <WarningIcon /> {book.resembles(other.name === undefined ? other.account : `${other.name} ${other.account}`)}
    </span>
  ) : null
}

/** ℏ and tinybars, or a token's amount with its symbol and id. */
export function Amount(props: {
  units: bigint
  token?: string | undefined
  size?: string
  /** Tells more by a sign, as less is told. */
  isChange?: boolean
}) {
  const { units, token, size, isChange = false } = props
  return token === undefined || token === 'HBAR' ? (
    <Hbars units={units} isChange={isChange} {...(size ? { size } : {})} />
  ) : (
    <TokenAmount units={units} token={token} isChange={isChange} />
  )
}

function Hbars({ units, isChange, size = 'md' }: { units: bigint; isChange: boolean; size?: string }) {
  const { language } = useLanguage()
  return (
    <span>
      <Text span fw={650} size={size} className="number">
        {(isChange ? changeText : amountText)(units, HBAR_DECIMALS, language)} ℏ
      </Text>{' '}
      <Text span size="sm" c="dimmed" className="number">
        {amountText(units, 0, language)} {units === 1n ? 'tinybar' : 'tinybars'}
      </Text>
    </span>
  )
}

function TokenAmount({ units, token, isChange }: { units: bigint; token: string; isChange: boolean }) {
  const { texts, language } = useLanguage()
  const { chain } = useSession()
  const { data } = useQuery(tokenQuery(token, chain))
  const decimals = decimalsIn(data?.decimals)
  const symbolOf = useSymbol()
  return (
    <span>
      <Text span fw={650}>
        {data && decimals !== undefined ? (
          <>
            {(isChange ? changeText : amountText)(units, decimals, language)} <bdi>{symbolOf(token, data.symbol)}</bdi>
          </>
        ) : (
          texts.amounts.unknown
        )}
      </Text>{' '}
      <Text span size="sm" c="dimmed">
        {decimals ? `${units.toLocaleString(language)} × 10${powerText(decimals)} · ` : ''}
        <IdLink to={`/explorer/tokens/${token}`} copy={token}>
          {token}
        </IdLink>
      </Text>
    </span>
  )
}

/** The decimals of a token as a power of ten: `⁻²`. */
const powerText = (decimals: number): string =>
  `⁻${String(decimals).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))}`

export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const { language } = useLanguage()
  return (
    <time dateTime={at} title={at}>
      {exact ? exactTimeText(at, language) : timeText(at, language)}
    </time>
  )
}

export const timeText = (at: string, language: string): string => textOfTime(at, language, 'short')

/** With seconds and the time zone. */
export const exactTimeText = (at: string, language: string): string => textOfTime(at, language, 'long')

/** The time of day with seconds. @param at In milliseconds */
export const clockText = (at: number, language: string): string =>
  new Date(at).toLocaleTimeString(regionOf(language), { timeStyle: 'medium' })

/** What is no time is told as it is. */
const textOfTime = (at: string, language: string, timeStyle: 'short' | 'long'): string =>
  Number.isNaN(Date.parse(at))
    ? seen(at)
    : new Date(at).toLocaleString(regionOf(language), { dateStyle: 'medium', timeStyle })

/** Days and times as people write them where the reader is, if the browser says so for this language. */
const regionOf = (language: string): string =>
  navigator.languages.find((one) => one === language || one.startsWith(`${language}-`)) ?? language

/** The ledger's time, again every second. */
export function useNow(): number {
  const [now, setNow] = useState(ledgerNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(ledgerNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function Countdown({ to, text, over }: { to: string; text: (left: string) => string; over: string }) {
  const left = Date.parse(to) - useNow()
  const { language } = useLanguage()
  return (
    <Text
      span
      role="timer"
      title={timeText(to, language)}
      c={left < 30_000 ? 'var(--mantine-color-error)' : 'dimmed'}
      size="sm"
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {left > 0 ? text(durationText(left)) : over}
    </Text>
  )
}

const COLORS = {
  open: 'blue',
  ready: 'green',
  progress: 'blue',
  done: 'green',
  rejected: 'gray',
  withdrawn: 'gray',
  timed: 'green',
  expired: 'gray',
  failed: 'red',
} as const
export type StatusName = keyof typeof COLORS

export function StatusBadge({ status }: { status: StatusName }) {
  const { request } = useTexts()
  return (
    <Badge
      color={COLORS[status]}
      variant={status === 'done' || status === 'ready' ? 'filled' : 'outline'}
      size="lg"
      radius="sm"
      tt="none"
    >
      {request.status[status]}
    </Badge>
  )
}

/** @param isOfKept Of what the ledger keeps: the bytes that are signed do not have it in them */
export function Fingerprint({ value, isOfKept }: { value: string; isOfKept: boolean }) {
  const { request } = useTexts()
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {request.fingerprint}
        </Text>
        <Copy value={value} label={request.fingerprint} />
      </Group>
      <div className="fingerprint" data-testid="fingerprint">
        {value.split(' ').map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups stand in the order of the text
          <span key={index}>{group} </span>
        ))}
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        {isOfKept ? request.keptFingerprintHint : request.fingerprintHint}
      </Text>
    </div>
  )
}
