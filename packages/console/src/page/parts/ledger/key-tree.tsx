/** Draws a ledger key as nested lists. In a request, also shows the signatures. */
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { CheckIcon, WarningIcon } from '../layout/icons.tsx'
import { Account, Copy } from '../values.tsx'
import type { KeyNode } from './key-tree.ts'

const TYPES: Readonly<Record<string, string>> = { ed25519: 'Ed25519', secp256k1: 'ECDSA secp256k1' }

interface Drawn {
  /** The owners' names of the accounts. */
  names?: ReadonlyMap<string, string> | undefined
  /** Whether to show who has signed. */
  signing?: boolean
}

export function KeyTree({ tree, label, ...drawn }: Drawn & { tree: KeyNode; label: string }) {
  return (
    <section aria-label={label} className="key-tree" data-testid="key-tree">
      <Node node={tree} {...drawn} />
    </section>
  )
}

/** Draws only the parts, for places that already show the rule. */
export function KeyParts({ node, ...drawn }: Drawn & { node: KeyNode }) {
  const { keys } = useTexts()
  if (node.parts.length === 0 && node.omitted === 0) return null
  return (
    <ul>
      {node.parts.map((part) => (
        <li key={part.path}>
          <Node node={part} {...drawn} />
        </li>
      ))}
      {node.omitted > 0 ? (
        <li>
          <Text size="sm" fw={600}>
            {keys.omitted(node.omitted)}
          </Text>
        </li>
      ) : null}
    </ul>
  )
}

function Node({ node, ...drawn }: Drawn & { node: KeyNode }) {
  const { keys } = useTexts()
  const { type, hex, needed, of, owner, isSigned, signed, isRepeated } = node
  const rule =
    type === 'contract'
      ? keys.contract
      : of === 0
        ? keys.nobody
        : type === 'list'
          ? keys.all(of)
          : needed === of
            ? keys.all(of)
            : keys.some(needed, of)
  return (
    <>
      <Stack gap={2}>
        {owner === undefined ? null : (
          <div>
            <Account id={owner} name={drawn.names?.get(owner)} />
          </div>
        )}
        {hex === undefined ? (
          <Group gap="xs">
            <Text span fw={600}>
              {rule}
            </Text>
            {drawn.signing && of > 0 ? (
              <Text span size="sm" c={isSigned ? 'var(--mantine-color-green-text)' : 'dimmed'}>
                {keys.signedOf(signed, needed)}
              </Text>
            ) : null}
          </Group>
        ) : (
          <div>
            <Badge variant="default" radius="sm" tt="none" size="md">
              {TYPES[type]}
            </Badge>{' '}
            <Copy value={hex} label={keys.copy} />
            <div className="mono">{hex}</div>
          </div>
        )}
        {drawn.signing && hex !== undefined ? (
          <Text size="sm" component="div" c={isSigned ? 'var(--mantine-color-green-text)' : 'dimmed'}>
            {isSigned ? (
              <>
                <CheckIcon /> {keys.hasSigned}
              </>
            ) : (
              keys.hasNotSigned
            )}
          </Text>
        ) : null}
        {isRepeated ? (
          <Text size="sm" component="div" c="var(--mantine-color-orange-light-color)">
            <WarningIcon /> {keys.repeated}
          </Text>
        ) : null}
      </Stack>
      <KeyParts node={node} {...drawn} />
    </>
  )
}
