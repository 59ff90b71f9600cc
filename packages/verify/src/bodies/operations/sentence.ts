/** Puts an operation into words: parts of a sentence, which a page can format, or plain text. */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Key } from '../../keys/keys.ts'
import { fullAmountText, HBAR_DECIMALS } from '../../values/amounts.ts'
import { isoTimeOf } from '../../values/timestamp-text.ts'
import { keyText, quoted } from '../summaries.ts'
import type { Holding, SentTokens } from './airdrops.ts'
import { callText } from './calls.ts'
import { ofFlatFees, ofMirrorFees, type StatedFee } from './custom-fees.ts'
import type { OperationField } from './definitions.ts'
import type { ReadOperation } from './operations.ts'
import { keyOfText, ledgerTimeOf } from './value-types.ts'
import { fieldWords, type OperationLanguage, sentenceWords, valueWords } from './words.ts'

/** A part of a sentence: words, an account, or a value. */
export type OperationPart = { words: string } | { account: string } | { value: string }

interface Reader {
  language: OperationLanguage
  /** An amount of a token, or of `HBAR`, in words. */
  amountOf(tokenId: string, units: string): string
  /** The wallet's key on the ledger. With it, the words say of each key whether it is the wallet's. */
  walletKey?: Key | undefined
  /** Whether long data of a call is cut, as in a heading. */
  isShort?: boolean
}

/** The supply of hbars, in tinybars, and the highest amount of a token. */
const ALL_HBARS = 5_000_000_000_000_000_000n
const MAX_UNITS = 2n ** 63n - 1n

/** Whether the amount of an allowance is so high that it limits nothing. */
export const isUnlimited = ({ amount, spenderAccountId, tokenId }: ReadOperation['values']): boolean =>
  spenderAccountId !== undefined &&
  amount !== undefined &&
  BigInt(String(amount)) >= (tokenId === undefined ? ALL_HBARS : MAX_UNITS)

/** The parts of an operation's sentence. Each field is shown, in the sentence or after it. */
export function operationParts(
  { name, definition, values }: ReadOperation,
  walletId: string,
  reader: Reader,
): OperationPart[] {
  const { language } = reader
  const sentence = sentenceWords[name][language]
  const shown = (field: string): OperationPart[] => {
    const of = definition.fields[field]
    return of ? partsOf(of, values[field], values, reader) : []
  }
  const named = new Set<string>()
  const main = sentence.split(/(\{\w+\})/).flatMap((part): OperationPart[] => {
    const field = /^\{(\w+)\}$/.exec(part)?.[1]
    if (field === undefined) return part === '' ? [] : [{ words: part }]
    if (field === 'wallet') return [{ account: walletId }]
    named.add(field)
    return shown(field)
  })
  const others = Object.entries(definition.fields).filter(
    ([field, { type, own, unitsOf }]) =>
      values[field] !== undefined &&
      type.shows !== 'nothing' &&
      !named.has(field) &&
      !(own && unitsOf === undefined) &&
      !isUnit(field, definition.fields, named),
  )
  return [
    ...main,
    ...others.flatMap(([field]): OperationPart[] => [
      { words: `; ${fieldWords[field]?.[language] ?? field}: ` },
      ...shown(field),
    ]),
    { words: '.' },
  ]
}

/** The value of one field as text. */
export const fieldText = ({ definition, values }: ReadOperation, field: string, reader: Reader): string => {
  const of = definition.fields[field]
  return of ? textOf(partsOf(of, values[field], values, reader)) : ''
}

const textOf = (parts: readonly OperationPart[]): string =>
  parts.map((part) => ('words' in part ? part.words : 'account' in part ? part.account : part.value)).join('')

/** Whether a field is the token of an amount that the sentence shows: the amount names it. */
const isUnit = (field: string, fields: Readonly<Record<string, OperationField>>, named: ReadonlySet<string>): boolean =>
  Object.entries(fields).some(([other, { unitsOf }]) => unitsOf === field && named.has(other))

/** The sentence as plain text. */
export const operationText = (read: ReadOperation, walletId: string, reader: Reader): string =>
  textOf(operationParts(read, walletId, reader))

