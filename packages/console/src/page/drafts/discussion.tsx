/** The comments of members about a draft or a proposal. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Dao, type DiscussionComment } from '../api/client.ts'
import { commentsQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { AttachContent } from '../content/attach-content.tsx'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { type Draft, useDraftState } from '../parts/inputs/draft.ts'
import { Drafted } from '../parts/inputs/drafted.tsx'
import { sendOnce } from '../parts/inputs/send-once.ts'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { AccountLink, Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { mayBeMember } from '../votes/voting/membership.ts'

/** The maximum number of parts of a comment that are shown as Markdown. */
const MAX_PARTS = 1_000
const MAX_LENGTH = 5_000
/** The level of headings in a comment. */
const LEVEL = 4

/** @param props.isOpen Whether members may still comment */
export function Discussion({ id, dao, isOpen }: { id: string; dao: Dao; isOpen: boolean }) {
  const { discussion: texts } = useTexts()
  const me = useMe()
  const list = useInfiniteQuery(commentsQuery(id))
  const maySpeak = isOpen && me !== '' && mayBeMember(dao, me)
  const called = useCalled()(me, undefined)
  return (
    <section data-testid="discussion">
      <h2 className="talk-h">{texts.title}</h2>
      <p className="note">{texts.lead}</p>
      <Loaded query={list} rows={1}>
        {({ entries }) => (
          <>
            {list.hasNextPage ? (
              <Button
                variant="default"
                mt="sm"
                onClick={() => void list.fetchNextPage()}
                loading={list.isFetchingNextPage}
              >
                {texts.earlier}
              </Button>
            ) : null}
            {entries.length === 0 && !maySpeak ? (
              <Text c="dimmed" mt="sm">
                {texts.none}
              </Text>
            ) : null}
            <ol className="talk" style={{ marginTop: 14 }}>
              {entries.toReversed().map((comment) => (
                <Said key={comment.commentId} comment={comment} dao={dao} />
              ))}
              {maySpeak ? (
                <li>
                  <AccountFace id={me} name={called} size={32} />
                  <Drafted form={`comment ${id}`}>{(draft) => <CommentForm id={id} draft={draft} />}</Drafted>
                </li>
              ) : null}
            </ol>
          </>
        )}
      </Loaded>
      {isOpen ? null : <p className="note">{texts.closed}</p>}
    </section>
  )
}

function Said({ comment, dao }: { comment: DiscussionComment; dao: Dao }) {
  const { commentId, authorAddress, text, hidden, writtenAt, editedAt } = comment
  const { discussion: texts } = useTexts()
  const me = useMe()
  const called = useCalled()(authorAddress, undefined)
  const [isEdited, setEdited] = useState(false)
  return (
    <li data-testid={`comment-${commentId}`}>
      <AccountFace id={authorAddress} name={called} size={32} />
      <div style={{ minWidth: 0 }}>
        <div className="by">
          {called === undefined || called === authorAddress ? null : (
            <>
              <b>
                <bdi>{called}</bdi>
              </b>{' '}
            </>
          )}
          <AccountLink id={authorAddress} /> · <Time at={writtenAt} />
          {editedAt === null ? null : ` · ${texts.edited}`}
        </div>
        {isEdited ? (
          <EditForm comment={comment} onClose={() => setEdited(false)} />
        ) : hidden ? (
          <Text c="dimmed" fs="italic" mt={6}>
            {texts.hidden}
          </Text>
        ) : (
          <div className="said said-rich">
            <Markdown text={text} hasBreaks maxParts={MAX_PARTS} level={LEVEL} />
          </div>
        )}
        {isEdited ? null : (
          <Acts
            comment={comment}
            isMine={authorAddress === me}
            isOwner={dao.ownerAddress === me}
            onEdit={() => setEdited(true)}
          />
        )}
      </div>
    </li>
  )
}

