/** Where a recount gets what is not on the topic itself: the texts that the topic has the hashes of. Nothing of it is believed. */
import { unavailable } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'

export interface LeafSource {
  /** The DAO's topic, as the service says; the recount shows it. */
  topicOf(proposalId: string): Promise<{ chain: string; topicId: string }>
  /** Ids of those who could vote, in lists of some. */
  electorate(proposalId: string): AsyncIterable<string[]>
  /** The votes of a batch: one canonical JSON text per line. */
  leaves(proposalId: string, batch: { number: number; identifier: string }): Promise<string>
}

const Audit = Type.Object({ chain: Type.String(), topicId: Type.String() })

/** From a governance service over HTTP; leaves from content storage where that is given and has them. */
export function httpSource(governanceUrl: string, storageUrl?: string): LeafSource {
  const audit = (proposalId: string) => `${base(governanceUrl)}/votes/proposal/${encodeURIComponent(proposalId)}/audit`
  return {
    async topicOf(proposalId) {
      const url = `${audit(proposalId)}?limit=1`
      const answer: unknown = await (await asked(url)).json()
      if (Check(Audit, answer)) return answer
      throw unavailable('NOT_ON_TOPIC', `${url} names no topic: nothing of the proposal is anchored yet`)
    },
    async *electorate(proposalId) {
      const { body } = await asked(`${audit(proposalId)}/electorate`)
      if (body) yield* linesIn(body)
    },
    async leaves(proposalId, { number, identifier }) {
      const served = async () => (await asked(`${audit(proposalId)}/batches/${number}`)).text()
      if (!storageUrl) return served()
      const stored = asked(`${base(storageUrl)}/ipfs/${identifier}`).then((answer) => answer.text())
      return stored.catch(served)
    },
  }
}

const base = (url: string): string => url.replace(/\/+$/, '')

async function asked(url: string): Promise<Response> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw unavailable('NOT_REACHED', `Nothing answers at ${url}`, 5, cause)
  })
  if (response.ok) return response
  throw unavailable('NOT_REACHED', `${url} answered ${response.status} ${(await response.text()).slice(0, 200)}`)
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  if (rest !== '') yield [rest]
}
