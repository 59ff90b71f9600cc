/** The pages of the documentation, which are built into the console. Each is loaded when it is opened. */

type Loaders<T> = Record<string, () => Promise<T>>

const files: Loaders<string> = {
  ...import.meta.glob<string>('../../../../../docs/**/*.md', { query: '?raw', import: 'default' }),
  ...import.meta.glob<string>(
    [
      '../../../../../{CHANGELOG,CONTRIBUTING,SECURITY}.md',
      '../../../../../{deploy,examples}/README.md',
      '../../../../../packages/{client,localnet,verify}/README.md',
    ],
    { query: '?raw', import: 'default' },
  ),
}
/** The path in the repository, such as `docs/reference/api.md`, of a file that is named from this folder. */
const pathOf = (file: string): string =>
  new URL(file, 'https://docs.invalid/packages/console/src/page/docs/').pathname.slice(1)

/** The address of a page below `/docs`: `reference/api`, and nothing for the first one. */
export const slugOf = (path: string): string =>
  path
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '')
    .replace(/\.md$/, '')

const pages = new Map(Object.entries(files).map(([file, load]) => [slugOf(pathOf(file)), { path: pathOf(file), load }]))

const pictures = new Map(
  Object.entries(
    import.meta.glob<string>('../../../../../docs/pictures/*.png', { query: '?url', import: 'default' }),
  ).map(([file, load]) => [pathOf(file), load]),
)

export const slugs = (): string[] => [...pages.keys()]

export interface DocsPage {
  slug: string
  /** The path of its file in the repository. */
  path: string
  text: string
}

/** Null if there is no such page. */
export async function docsPage(slug: string): Promise<DocsPage | null> {
  const page = pages.get(slug)
  return page ? { slug, path: page.path, text: await page.load() } : null
}

/** The path in the repository that a page's link leads to, and the link's fragment. */
export function linked(from: string, href: string): { path: string; hash: string | undefined } {
  const url = new URL(href, `https://docs.invalid/${from}`)
  return { path: decodeURI(url.pathname).slice(1), hash: url.hash === '' ? undefined : decodeURI(url.hash.slice(1)) }
}

/** The target of a link: another page, or a heading of this one. Undefined if it leads elsewhere. */
export function placeOf(from: string, href: string): { to: string; hash?: string } | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return undefined
  const { path, hash } = linked(from, href)
  const slug = slugOf(path)
  return pages.has(slug)
    ? { to: slug === '' ? '/docs' : `/docs/${slug}`, ...(hash === undefined ? {} : { hash }) }
    : undefined
}

/** Loads the address of a picture; undefined if there is none. */
export const pictureOf = (from: string, src: string): Promise<string> | undefined =>
  pictures.get(linked(from, src).path)?.()
