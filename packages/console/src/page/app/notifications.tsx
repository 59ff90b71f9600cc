/**
 * Shows notifications of the browser while the page is open but not in front. They contain no text by users: strangers
 * can name an account as an owner or member. They are about what the account has signed or asked for before.
 */
import type { GovernanceEvents, MultisigEvents } from '@quorate/client'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { useSockets } from '../api/live.tsx'
import { isNotifying } from '../api/notifying.ts'
import type { Texts } from '../texts/en.ts'
import { useTexts } from '../texts/language.tsx'

interface Shown {
  title: string
  path: string
}
type Words = Texts['notifications']

export function Notifications({ account }: { account: string }) {
  const { notifications: words } = useTexts()
  const { multisig, governance } = useSockets()
  const navigate = useNavigate()
  useEffect(() => {
    const show = async (told: Promise<Shown | undefined>): Promise<void> => {
      const shown = await told.catch(() => undefined)
      if (!shown || !isNotifying() || document.hasFocus()) return
      // With the same tag, several tabs show it once.
      const notification = new Notification(shown.title, { tag: `${shown.path} ${shown.title}`, icon: '/icon.svg' })
      notification.onclick = () => {
        window.focus()
        notification.close()
        void navigate({ to: shown.path })
      }
    }
    const ends = [
      multisig?.onAny(({ event, data }) => void show(ofRequest({ event, data }, account, words))),
      governance?.onAny(({ event, data }) => void show(ofVote({ event, data }, words))),
    ]
    return () => {
      for (const end of ends) end?.()
    }
  }, [multisig, governance, account, words, navigate])
  return null
}

type Event<Events> = { event: keyof Events; data: Events[keyof Events] }

async function ofRequest(
  { event, data }: Event<MultisigEvents>,
  account: string,
  words: Words,
): Promise<Shown | undefined> {
  const { jobId, senderId, requesterId } = data as { jobId?: string; senderId?: string; requesterId?: string }
  if (!jobId) return undefined
  const path = `/requests/${jobId}`
  if (event === 'transaction_reminder') return { title: words.ending, path }
  if (event === 'transaction_pending')
    return requesterId !== account && (await isForMe(jobId)) ? { title: words.wanted, path } : undefined
  const title = words.happened[event as keyof Words['happened']]
  if (title === undefined || senderId === account || !(await isMine(jobId, account))) return undefined
  return { title, path }
}

/** Whether a request waits in the inbox, of a wallet where the account has signed or asked for something. */
async function isForMe(jobId: string): Promise<boolean> {
  const waiting = await api.multisig.get('/multisig/inbox', { query: { standing: 'known' } })
  return waiting.some((entry) => entry.jobId === jobId && entry.waitsFor === 'signature')
}

/** Whether the account has asked for a request or signed it. */
async function isMine(jobId: string, account: string): Promise<boolean> {
  const { requesterId, signatures } = await api.multisig.get('/multisig/transaction/status/{jobId}', {
    path: { jobId },
  })
  return requesterId === account || signatures.some((one) => one.senderId === account)
}

async function ofVote({ event, data }: Event<GovernanceEvents>, words: Words): Promise<Shown | undefined> {
  if (event !== 'proposal_status_changed') return undefined
  const { proposalId, daoId, status } = data as GovernanceEvents['proposal_status_changed']
  if (status !== 'PASSED' && status !== 'REJECTED') return undefined
  const { notices } = await api.governance.get('/daos/{daoId}/notices', { path: { daoId } })
  return notices.includes('vote_ended')
    ? { title: words.voteEnded[status], path: `/proposals/${proposalId}` }
    : undefined
}