/** The tokens that an operation states amounts of. Their decimals must be known to show the amounts. */
export function tokensOf({ definition, values }: ReadOperation): string[] {
  const ofAmounts = Object.entries(definition.fields).flatMap(([name, { unitsOf }]) =>
    unitsOf === undefined || unitsOf === 'HBAR' || unitsOf === 'new' || values[name] === undefined
      ? []
      : [String(values[unitsOf])],
  )
  const ofFees = Object.entries(definition.fields).flatMap(([name, { type }]) =>
    feesIn(type.shows, values[name]).flatMap(({ price, kind }) => [
      ...(price?.token === undefined || price.token === NEW_TOKEN ? [] : [price.token]),
      ...(kind === 'fractional' && values.token !== undefined ? [String(values.token)] : []),
    ]),
  )
  return [...new Set([...ofAmounts, ...ofFees])]
}
/** In a fee of a new token, this id means the new token. */
const NEW_TOKEN = '0.0.0'

function feesIn(shows: string, value: unknown): StatedFee[] {
  if (value === undefined) return []
  return shows === 'flatFees' ? ofFlatFees(value) : shows === 'mirrorFees' ? ofMirrorFees(value) : []
}

function partsOf(
  { type, unitsOf }: OperationField,
  value: unknown,
  values: ReadOperation['values'],
  reader: Reader,
): OperationPart[] {
  const { language } = reader
  const { shows } = type
  if (shows === 'account') return [{ account: String(value) }]
  if (shows === 'text') return [{ value: quoted(String(value)) }]
  if (shows === 'texts') return [{ value: (value as string[]).map(quoted).join(', ') }]
  if (shows === 'numbers') return [{ value: (value as number[]).join(', ') }]
  if (shows === 'call') return [{ value: callWords(value, reader) }]
  if (shows === 'bytes') return [{ value: bytesWords(String(value), reader) }]
  if (shows === 'time') return [{ value: timeWords(String(value)) }]
  if (shows === 'airdrops') return sentParts(value as SentTokens[], unitsOf, values, reader)
  if (shows === 'holdings') return holdingParts(value as Holding[], reader)
  if (shows === 'key') return [{ value: keyWords(value, reader) }]
  if (shows === 'flag' || shows === 'ownKey') {
    const word = value !== true ? valueWords.no : shows === 'flag' ? valueWords.yes : valueWords.walletsKey
    return [{ value: word[language] }]
  }
  if (shows === 'code') return [{ value: codeWord(type.says('', value as never, {} as never)[0]?.[1], language) }]
  if (shows === 'units') {
    const amount = unitsText(unitsOf, String(value), values, reader)
    return [{ value: isUnlimited(values) ? `${amount} (${valueWords.everything[language]})` : amount }]
  }
  if (shows === 'flatFees' || shows === 'mirrorFees') return feeParts(feesIn(shows, value), values, reader)
  return [{ value: String(value) }]
}

/** Data that cannot be read is shown as it is, and shortened if `isShort`. */
function callWords(value: unknown, { language, isShort }: Reader): string {
  const data = value === undefined ? '0x' : String(value)
  if (data === '0x') return valueWords.noCall[language]
  const shown = isShort && data.length > SHORT_DATA ? `${data.slice(0, SHORT_DATA)}…` : data
  return callText(data) ?? filled(valueWords.unreadCall[language], { data: shown })
}
const SHORT_DATA = 42

/** A readable text is shown as such; other bytes as hex, shortened if `isShort`. */
function bytesWords(hex: string, { language, isShort }: Reader): string {
  const bytes = hexToBytes(hex.slice(2))
  const text = textIn(bytes)
  const shown = text === undefined ? hex : quoted(text)
  const cut = isShort && shown.length > SHORT_DATA ? `${shown.slice(0, SHORT_DATA)}…` : shown
  return text === undefined ? filled(valueWords.bytes[language], { count: bytes.length, hex: cut }) : cut
}

/** The text in UTF-8, unless it has control characters besides ends of lines. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /[^\P{Cc}\n\r\t]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** ISO 8601, with what milliseconds leave out. */
function timeWords(value: string): string {
  const time = ledgerTimeOf(value)
  return time.endsWith('000000') ? isoTimeOf(time) : `${isoTimeOf(time)} (${time})`
}

