/** Search in the documentation: all pages are read and indexed when the reader searches for the first time. */
import MiniSearch from 'minisearch'
import { docsPage, slugs } from './pages.ts'
import { sectionsOf } from './sections.ts'

export interface Found {
  slug: string
  /** The id of the heading; empty for the beginning of a page. */
  hash: string
  page: string
  heading: string
  text: string
}

const MOST = 30

/** Ranks decision records below other pages, because readers usually want to know how to use something. */
const boostDocument = (id: unknown): number => (String(id).startsWith('decisions/') ? 0.4 : 1)

let index: Promise<MiniSearch<Found>> | undefined

export async function search(wanted: string): Promise<Found[]> {
  index ??= made()
  return (await index).search(wanted).slice(0, MOST) as unknown as Found[]
}

async function made(): Promise<MiniSearch<Found>> {
  const all = new MiniSearch<Found>({
    idField: 'id',
    fields: ['page', 'heading', 'text'],
    storeFields: ['slug', 'hash', 'page', 'heading', 'text'],
    searchOptions: { boost: { page: 4, heading: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND', boostDocument },
  })
  for (const slug of slugs()) {
    const page = await docsPage(slug)
    const sections = page ? sectionsOf(page.text) : []
    all.addAll(
      sections.map(({ title, heading, hash, text }) => ({
        ...{ id: `${slug}#${hash}`, slug, hash, page: title, heading },
        text,
      })),
    )
  }
  return all
}
