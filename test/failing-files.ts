/**
 * Test reporter: the path of each file in which a test failed, one a line. Where a whole process fails, it is the
 * module that the process ran.
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
