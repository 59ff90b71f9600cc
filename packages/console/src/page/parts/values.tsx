/** Ids, amounts and times, as every screen shows them. */
import { Anchor, Button, CopyButton, Group, Text, UnstyledButton } from '@mantine/core'
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
import { AccountFace } from './faces/account-face.tsx'
import { BookIcon, CheckIcon, CopyIcon, WarningIcon } from './layout/icons.tsx'

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

/** An id without a link, with a copy button. */
export function Copied({ text }: { text: string }) {
  return (
    <>
      <span className="id">{text}</span> <Copy value={text} />
    </>
  )
}

/** A labelled button that copies a text too long to read aloud, and confirms it. */
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
 * An account's full id with a name, a link to the explorer and a copy button. A name from this browser's address book
 * is marked as such. Otherwise the name is the one that owners gave it.
 */
export function Account(props: {
  id: string
  name?: string | undefined
  /** Whether to show the id's checksum (HIP-15). */
  checksum?: boolean
  /** For use inside a link or a button: without a link and a copy button. */
  isPlain?: boolean
  /** The explorer's route. `find` if the id may belong to another kind of entity. */
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
      <AccountFace id={id} name={called} size={20} />{' '}
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

/** The id of an account, with a link to the explorer and a copy button. */
export function AccountLink({ id, checksum = false }: { id: string; checksum?: boolean }) {
  const { chain, config } = useSession()
  const shown = (
    <>
      {id}
      {checksum ? <span className="checksum">{withChecksum(id, chain).slice(id.length)}</span> : null}
    </>
  )
  return (
    <span className="copied">
      {config.mirrors[chain] === undefined ? (
        <span className="id">{shown}</span>
      ) : (
        <Anchor component={Link} to={`/explorer/find/${id}`} className="id" inherit c="inherit">
          {shown}
        </Anchor>
      )}
      <Copy value={id} />
    </span>
  )
}

/** An id with a link to its screen. If `copy` is given, a button copies that text. */
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

/** A name from the address book, with a mark. Names without the mark come from other people. */
export function MyName({ name }: { name: string }) {
  return (
    <span className="my-name">
      <bdi className="name">{name}</bdi> <BookMark />
    </span>
  )
}

/** Marks a name from the address book. */
export function BookMark() {
  const { book } = useTexts()
  return (
    <span className="book" role="img" aria-label={book.mine} title={book.mine}>
      <BookIcon />
    </span>
  )
}

/** Warns that an account only resembles a known one. */
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
  /** Shows a plus sign for gains, as losses have a minus sign. */
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

/** Returns the token's smallest unit as a power of ten, such as `⁻²`. */
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

/** Returns the time of day with seconds. @param at In milliseconds */
export const clockText = (at: number, language: string): string =>
  new Date(at).toLocaleTimeString(regionOf(language), { timeStyle: 'medium' })

/** The day alone, such as 29 Oct. @param at In milliseconds */
export const dayText = (at: number, language: string): string =>
  new Date(at).toLocaleDateString(regionOf(language), { day: 'numeric', month: 'short' })

/** The day with its weekday and year. @param at ISO 8601 */
export const longDayText = (at: string, language: string): string =>
  new Date(at).toLocaleDateString(regionOf(language), { dateStyle: 'full' })

/** Such as November 2026. @param at In milliseconds */
export const monthText = (at: number, language: string): string =>
  new Date(at).toLocaleDateString(regionOf(language), { month: 'long', year: 'numeric' })

/** The day of the month and the month. */
export const dayPartsOf = (at: string, language: string): [day: string, month: string] => {
  const date = new Date(at)
  const of = (part: Intl.DateTimeFormatOptions) => date.toLocaleDateString(regionOf(language), part)
  return [String(date.getDate()), of({ month: 'short' })]
}

/** The time of day without seconds. */
export const clockOf = (at: string, language: string): string =>
  new Date(at).toLocaleTimeString(regionOf(language), { timeStyle: 'short' })

/** Text that is not a timestamp is shown unchanged. */
const textOfTime = (at: string, language: string, timeStyle: 'short' | 'long'): string =>
  Number.isNaN(Date.parse(at))
    ? seen(at)
    : new Date(at).toLocaleString(regionOf(language), { dateStyle: 'medium', timeStyle })

/** The user's regional variant of the language if the browser knows one, for its date and time format. */
const regionOf = (language: string): string =>
  navigator.languages.find((one) => one === language || one.startsWith(`${language}-`)) ?? language

/** The ledger's time, updated every second. */
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
      c={left < 30_000 ? 'var(--wait)' : 'dimmed'}
      fw={left < 30_000 ? 700 : 500}
      size="sm"
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {left > 0 ? text(durationText(left)) : over}
    </Text>
  )
}

/** @param isOfKept Whether it is the fingerprint of the scheduled transaction, and not of the bytes to sign */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups follow the order of the text
          <span key={index}>{group} </span>
        ))}
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        {isOfKept ? request.keptFingerprintHint : request.fingerprintHint}
      </Text>
    </div>
  )
}
