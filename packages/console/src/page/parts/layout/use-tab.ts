import { useLocation, useNavigate } from '@tanstack/react-router'

/** The chosen tab of a screen. It is in the URL, so that the user comes back to it with the browser's history. */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]): [tab: T, set: (tab: string | null) => void] {
  const navigate = useNavigate()
  const given = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr })).get('tab')
  const set = (tab: string | null): void =>
    void navigate({
      to: '.',
      search: { tab } as never,
      replace: true,
      resetScroll: false,
      // Drafts of this entry of the history stay.
      state: ({ begun, __TSR_key: key }) => (key === undefined ? {} : { begun: begun ?? key }),
    })
  return [tabs.find((tab) => tab === given) ?? tabs[0], set]
}
