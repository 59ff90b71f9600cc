/** Plugins of esbuild for these sources. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Changes sources: files that run as threads or processes are separate bundles, next to the bundle that starts them.
 */
export const changedSources: Plugin = {
  name: 'changed-sources',
  setup(build) {
    // In a bundle, the module finds `long` only after it has printed this line.
    build.onLoad({ filter: /@hiero-ledger\/proto\/lib\/index\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/console\.log\(`Patching[^`]*`\);/, ''),
    }))
    build.onLoad({ filter: /\/(packages|apps)\/.*\.ts$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8')
      return {
        contents: contents.replace(/(new URL\('\.\/[\w-]+)\.ts(', import\.meta\.url\))/g, '$1.js$2'),
        loader: 'ts',
      }
    })
  },
}

/** Marks third-party modules as free of side effects, so that unused ones are left out of the bundle. */
export const withoutSideEffects = (names: RegExp): Plugin => ({
  name: 'without-side-effects',
  setup(build) {
    build.onResolve({ filter: names }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'resolved') return undefined
      const found = await build.resolve(path, { ...options, pluginData: 'resolved' })
      return { ...found, sideEffects: false }
    })
  },
})
