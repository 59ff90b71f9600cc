/**
 * Proves that every regular expression of the sources takes time linear in its input, since most of them meet text
 * from outside. Looks at literals, `RegExp(...)`, and the `pattern` and `patternProperties` of schemas; texts that are
 * put together from constants are followed to them. Prints each expression that is not proven linear, and fails.
 */
import { relative } from 'node:path'
import { type Identifier, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, SymbolFlags } from 'typescript/unstable/sync'
import { ENTITY_ID_PATTERN } from '../packages/verify/src/values/ids/entity-ids.ts'
import { importCiTool } from './ci-tools.ts'

interface Expression {
  source: string
  flags: string
  /** `file:line` */
  place: string
}

/** The part of recheck that we use: https://makenowjust-labs.github.io/recheck/docs/usage/as-javascript-library/ */
interface Recheck {
  check(
    source: string,
    flags: string,
    parameters: { checker: 'automaton'; timeout: number },
  ): Promise<
    | { status: 'safe' }
    | { status: 'unknown'; error: { kind: string } }
    | { status: 'vulnerable'; complexity: { summary: string }; attack: { pattern: string } }
  >
}

const { check } = await importCiTool<Recheck>('recheck')

/** Expressions whose input is never from outside: `place` without the line, the expression, and why it may stay. */
const EXCEPTIONS: { file: string; source: string; reason: string }[] = []

/** Files that compute their expressions. The expressions that they have at run time are checked. */
const ENTITY_ID = ENTITY_ID_PATTERN.slice(1, -1)
const COMPUTED = new Map([
  ['packages/verify/src/values/ids/entity-ids.ts', ENTITY_ID_PATTERN],
  ['packages/verify/src/values/ids/entity-id-schema.ts', ENTITY_ID_PATTERN],
  ['packages/platform/src/values/ids.ts', ENTITY_ID_PATTERN],
  ['packages/node/src/validators/configuration.ts', `^(owner|anyone|nobody|dao:${ENTITY_ID})$`],
  ['packages/node/src/sessions/login/login-form.ts', `^(hedera:[-_a-zA-Z0-9]{1,32}:)?${ENTITY_ID}(-[a-z]{5})?$`],
])

const root = process.cwd()
/** The page of the console has a separate project, because it runs in browsers. */
const PROJECTS = ['tsconfig.json', 'packages/console/src/page/tsconfig.json']
const say = (line: string): unknown => process.stdout.write(`${line}\n`)
const isSource = (file: string): boolean => /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(relative(root, file))

/** All expressions of the sources, and the places of those that cannot be read because they are not constant. */
function readExpressions(): { files: number; found: Expression[]; unreadable: string[] } {
  const api = new API({ cwd: root })
  try {
    const snapshot = api.updateSnapshot({ openProjects: PROJECTS.map((path) => `${root}/${path}`) })
    const projects = snapshot.getProjects()
    if (projects.length !== PROJECTS.length)
      throw new Error(`${projects.length} of ${PROJECTS.length} projects are open`)
    const read = new Set<string>()
    const all = projects.flatMap(({ program, checker }) =>
      program
        .getSourceFileNames()
        .filter((name) => isSource(name) && !read.has(name))
        .map((name) => {
          const file = program.getSourceFile(name)
          if (!file) throw new Error(`${name} can't be read`)
          read.add(name)
          return expressionsIn(file, relative(root, name), checker)
        }),
    )
    return {
      files: read.size,
      found: all.flatMap(({ found }) => found),
      unreadable: all.flatMap(({ unreadable }) => unreadable),
    }
  } finally {
    api.close()
  }
}

function expressionsIn(file: SourceFile, name: string, checker: Checker) {
  const found: Expression[] = []
  const unreadable: string[] = []
  const placeOf = (node: Node) => `${name}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`

  const add = (node: Node, code: Node | undefined, flags: string[] = ['']) => {
    const computed = COMPUTED.get(name)
    const sources = computed === undefined ? code && textsOf(code, checker) : [computed]
    if (!sources) unreadable.push(placeOf(node))
    for (const source of sources ?? [])
      for (const flag of flags) found.push({ source, flags: flag, place: placeOf(node) })
  }
  const visit = (node: Node): void => {
    if (is.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place: placeOf(node) })
    } else if ((is.isNewExpression(node) || is.isCallExpression(node)) && isNamed(node.expression, 'RegExp')) {
      const [source, flags] = node.arguments ?? []
      if (!source || !is.isRegularExpressionLiteral(source)) add(node, source, flags && textsOf(flags, checker))
    } else if (is.isPropertyAssignment(node) && is.isObjectLiteralExpression(node.parent)) {
      // A function with this name handles the keyword `pattern`. It is not a pattern.
      if (isNamed(node.name, 'pattern') && !is.isArrowFunction(node.initializer)) add(node, node.initializer, ['', 'u'])
      if (isNamed(node.name, 'patternProperties') && is.isObjectLiteralExpression(node.initializer))
        for (const property of node.initializer.properties) {
          const key = is.isPropertyAssignment(property) ? property.name : undefined
          add(node, key && is.isComputedPropertyName(key) ? key.expression : key, ['', 'u'])
        }
    }
    node.forEachChild(visit)
  }
  visit(file)
  return { found, unreadable }
}

const isNamed = (node: Node, name: string): node is Identifier => is.isIdentifier(node) && node.text === name

