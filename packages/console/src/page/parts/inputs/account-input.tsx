import { Autocomplete, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { isEntityId, isMarked, withChecksum, withoutChecksum } from '@quorate/verify'
import { accountNamed } from '../../address-book/book.ts'
import { useMyNames } from '../../address-book/use-book.ts'
import { useSession } from '../../api/session.tsx'
import { ExistingAnswer } from '../../mirror/answers.ts'
import { useMirror } from '../../mirror/mirror.ts'
import { contains } from '../../texts/folded.ts'
import { useTexts } from '../../texts/language.tsx'
import { MyName, Resembles } from '../values.tsx'

/**
 * An input for an account id, with or without its checksum, or for a name in the address book. Rejects a wrong
 * checksum. Shows the checksum of the id, so that the user can compare it with another source, and says if the ledger
 * has no such account.
 */
export function AccountInput(
  props: Pick<TextInputProps, 'label' | 'description' | 'error' | 'style'> & {
    value: string
    onChange: (account: string) => void
  },
) {
  const { value, onChange, error, ...others } = props
  const { chain } = useSession()
  const { connect } = useTexts()
  const names = useMyNames()
  const isId = isEntityId(value)
  const mine = names.get(value)
  const change = (text: string): void => {
    const typed = text.trim()
    const id = withoutChecksum(typed, chain)
    // A name may have spaces, so the space at its end stays while it is typed.
    onChange(id !== undefined && isEntityId(id) ? id : names.size === 0 ? typed : text.trimStart())
  }
  /** Replaces a name that was typed in full by its account, once the user leaves the field or sends the form. */
  const resolve = (): void => {
    const account = isId ? undefined : accountNamed(value, names)
    if (account !== undefined) onChange(account)
  }
  const field = {
    placeholder: '0.0.1022',
    inputMode: 'text' as const,
    autoComplete: 'off',
    ...others,
    value,
    description: isId ? (
      <>
        {mine === undefined ? null : (
          <>
            <MyName name={mine} />{' '}
          </>
        )}
        {connect.withChecksum(withChecksum(value, chain))}
        <Resembles id={value} />
        <Missing account={value} />
      </>
    ) : (
      others.description
    ),
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    error: isMarked(value) ? connect.checksumWrong : error,
  }
  if (names.size === 0) return <TextInput {...field} onChange={({ currentTarget }) => change(currentTarget.value)} />
  return (
    <Autocomplete
      {...field}
      size="md"
      onChange={change}
      onBlur={resolve}
      onKeyDown={({ key }) => {
        if (key === 'Enter') resolve()
      }}
      data={[...names.keys()]}
      limit={MOST_SHOWN}
      filter={({ options, search }) =>
        options.filter((option) => 'value' in option && fits(option.value, names.get(option.value), search))
      }
      renderOption={({ option }) => (
        <span>
          <MyName name={names.get(option.value) ?? ''} /> <span className="id">{option.value}</span>
        </span>
      )}
    />
  )
}
const MOST_SHOWN = 20

/** Says that an account does not exist or was deleted. A hint only: a mirror may not know the newest accounts yet. */
function Missing({ account }: { account: string }) {
  const { connect } = useTexts()
  const [typed] = useDebouncedValue(account, TYPING_MS)
  const path = typed === account ? `/api/v1/accounts?account.id=${account}&balance=false&limit=1` : null
  const { data } = useMirror(path, ExistingAnswer)
  if (!data || path === null) return null
  const [found] = data.accounts
  if (found?.account === account && !found.deleted) return null
  return (
    <Text component="span" display="block" c="var(--refused)" inherit data-testid="missing-account">
      {found ? connect.accountDeleted(account) : connect.accountUnknown(account)}
    </Text>
  )
}
/** The page looks an account up on the ledger after the user has paused for this time. */
const TYPING_MS = 400

const fits = (account: string, name: string | undefined, search: string): boolean =>
  account.startsWith(search) || (name !== undefined && contains(name, search.trim()))
