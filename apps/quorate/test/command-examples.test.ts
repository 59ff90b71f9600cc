import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from '../src/table/commands.ts'
import { commandsOf, dashed } from '../src/table/declare.ts'
import { program } from '../src/table/program.ts'

/** The arguments of the `quorate` call in a line of a shell, without settings before it and pipes around it. */
function argumentsIn(line: string): string[] {
  const call = /(?:^|[ |(])quorate ([^|>)]*)/.exec(line)?.[1] ?? assert.fail(`${line} does not call quorate`)
  return [...call.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((found) => found.slice(1).find(Boolean) ?? '')
}

test('Each command has examples, and each example is a valid call of its command', async () => {
  for (const { name, command } of commandsOf(table)) {
    assert.ok(command.examples?.length, `${name} has no example`)
    for (const example of command.examples) {
      const called: string[] = []
      const root = program(table, { name: 'quorate', summary: '', version: '0' }, async (group, own) => {
        const prefix = table[group as keyof typeof table]
        called.push('prefix' in prefix ? `${prefix.prefix} ${dashed(own)}` : dashed(own))
      })
      await root.parseAsync(argumentsIn(example), { from: 'user' })
      assert.deepEqual(called, [name], example)
    }
  }
})
