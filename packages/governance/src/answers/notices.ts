import { namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import { noticeKinds } from '../model/notice.ts'

export const DaoNotices = namedSchema(
  'DaoNotices',
  Type.Object({
    daoId: Type.String(),
    notices: Type.Array(Type.Enum([...noticeKinds]), { description: 'what the node tells me about its votes' }),
  }),
)
