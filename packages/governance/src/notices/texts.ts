/**
 * The texts of notices about votes. They contain no user-written text, because recipients trust messages from their
 * node: DAOs and proposals are named by their ids. Each language provides only words.
 */
import { inEachLanguage, type MessageLanguage, type MessageToSend, messageTime } from '@quorate/platform'
import type { Proposal } from '../model/dao.ts'
import type { NoticeKind } from '../model/notice.ts'

type Outcome = 'passed' | 'rejected' | 'cancelled'

interface Words {
  vote(proposalId: string, dao: string, chain: string): string
  ending: { subject(dao: string): string; ends(at: string): string; read: string }
  ended: Readonly<Record<Outcome, { subject(dao: string): string; says: string }>>
  check: string
}

const WORDS: Readonly<Record<MessageLanguage, Words>> = {
  en: {
    vote: (proposalId, dao, chain) => `The vote on the proposal ${proposalId} of ${dao} (${chain})`,
    ending: {
      subject: (dao) => `A vote of ${dao} ends soon`,
      ends: (at) => `ends at ${at}, and you have not voted.`,
      read: 'Read the proposal before you vote.',
    },
    ended: {
      passed: { subject: (dao) => `A proposal of ${dao} passed`, says: 'has ended: it passed.' },
      rejected: { subject: (dao) => `A proposal of ${dao} was rejected`, says: 'has ended: it was rejected.' },
      cancelled: { subject: (dao) => `A proposal of ${dao} was cancelled`, says: 'has ended: it was cancelled.' },
    },
    check: 'You can recount the result in the console.',
  },
  de: {
    vote: (proposalId, dao, chain) => `Die Abstimmung über den Vorschlag ${proposalId} der ${dao} (${chain})`,
    ending: {
      subject: (dao) => `Eine Abstimmung der ${dao} endet bald`,
      ends: (at) => `endet am ${at}, und du hast noch nicht abgestimmt.`,
      read: 'Lies den Vorschlag, bevor du abstimmst.',
    },
    ended: {
      passed: {
        subject: (dao) => `Ein Vorschlag der ${dao} wurde angenommen`,
        says: 'ist beendet: Er wurde angenommen.',
      },
      rejected: {
        subject: (dao) => `Ein Vorschlag der ${dao} wurde abgelehnt`,
        says: 'ist beendet: Er wurde abgelehnt.',
      },
      cancelled: {
        subject: (dao) => `Ein Vorschlag der ${dao} wurde abgebrochen`,
        says: 'ist beendet: Der Vorschlag wurde abgebrochen.',
      },
    },
    check: 'Das Ergebnis kannst du in der Konsole nachzählen.',
  },
}

const outcomeOf = ({ cancelled, status }: Proposal): Outcome => {
  if (cancelled) return 'cancelled'
  return status === 'PASSED' ? 'passed' : 'rejected'
}

export function noticeOf(proposal: Proposal, kind: NoticeKind): Omit<MessageToSend, 'id'> {
  const { proposalId, dao, endAt } = proposal
  const name = `DAO ${dao.topicId ?? dao.daoId}`
  const outcome = outcomeOf(proposal)
  const textIn = ({ vote, ending, ended, check }: Words) => {
    const what = vote(proposalId, name, dao.chain)
    if (kind === 'vote_ending')
      return { subject: ending.subject(name), text: `${what} ${ending.ends(messageTime(endAt))}\n${ending.read}` }
    const { subject, says } = ended[outcome]
    return { subject: subject(name), text: `${what} ${says}${outcome === 'cancelled' ? '' : `\n${check}`}` }
  }
  return {
    isUrgent: kind === 'vote_ending',
    path: `/proposals/${proposalId}`,
    in: inEachLanguage(WORDS, textIn),
  }
}
