/** The help page: keyboard shortcuts and the meaning of the page's symbols. */
import { Group, Kbd, Stack, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Dialog } from '../parts/layout/dialog.tsx'
import { BookIcon, ShieldIcon, WarningIcon } from '../parts/layout/icons.tsx'
import { useTexts } from '../texts/language.tsx'
import { PALETTE_KEYS } from './keys.ts'

export function HelpDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { help, docs } = useTexts()
  const keys: [ReactNode, string][] = [
    [<Keys key="help" names={['?']} />, help.page],
    [<Keys key="palette" names={PALETTE_KEYS} />, help.palette],
    [<Keys key="tab" names={['Tab', '⇧ Tab']} />, help.move],
    [<Keys key="enter" names={['Enter']} />, help.press],
    [<Keys key="space" names={[help.space]} />, help.check],
    [<Keys key="arrows" names={['←', '→', '↑', '↓']} />, help.choose],
    [<Keys key="escape" names={['Esc']} />, help.leave],
  ]
  return (
    <Dialog opened={opened} onClose={onClose} title={help.title} size="lg" transitionProps={{ duration: 0 }}>
      <Stack>
        <Title order={3} size="md">
          {help.docs}
        </Title>
        <Group gap="md">
          {(['guides/console', 'tutorials/first-wallet', 'tutorials/first-vote', 'reference/glossary'] as const).map(
            (slug) => (
              <Link key={slug} to="/docs/$" params={{ _splat: slug }} onClick={onClose}>
                {help.pages[slug]}
              </Link>
            ),
          )}
          <Link to="/docs" onClick={onClose}>
            {docs.title}
          </Link>
        </Group>
        <Title order={3} size="md">
          {help.keys}
        </Title>
        <Rows rows={keys} />
        <Text size="sm" c="dimmed">
          {help.skip}
        </Text>
        <Title order={3} size="md">
          {help.marks}
        </Title>
        <Rows
          rows={[
            [<ShieldIcon key="shield" />, help.compared],
            [
              <span key="book" className="my-name" style={{ fontSize: '1.3rem' }}>
                <BookIcon />
              </span>,
              help.book,
            ],
            [<WarningIcon key="warning" />, help.warning],
          ]}
        />
      </Stack>
    </Dialog>
  )
}

function Rows({ rows }: { rows: [ReactNode, string][] }) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing={0}>
      <Table.Tbody>
        {rows.map(([mark, text]) => (
          <Table.Tr key={text}>
            <Table.Td w="8rem">{mark}</Table.Td>
            <Table.Td>{text}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Keys({ names }: { names: readonly string[] }) {
  return (
    <span>
      {names.map((name) => (
        <span key={name}>
          <Kbd size="md">{name}</Kbd>{' '}
        </span>
      ))}
    </span>
  )
}
