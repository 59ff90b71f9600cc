/** The fields of a message: the byte range, name, value and findings of each. */
import { Text } from '@mantine/core'
import type { Line } from '@quorate/verify'

export function FieldLines({ lines }: { lines: readonly Line[] }) {
  return (
    <div style={{ overflowX: 'auto' }}>
      <table className="fields">
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.start} ${line.depth} ${line.name}`}>
              <td className="mono">
                {line.start}-{line.end}
              </td>
              <td style={{ paddingInlineStart: `${line.depth}rem` }}>
                <span className="mono">{line.name}</span> {line.text}
                {line.findings.map((finding) => (
                  <Text key={finding} size="xs" c="var(--mantine-color-error)">
                    {finding}
                  </Text>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