/** The possible texts of an expression that is built from constants. Returns undefined for others. */
function textsOf(code: Node, checker: Checker): string[] | undefined {
  if (is.isStringLiteral(code) || is.isNoSubstitutionTemplateLiteral(code)) return [code.text]
  if (is.isParenthesizedExpression(code) || is.isAsExpression(code) || is.isSatisfiesExpression(code))
    return textsOf(code.expression, checker)
  if (is.isConditionalExpression(code)) return eachOf([code.whenTrue, code.whenFalse], checker)
  if (is.isBinaryExpression(code) && code.operatorToken.kind === SyntaxKind.PlusToken)
    return joined([textsOf(code.left, checker), textsOf(code.right, checker)])
  if (is.isTemplateExpression(code))
    return joined([
      [code.head.text],
      ...code.templateSpans.flatMap(({ expression, literal }) => [textsOf(expression, checker), [literal.text]]),
    ])
  if (is.isPropertyAccessExpression(code) && isNamed(code.name, 'source')) return sourcesOf(code.expression, checker)
  if (is.isIdentifier(code)) return constantOf(code, checker)
  return undefined
}

/** `EXPRESSION.source` */
function sourcesOf(code: Node, checker: Checker): string[] | undefined {
  const value = is.isIdentifier(code) ? initializerOf(code, checker) : code
  return value && is.isRegularExpressionLiteral(value) ? [value.text.slice(1, value.text.lastIndexOf('/'))] : undefined
}

function eachOf(codes: readonly Node[], checker: Checker): string[] | undefined {
  const texts = codes.map((code) => textsOf(code, checker))
  return texts.every((text) => text !== undefined) ? texts.flat() : undefined
}

const joined = (parts: (string[] | undefined)[]): string[] | undefined =>
  parts.reduce<string[] | undefined>(
    (heads, tails) => heads && tails && heads.flatMap((head) => tails.map((tail) => head + tail)),
    [''],
  )

function declarationOf(name: Identifier, checker: Checker): Node | undefined {
  const symbol = checker.getSymbolAtLocation(name)
  if (!symbol) return undefined
  const [handle] = (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).declarations
  return handle?.resolve()
}

function initializerOf(name: Identifier, checker: Checker): Node | undefined {
  const declaration = declarationOf(name, checker)
  return declaration && is.isVariableDeclaration(declaration) ? declaration.initializer : undefined
}

/** The possible texts of a constant. For a parameter, these are the arguments of all calls in the same file. */
function constantOf(name: Identifier, checker: Checker): string[] | undefined {
  const declaration = declarationOf(name, checker)
  if (!declaration) return undefined
  if (is.isVariableDeclaration(declaration)) return declaration.initializer && textsOf(declaration.initializer, checker)
  if (!is.isParameterDeclaration(declaration)) return undefined
  const made = declaration.parent
  if (!is.isFunctionDeclaration(made) && !is.isArrowFunction(made)) return undefined
  const index = made.parameters.indexOf(declaration)
  const holder = is.isFunctionDeclaration(made) ? made : made.parent
  if (!is.isFunctionDeclaration(holder) && !is.isVariableDeclaration(holder)) return undefined
  const called = holder.name
  if (!called || !is.isIdentifier(called)) return undefined
  const given: Node[] = []
  const visit = (node: Node): void => {
    const argument = is.isCallExpression(node) && isNamed(node.expression, called.text) && node.arguments[index]
    if (argument) given.push(argument)
    node.forEachChild(visit)
  }
  visit(declaration.getSourceFile())
  return given.length ? eachOf(given, checker) : undefined
}

/** Returns the fault of an expression, or undefined if it is proven linear. */
async function faultOf({ source, flags }: Expression): Promise<string | undefined> {
  const diagnostics = await check(source, flags, { checker: 'automaton', timeout: 20_000 })
  if (diagnostics.status === 'unknown') return `not proven: ${diagnostics.error.kind}`
  if (diagnostics.status === 'safe') return undefined
  return `${diagnostics.complexity.summary}, as on ${diagnostics.attack.pattern}`
}

const { files, found, unreadable } = readExpressions()
const distinct = new Map(found.map((one) => [`/${one.source}/${one.flags}`, one]))
const faults = new Map<string, string>()
const waiting = [...distinct]
await Promise.all(
  Array.from({ length: 2 }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fault = await faultOf(next[1])
      if (fault) faults.set(next[0], fault)
    }
  }),
)
let failed = 0
const fail = (line: string): void => {
  failed++
  say(line)
}
for (const place of unreadable) fail(`${place}: this regular expression is not made of constants, so nothing proves it`)
for (const { source, flags, place } of found) {
  const fault = faults.get(`/${source}/${flags}`)
  const isExcepted = EXCEPTIONS.some((one) => place.startsWith(`${one.file}:`) && one.source === source)
  if (fault && !isExcepted) fail(`${place}: /${source}/${flags} is ${fault}`)
}
for (const { file, source } of EXCEPTIONS)
  if (!found.some((one) => one.place.startsWith(`${file}:`) && one.source === source))
    fail(`${file}: /${source}/ is excepted, but is not there any more`)
say(
  `${distinct.size} regular expressions in ${files} files: ${failed ? `${failed} to mend` : 'each takes linear time'}`,
)
process.exitCode = failed ? 1 : 0
