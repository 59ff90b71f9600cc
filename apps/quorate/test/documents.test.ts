import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { changeableRules } from '@quorate/verify/recount'

const root = new URL('../../../', import.meta.url)
/** Installed packages, files that a build writes, and folders without documents. */
const SKIPPED = /(^|\/)(node_modules|out|data|\.git)\//
const CODE = /```[\s\S]*?```|`[^`\n]*`/g
const LINK = /\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g

test('every relative link in Markdown leads to a file, and its anchor to a heading', async () => {
  const pages = await documents()
  const broken: string[] = []
  let found = 0
  for (const [page, text] of pages)
    for (const [, path = '', anchor] of text.replace(CODE, '').matchAll(LINK)) {
      if (/^[a-z]+:/.test(path)) continue
      found++
      const target = new URL(path, new URL(page, root))
      const name = path === '' ? page : target.href.slice(root.href.length)
      if (!existsSync(new URL(name, root))) broken.push(`${page}: ${path}`)
      else if (anchor && pages.has(name) && !anchorsOf(pages.get(name) ?? '').has(anchor))
        broken.push(`${page}: ${path}#${anchor}`)
    }
  assert.deepEqual(broken, [])
  assert.ok(found > 200)
})

test('the help of the commands names every rule that they can set', async () => {
  const text = await readFile(new URL('docs/reference/cli.md', root), 'utf8')
  const named = /^The rules are (.*?)\. Lists/m.exec(text)?.[1]?.split(/, | and /)
  // A share as a fraction has the same name in the command.
  const settable = changeableRules.filter((name) => !name.endsWith('Fraction'))
  assert.deepEqual(named?.sort(), [...settable].sort())
})

test('decision records have unique numbers and fit a screen, and the index lists each with its title and date', async () => {
  const files = (await readdir(new URL('docs/decisions/', root))).filter((file) => file !== 'README.md').sort()
  const index = await readFile(new URL('docs/decisions/README.md', root), 'utf8')
  const listed = [...index.matchAll(/^\| (\d{3}) \| \[(.+)\]\((.+)\) \| (\S+) \|$/gm)].map(([, ...row]) => row).sort()
  const records = files.map(async (file) => {
    const number = file.slice(0, 3)
    const lines = (await readFile(new URL(`docs/decisions/${file}`, root), 'utf8')).trimEnd().split('\n')
    const [title = '', , date = ''] = lines
    assert.ok(title.startsWith(`# ${number}. `), `${file} begins with "${title}"`)
    assert.ok(lines.length <= 45, `${file} has ${lines.length} lines`)
    return [number, title.slice(`# ${number}. `.length), file, date]
  })
  assert.deepEqual(listed, await Promise.all(records))
  assert.equal(new Set(files.map((file) => file.slice(0, 3))).size, files.length)
})

/** The text of each Markdown file, by its path in the project. */
async function documents(): Promise<Map<string, string>> {
  const folders = ['', 'docs/', 'packages/', 'apps/', 'attack/', 'bench/', 'deploy/', 'examples/', 'load/', 'pack/']
  const lists = folders.map(async (folder) => {
    const files = await readdir(new URL(folder, root), { recursive: folder !== '' })
    return files.map((file) => `${folder}${file}`).filter((file) => file.endsWith('.md') && !SKIPPED.test(file))
  })
  const pages = (await Promise.all(lists)).flat()
  return new Map(
    await Promise.all(pages.map(async (page) => [page, await readFile(new URL(page, root), 'utf8')] as const)),
  )
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)
  const names = [...headings].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/ /g, '-'),
  )
  return new Set(
    names.flatMap((name, at) => [name, `${name}-${names.slice(0, at).filter((one) => one === name).length}`]),
  )
}
