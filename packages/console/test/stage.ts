/** The setup of a browser test: its own platform and browser. */
import { rm } from 'node:fs/promises'
import { testDataDirectory } from '@quorate/platform/testing'
import { freePorts, type PlatformProcess, startProcess } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'

export interface Stage {
  platform: PlatformProcess
  browser: Browser
  close(): Promise<void>
}

/** @param env Settings of the platform. They may name files in the folder, which is removed at the end */
export async function openStage(
  env: (folder: string) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
): Promise<Stage> {
  await using opened = new AsyncDisposableStack()
  const folder = await testDataDirectory()
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const settings = { ...(await freePorts()), DATA_DIR: folder, ...(await env(folder)) }
  const platform = await startProcess(settings)
  opened.defer(async () => void (await platform.stop()))
  const browser = await openBrowser()
  opened.defer(() => browser.close())
  const all = opened.move()
  return { platform, browser, close: () => all.disposeAsync() }
}
