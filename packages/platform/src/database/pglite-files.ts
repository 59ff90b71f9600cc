import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type Options = Parameters<Init>[1]

/** What Emscripten's NODEFS does with an attribute; `chmod` is Node's own. */
interface Nodefs {
  doSetAttr(file: unknown, node: unknown, attributes: unknown, chmod: Chmod, ...rest: unknown[]): unknown
}
type Chmod = (file: string, mode: number) => void

/** The folder of a database whose files are its owner's alone: PGlite gives each the mode 0666 after making it, whatever the umask. */
export class PrivateFiles extends NodeFS {
  override async init(pg: PGlite, options: Options): ReturnType<Init> {
    const { emscriptenOpts, ...rest } = await super.init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => keepPrivate(module as { NODEFS: Nodefs })]
    return { ...rest, emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function keepPrivate({ NODEFS }: { NODEFS: Nodefs }): void {
  const setAttributes = NODEFS.doSetAttr.bind(NODEFS)
  NODEFS.doSetAttr = (file, node, attributes, chmod, ...rest) =>
    setAttributes(file, node, attributes, (path, mode) => chmod(path, mode & 0o700), ...rest)
}
