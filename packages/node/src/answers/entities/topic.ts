/** A topic as `GET /hcs/{topic}` returns it, read from the mirror. */
import type { MirrorJson, PublicMirror } from '@quorate/ledger'
import { type Static, Type } from 'typebox'
import { shaped } from '../fit-to-schema.ts'
import { orNull } from '../mirror.ts'
import { keyTexts } from './keys.ts'
import { ledgerIdOf } from './ledger-id.ts'

const Text = Type.String()
const Keys = Type.Array(Type.String({ description: 'DER in hex' }))

export const TopicOut = Type.Object({
  topicId: Text,
  topicMemo: Text,
  sequenceNumber: Type.String({ description: 'the sequence number of the newest message; 0 if there is none' }),
  expirationTime: orNull(
    Type.String({
      description:
        'seconds.nanoseconds: one auto-renew period after the creation, as mirrors show neither renewals nor an expiry that a change has set; null if the mirror shows no period',
    }),
  ),
  adminKey: Keys,
  submitKey: Keys,
  autoRenewAccountId: orNull(Text),
  ledgerId: Text,
})

const Key = orNull(Type.Object({ _type: Type.Optional(Text), key: Text }))
const MirrorTopic = Type.Object({
  admin_key: Key,
  submit_key: Key,
  auto_renew_account: orNull(Text),
  auto_renew_period: orNull(Type.Integer()),
  created_timestamp: orNull(Text),
  memo: orNull(Text),
  topic_id: Text,
})

export async function topicOf(chain: string, mirror: PublicMirror, id: string): Promise<Static<typeof TopicOut>> {
  const path = `/topics/${id}`
  const topic = shaped(MirrorTopic, await mirror.get(path), path)
  const { messages } = await mirror.get(`${path}/messages?limit=1&order=desc`)
  const [newest] = (messages as MirrorJson[] | undefined) ?? []
  return {
    topicId: topic.topic_id,
    topicMemo: topic.memo ?? '',
    sequenceNumber: String(newest?.sequence_number ?? 0),
    expirationTime: expiryOf(topic),
    adminKey: keyTexts(topic.admin_key),
    submitKey: keyTexts(topic.submit_key),
    autoRenewAccountId: topic.auto_renew_account,
    ledgerId: ledgerIdOf(chain),
  }
}

/** One auto-renew period after the creation. Mirrors show neither renewals nor the expiry itself. */
function expiryOf({ created_timestamp: created, auto_renew_period: period }: Static<typeof MirrorTopic>) {
  if (!created || !period) return null
  const [seconds = '0', nanos = '000000000'] = created.split('.')
  return `${Number(seconds) + period}.${nanos}`
}
