/**
 * The texts of messages about requests. They contain no user-written text: anybody can name an account as an owner, and
 * could make the node send it any text. Each language provides only words; all languages have the same sentences in the
 * same order.
 */
import { inEachLanguage, type MessageLanguage, type MessageToSend, messageTime } from '@quorate/platform'
import { isoTimeOf, neededSentence, type StillNeeded, stillNeeded } from '@quorate/verify'
import { needsOut } from '../../../answers/requests.ts'
import { modeOf } from '../../../model/modes.ts'
import type { Before, NoticeKind, OperationName, Request } from '../../../model/request.ts'
import { missingSigners } from '../../../model/signatures.ts'

const HOUR_MS = 3_600_000

type Told = Exclude<NoticeKind, 'signature_wanted' | 'owner'>

interface Words {
  kinds: Readonly<Record<OperationName, string>>
  /** The wallet of a request, or the requester of a new wallet. */
  of(request: Request): string
  /** A request as the subject of a sentence or of a message, without or with its id. */
  a(of: string): string
  the(request: Request, of: string, kind: string): string
  waits: string
  wanted(of: string): string
  asked(request: Request): string
  signUntil(end: string): string
  still(still: StillNeeded): string
  ends(before: Before, at: string | undefined): string
  read: string
  happened: Readonly<Record<Told, (by: string) => string>>
  consensusTime(at: string): string
  code(code: string): string
  owner(wallet: string): string
  ownerCan(chain: string): string
}

const WORDS: Readonly<Record<MessageLanguage, Words>> = {
  en: {
    kinds: {
      create: 'new wallet',
      withdraw: 'payment',
      pay: 'several payments',
      update: 'change of owners or rule',
      stake: 'staking',
      associate: 'associate a token',
      dissociate: 'dissociate a token',
      claim: 'accept airdrops',
      operation: 'other transaction',
    },
    of: ({ wallet, requester }) => (wallet === null ? `of ${requester}` : `of the wallet ${wallet}`),
    a: (of) => `A request ${of}`,
    the: ({ jobId, chain }, of, kind) => `The request ${jobId} ${of} (${kind}, ${chain})`,
    waits: 'waits for your signature',
    wanted: (of) => `Your signature is wanted for a request ${of}`,
    asked: (request) =>
      isDecided(request)
        ? 'A passed proposal of a DAO created it.'
        : request.requesterRole
          ? `${request.requester} asked for it as a proposer, and is not an owner of the wallet.`
          : `${request.requester} asked for it.`,
    signUntil: (end) => `Owners can sign until ${end}.`,
    still: (still) => `${neededSentence(still)}.`,
    ends: (before, at) =>
      `Its time ends in ${before === 'day' ? 'a day' : 'an hour'}${at === undefined ? '' : `, at ${at}`}.`,
    read: 'Read what it does before you sign.',
    happened: {
      rejected: (by) => `was rejected by ${by}`,
      executed: () => 'was executed',
      failed: () => 'was not executed',
    },
    consensusTime: (at) => `Consensus time: ${at}`,
    code: (code) => `Code: ${code}`,
    owner: (wallet) => `You are now an owner of the wallet ${wallet}`,
    ownerCan: (chain) => `Its requests on ${chain} need signatures of its owners, and you are one of them.`,
  },
  de: {
    kinds: {
      create: 'neue Wallet',
      withdraw: 'Auszahlung',
      pay: 'mehrere Auszahlungen',
      update: 'Änderung von Eigentümern oder Regel',
      stake: 'Staking',
      associate: 'Token verknüpfen',
      dissociate: 'Token-Verknüpfung lösen',
      claim: 'Airdrops annehmen',
      operation: 'andere Transaktion',
    },
    of: ({ wallet, requester }) => (wallet === null ? `von ${requester}` : `der Wallet ${wallet}`),
    a: (of) => `Ein Antrag ${of}`,
    the: ({ jobId, chain }, of, kind) => `Der Antrag ${jobId} ${of} (${kind}, ${chain})`,
    waits: 'wartet auf deine Unterschrift',
    wanted: (of) => `Ein Antrag ${of} wartet auf deine Unterschrift`,
    asked: (request) =>
      isDecided(request)
        ? 'Ein angenommener Vorschlag einer DAO hat ihn erzeugt.'
        : request.requesterRole
          ? `${request.requester} hat ihn als Antragsteller gestellt und ist kein Eigentümer der Wallet.`
          : `${request.requester} hat ihn gestellt.`,
    signUntil: (end) => `Unterschreiben kann man bis ${end}.`,
    still: (still) => `Noch nicht unterschrieben: ${still.from.join(', ')}.`,
    ends: (before, at) =>
      `Seine Frist endet in ${before === 'day' ? 'einem Tag' : 'einer Stunde'}${at === undefined ? '' : `, am ${at}`}.`,
    read: 'Lies, was er bewirkt, bevor du unterschreibst.',
    happened: {
      rejected: (by) => `wurde von ${by} abgelehnt`,
      executed: () => 'wurde ausgeführt',
      failed: () => 'wurde nicht ausgeführt',
    },
    consensusTime: (at) => `Konsenszeit: ${at}`,
    code: (code) => `Code: ${code}`,
    owner: (wallet) => `Du bist jetzt Eigentümer der Wallet ${wallet}`,
    ownerCan: (chain) => `Ihre Anträge auf ${chain} brauchen Unterschriften ihrer Eigentümer, auch deine zählt nun.`,
  },
}

