/** The notices about the votes of a DAO: a vote ends within an hour; a vote has ended, with its result. */
export const noticeKinds = ['vote_ending', 'vote_ended'] as const
export type NoticeKind = (typeof noticeKinds)[number]
