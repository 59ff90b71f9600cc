/** What esbuild is told about these sources. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** Changes sources: files that run as threads or processes of their own are bundles beside the one that names them. */
export const changedSources: Plugin = {
  name: 'changed-sources',
  setup(build) {
    // It finds `long` in the bundle only after it has said so.
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

/** Modules of others do nothing but export, so that those which the bundle does not use can be left out. */
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
