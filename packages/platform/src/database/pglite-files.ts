import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type Options = Parameters<Init>[1]

/** The function of Emscripten's NODEFS that sets a file's attributes; `chmod` is Node's own. */
interface Nodefs {
  doSetAttr(file: unknown, node: unknown, attributes: unknown, chmod: Chmod, ...rest: unknown[]): unknown
}
type Chmod = (file: string, mode: number) => void

/**
 * A database folder with files that only their owner can use. PGlite itself gives each file the mode 0666 after
 * creating it, even if the umask is stricter.
 */
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
