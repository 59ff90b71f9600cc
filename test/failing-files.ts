/**
 * A test reporter that prints the path of each file with a failed test, one on a line. If a whole process fails, it
 * prints the module that the process ran.
 */
import type { TestEvent } from 'node:test/reporters'

export default async function* failingFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file || told.has(data.file)) continue
    told.add(data.file)
    yield `${data.file}\n`
  }
}
