/**
 * The client as plain JavaScript for a `<script type="module">`: `node packages/client/browser.ts <folder>` writes it,
 * with what it imports, and without a bundler. `index.js` and `keys/key-signer.js` are its entrances.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('./src/', import.meta.url))
const entrances = ['index.ts', 'keys/key-signer.ts'].map((file) => join(src, file))

/** An import or a re-export of another module, at the beginning of a line as it is in all sources that are read here. */
const IMPORT = /^((?:import|export)\s*(?:[\w*{][\w*\s,{}$]*?\bfrom\s*)?)(['"])([^'"]+)\2/gm
/** What socket.io publishes for browsers: one file, which imports nothing. */
const SOCKET_IO = join('dist', 'socket.io.esm.min.js')
const PACKAGES = `${sep}node_modules${sep}`

/** The texts of the files by their paths. @throws Error for a module that imports one of Node's. */
export async function browserFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const left = [...entrances]
  for (let module = left.pop(); module !== undefined; module = left.pop()) {
    const path = pathOf(module)
    if (files.has(path)) continue
    const { text, imported } = await readModule(module, path)
    files.set(path, text)
    left.push(...imported)
  }
  return files
}

async function readModule(module: string, path: string): Promise<{ text: string; imported: string[] }> {
  const source = await readFile(module, 'utf8')
  if (module.endsWith(SOCKET_IO)) return { text: source.replace(/^\/\/# sourceMappingURL.*$/m, ''), imported: [] }
  const imported: string[] = []
  const javascript = module.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  const text = javascript.replace(IMPORT, (_, start: string, quote: string, name: string) => {
    const target = found(name, module)
    imported.push(target)
    const address = posix.relative(posix.dirname(path), pathOf(target))
    return `${start}${quote}${address.startsWith('.') ? '' : './'}${address}${quote}`
  })
  return { text, imported }
}

function found(name: string, module: string): string {
  if (name.startsWith('.')) return resolve(dirname(module), name)
  if (name.startsWith('node:')) throw new Error(`${module} imports ${name}, which browsers do not have`)
  const { resolve: resolved } = createRequire(module)
  return name === 'socket.io-client' ? join(dirname(resolved(`${name}/package.json`)), SOCKET_IO) : resolved(name)
}

function pathOf(module: string): string {
  const at = module.lastIndexOf(PACKAGES)
  const path = at < 0 ? relative(src, module) : join('packages', module.slice(at + PACKAGES.length))
  return path.split(sep).join('/').replace(/\.ts$/, '.js')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('node packages/client/browser.ts <folder>')
  for (const [path, text] of await browserFiles()) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
