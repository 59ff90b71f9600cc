/** Cuts a page of the documentation into its sections. */
import { idOf } from '../parts/heading-id.ts'

export interface DocsSection {
  /** The title of the page. */
  title: string
  heading: string
  /** The id of the heading; empty for the beginning of the page. */
  hash: string
  text: string
}

export function sectionsOf(markdown: string): DocsSection[] {
  const given = new Map<string, number>()
  const sections: DocsSection[] = [{ title: '', heading: '', hash: '', text: '' }]
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [marks = ''] = (isCode ? null : /^#{1,6}(?= )/.exec(line)) ?? []
    const heading = marks === '' ? '' : line.slice(marks.length).trim()
    const last = sections.at(-1)
    if (heading === '') {
      if (last) last.text += `${line}\n`
      continue
    }
    const plain = withoutLinks(heading).replaceAll(/[`*[]/g, '')
    const id = idOf(plain, given)
    if (marks === '#' && last && sections.length === 1) last.title = plain
    else sections.push({ title: '', heading: plain, hash: id, text: '' })
  }
  const title = sections[0]?.title ?? ''
  return sections.map((section) => ({ ...section, title }))
}

/** Removes the address of each link, and keeps its text. */
export const withoutLinks = (markdown: string): string =>
  markdown
    .split('](')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(')') + 1)))
    .join('')

/** The title of a page. */
export const titleOf = (markdown: string): string => sectionsOf(markdown)[0]?.title ?? ''