/** The requester of a decided request is the wallet itself. */
const isDecided = ({ payload }: Request): boolean => payload.proposal !== undefined

const lines = (...all: (string | undefined)[]): string => all.filter((one) => one !== undefined).join('\n')
const theRequest = (words: Words, request: Request): string =>
  words.the(request, words.of(request), words.kinds[request.operation])

const pathOf = ({ jobId }: Request): string => `/requests/${jobId}`

type Body = Omit<MessageToSend, 'id'>

export function reminderOf(request: Request, before: Before): Body {
  const end = modeOf(request).waitsUntil(request)
  const still = stillNeeded({ needs: needsOut(request), missing: missingSigners(request) })
  return {
    isUrgent: before === 'hour',
    path: pathOf(request),
    in: inEachLanguage(WORDS, (words) => ({
      subject: `${words.a(words.of(request))} ${words.waits}`,
      text: lines(
        `${theRequest(words, request)} ${words.waits}.`,
        still && words.still(still),
        words.ends(before, end ? messageTime(end) : undefined),
        words.read,
      ),
    })),
  }
}

/** @param by The account that rejected the request */
export function noticeOf(request: Request, kind: NoticeKind, by = ''): Body {
  if (kind === 'signature_wanted') return wanted(request)
  if (kind === 'owner') return nowOwner(request)
  const { consensusTimestamp, code } = request
  const at = consensusTimestamp === null ? undefined : messageTime(isoTimeOf(consensusTimestamp))
  return {
    isUrgent: false,
    path: pathOf(request),
    in: inEachLanguage(WORDS, (words) => {
      const happened = words.happened[kind](by)
      return {
        subject: `${words.a(words.of(request))} ${happened}`,
        text: lines(
          `${theRequest(words, request)} ${happened}.`,
          kind === 'executed' && at !== undefined ? words.consensusTime(at) : undefined,
          kind === 'failed' ? words.code(code ?? 'FAILED') : undefined,
        ),
      }
    }),
  }
}

function wanted(request: Request): Body {
  const end = modeOf(request).waitsUntil(request) ?? request.expiresAt
  return {
    isUrgent: end.getTime() - request.createdAt.getTime() <= HOUR_MS,
    path: pathOf(request),
    in: inEachLanguage(WORDS, (words) => ({
      subject: words.wanted(words.of(request)),
      text: lines(
        `${theRequest(words, request)} ${words.waits}. ${words.asked(request)}`,
        words.signUntil(messageTime(end)),
        words.read,
      ),
    })),
  }
}

function nowOwner({ wallet, requester, chain }: Request): Body {
  const name = wallet ?? requester
  return {
    isUrgent: false,
    path: `/wallets/${name}`,
    in: inEachLanguage(WORDS, (words) => ({
      subject: words.owner(name),
      text: lines(`${words.owner(name)}.`, words.ownerCan(chain)),
    })),
  }
}
