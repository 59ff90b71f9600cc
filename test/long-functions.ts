import { join, relative } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'

export interface FoundFunction {
  file: string
  /** Its own name, or that of the constant or property that holds it. */
  name: string
  lines: number
}

/** The functions of more than `maxLines` lines in the files below `root` that match `include`. */
export function longFunctions(root: string, include: readonly string[], maxLines: number): FoundFunction[] {
  // A project of its own, without the types of packages: only the syntax is read.
  const project = join(root, 'long-functions.json')
  const compilerOptions = { noResolve: true, noLib: true, types: [], jsx: 'preserve' }
  const text = JSON.stringify({ compilerOptions, include })
  const api = new API({ cwd: root, fs: { readFile: (name) => (name === project ? text : undefined) } })
  try {
    const [opened] = api.updateSnapshot({ openProjects: [project] }).getProjects()
    const names = opened?.program.getSourceFileNames() ?? []
    if (names.length === 0) throw new Error(`No file below ${root} matches ${include.join(' ')}`)
    return names.flatMap((name) => {
      const source = opened?.program.getSourceFile(name)
      return source ? functionsIn(source, relative(root, name)).filter(({ lines }) => lines > maxLines) : []
    })
  } finally {
    api.close()
  }
}

function functionsIn(source: SourceFile, file: string): FoundFunction[] {
  const found: FoundFunction[] = []
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line
  const visit = (node: Node): void => {
    if (is.isFunctionLikeDeclaration(node))
      found.push({ file, name: nameOf(node), lines: lineOf(node.end) - lineOf(node.getStart(source)) + 1 })
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function nameOf(node: Node): string {
  const names = [node, node.parent].map((one) => (one as { name?: Node }).name)
  const name = names.find((one) => one && is.isIdentifier(one))
  return name && is.isIdentifier(name) ? name.text : 'a function without a name'
}