/** `5.00 "USDC" (token 0.0.2002) to 0.0.1041; …` */
function sentParts(
  sent: readonly SentTokens[],
  unitsOf: string | undefined,
  values: ReadOperation['values'],
  reader: Reader,
): OperationPart[] {
  return sent.flatMap(({ receiverId, amount }, index): OperationPart[] => [
    ...(index === 0 ? [] : [{ words: '; ' }]),
    { value: unitsText(unitsOf, String(amount), values, reader) },
    { words: valueWords.sentTo[reader.language] },
    { account: receiverId },
  ])
}

function holdingParts(holdings: readonly Holding[], { language }: Reader): OperationPart[] {
  return holdings.flatMap(({ receiverId, tokenId: token, serialNumber: serial }, index): OperationPart[] => [
    ...(index === 0 ? [] : [{ words: '; ' }]),
    {
      value:
        serial === undefined
          ? filled(valueWords.ofToken[language], { token })
          : filled(valueWords.nftOfToken[language], { serial, token }),
    },
    ...(receiverId === undefined ? [] : [{ words: valueWords.sentTo[language] }, { account: receiverId }]),
  ])
}

function keyWords(value: unknown, { walletKey, language }: Reader): string {
  const key = keyOfText(value)
  if (walletKey === undefined) return key
  return key === keyText(walletKey) ? valueWords.walletsKey[language] : filled(valueWords.foreignKey[language], { key })
}

function codeWord(stated: unknown, language: OperationLanguage): string {
  const name = String(stated).slice(1, -1)
  return name in valueWords ? valueWords[name as 'FINITE'][language] : name
}

function unitsText(
  unitsOf: string | undefined,
  units: string,
  values: ReadOperation['values'],
  { amountOf, language }: Reader,
): string {
  if (unitsOf === 'HBAR') return hbarText(units, language)
  if (unitsOf === 'new')
    return `${fullAmountText(BigInt(units), Number(values.decimals ?? 0), language)} ${quoted(String(values.symbol))}`
  return unitsOf === undefined ? units : amountOf(String(values[unitsOf]), units)
}

const hbarText = (tinybars: string | number, language: OperationLanguage): string =>
  `${fullAmountText(BigInt(tinybars), HBAR_DECIMALS, language)} ℏ`

function feeParts(fees: readonly StatedFee[], values: ReadOperation['values'], reader: Reader): OperationPart[] {
  const { language } = reader
  if (fees.length === 0) return [{ value: valueWords.noFees[language] }]
  const own = (units: number | string | undefined): string =>
    values.token === undefined
      ? unitsText('new', String(units ?? 0), values, reader)
      : reader.amountOf(String(values.token), String(units ?? 0))
  const price = ({ amount, token }: NonNullable<StatedFee['price']>): string =>
    token === undefined
      ? hbarText(amount, language)
      : token === NEW_TOKEN
        ? own(amount)
        : reader.amountOf(token, String(amount))
  return fees.map((fee, index): OperationPart => {
    const { kind, collector, numerator, denominator, minimum = 0, maximum = 0 } = fee
    const text =
      kind === 'fixed'
        ? filled(valueWords.fixedFee[language], { amount: price(fee.price as never), collector })
        : kind === 'royalty'
          ? filled(valueWords.royaltyFee[language], { numerator, denominator, collector })
          : filled(valueWords.fractionalFee[language], {
              numerator,
              denominator,
              collector,
              minimum: own(minimum),
              maximum: BigInt(maximum) === 0n ? valueWords.unlimited[language] : own(maximum),
            })
    const more = [
      ...(kind === 'royalty' && fee.price ? [filled(valueWords.fallback[language], { amount: price(fee.price) })] : []),
      ...(fee.net ? [valueWords.net[language]] : []),
      ...(fee.exempt ? [valueWords.exempt[language]] : []),
    ]
    return { value: `${index === 0 ? '' : '; '}${[text, ...more].join(', ')}` }
  })
}

const filled = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