interface ActsProps {
  comment: DiscussionComment
  isMine: boolean
  /** Whether the user owns the DAO. */
  isOwner: boolean
  onEdit: () => void
}

function Acts({ comment, isMine, isOwner, onEdit }: ActsProps) {
  const { commentId, discussionId, hidden } = comment
  const { app, discussion: texts } = useTexts()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const path = { discussionId, commentId }
  const onSettled = () => queries.invalidateQueries({ queryKey: ['discussion', discussionId] })
  const deleting = useMutation({
    mutationFn: () => api.governance.delete('/discussions/{discussionId}/comments/{commentId}', { path }),
    onSettled,
  })
  const hiding = useMutation({
    mutationFn: () =>
      api.governance.put('/discussions/{discussionId}/comments/{commentId}/hidden', {
        path,
        body: { hidden: !hidden },
      }),
    onSettled,
  })
  if (!isMine && !isOwner) return null
  const error = deleting.error ?? hiding.error
  const act = (label: string, onClick: () => void, isBusy = false) => (
    <Button variant="subtle" size="compact-sm" mih={44} onClick={onClick} loading={isBusy}>
      {label}
    </Button>
  )
  return (
    <>
      <Group gap={4}>
        {isMine && isAsked ? (
          <>
            {act(texts.deleteNow, () => deleting.mutate(), deleting.isPending)}
            {act(app.cancel, () => setAsked(false))}
          </>
        ) : null}
        {isMine && !isAsked ? (
          <>
            {hidden ? null : act(texts.edit, onEdit)}
            {act(texts.delete, () => setAsked(true))}
          </>
        ) : null}
        {isOwner ? act(hidden ? texts.show : texts.hide, () => hiding.mutate(), hiding.isPending) : null}
      </Group>
      {error ? <Failed error={error} /> : null}
    </>
  )
}

function EditForm({ comment, onClose }: { comment: DiscussionComment; onClose: () => void }) {
  const { app, discussion: texts } = useTexts()
  const { commentId, discussionId } = comment
  const queries = useQueryClient()
  const [text, setText] = useState(comment.text)
  const saving = useMutation({
    mutationFn: () =>
      api.governance.patch('/discussions/{discussionId}/comments/{commentId}', {
        path: { discussionId, commentId },
        body: { text },
      }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['discussion', discussionId] }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') saving.mutate()
      }}
    >
      <Stack gap="xs">
        <TextField label={texts.editLabel} value={text} onChange={setText} />
        <Group>
          <Button type="submit" loading={saving.isPending}>
            {texts.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {app.cancel}
          </Button>
        </Group>
        {saving.error ? <Failed error={saving.error} /> : null}
      </Stack>
    </form>
  )
}

function TextField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props
  const { propose } = useTexts()
  return (
    <Stack gap={4}>
      <Textarea
        label={label}
        description={propose.descriptionHint}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={MAX_LENGTH}
        autosize
        minRows={2}
      />
      <AttachContent onChosen={(link) => onChange([value, link].filter(Boolean).join('\n\n'))} />
    </Stack>
  )
}

function CommentForm({ id, draft }: { id: string; draft: Draft }) {
  const { discussion: texts } = useTexts()
  const queries = useQueryClient()
  const [text, setText] = useDraftState(draft, 'text', '')
  const path = { discussionId: id }
  const sending = useMutation({
    mutationFn: () =>
      sendOnce(draft)({ text }, (idempotencyKey) =>
        api.governance.post('/discussions/{discussionId}/comments', { path, body: { text }, idempotencyKey }),
      ),
    onSuccess() {
      draft.clear()
      setText('')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['discussion', id] }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') sending.mutate()
      }}
    >
      <Stack gap="xs">
        <TextField label={texts.comment} value={text} onChange={setText} />
        <Button type="submit" variant="default" loading={sending.isPending} style={{ alignSelf: 'flex-start' }}>
          {texts.send}
        </Button>
        {sending.error ? <Failed error={sending.error} /> : null}
      </Stack>
    </form>
  )
}
