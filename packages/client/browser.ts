/**
 * Writes the client as plain JavaScript for a `<script type="module">`, with everything it imports: `node
 * packages/client/browser.ts <folder>`. The entry points are `index.js` and `keys.js`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Returns the text of each file by its path. @throws Error if the client imports one of Node's modules */
export async function browserFiles(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: { index: 'src/index.ts', keys: 'src/keys/key-signer.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'inline',
    outdir: 'browser',
    write: false,
    logLevel: 'silent',
  })
  const pathOf = (path: string): string => relative(join(here, 'browser'), path).split(sep).join('/')
  return new Map(outputFiles.map(({ path, text }) => [pathOf(path), text]))
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('node packages/client/browser.ts <folder>')
  for (const [path, text] of await browserFiles()) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
