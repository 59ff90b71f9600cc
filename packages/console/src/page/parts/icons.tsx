import type { ReactNode } from 'react'

const icon = (content: ReactNode) => () => (
  <svg
    aria-hidden="true"
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ verticalAlign: 'middle', flexShrink: 0 }}
  >
    {content}
  </svg>
)

export const InboxIcon = icon(<path d="M4 13h4l2 3h4l2-3h4M5 5h14l2 8v6H3v-6z" />)
export const WalletIcon = icon(<path d="M3 7v11a2 2 0 0 0 2 2h16V8H5a2 2 0 0 1 0-4h13v4M17 14h.01" />)
export const VoteIcon = icon(<path d="M4 12v8h16v-8M8 12l3 3 6-8M4 12h2m12 0h2" />)
export const CheckIcon = icon(<path d="m5 12 5 5L20 7" />)
export const CrossIcon = icon(<path d="M6 6l12 12M18 6 6 18" />)
export const ClockIcon = icon(<path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 4v5l3 2" />)
export const CopyIcon = icon(<path d="M9 9h11v11H9zM5 15H4V4h11v1" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const SunIcon = icon(
  <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1 1m12 12 1 1M5 19l1-1M18 6l1-1" />,
)
export const MoonIcon = icon(<path d="M20 14A8 8 0 1 1 10 4a6.500 6.500 0 0 0 10 10z" />)
export const OutIcon = icon(<path d="M10 4H5v16h5M15 8l4 4-4 4M9 12h10" />)
export const LedgerIcon = icon(<path d="M12 3 4 7l8 4 8-4zM4 12l8 4 8-4M4 17l8 4 8-4" />)
export const WarningIcon = icon(<path d="M12 3 2 20h20zM12 10v4m0 3h.01" />)
export const ShieldIcon = icon(<path d="M12 3 4 6v6c0 5 3.500 8 8 9 4.500-1 8-4 8-9V6zm-3 9 2 2 4-4" />)
export const BookIcon = icon(<path d="M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M4 19a2 2 0 0 1 2-2h13M9 7h6" />)
export const SettingsIcon = icon(<path d="M4 7h9m4 0h3M4 17h3m4 0h9M15 4v6M9 14v6" />)
export const FileIcon = icon(<path d="M6 3h8l5 5v13H6zM14 3v5h5" />)
export const PulseIcon = icon(<path d="M3 12h4l3-7 4 14 3-7h4" />)
export const EditIcon = icon(<path d="m4 20 1-5L16 4l4 4L9 19zM14 6l4 4" />)
export const SearchIcon = icon(<path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 5 5" />)
export const HelpIcon = icon(
  <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.4-1 .8-1 1.700M12 17h.01" />,
)
export const FlaskIcon = icon(
  <path d="M9 3h6m-5 0v6L4.500 18.500A1.700 1.700 0 0 0 6 21h12a1.700 1.700 0 0 0 1.500-2.500L14 9V3M7.500 14h9" />,
)
export const KeyIcon = icon(<path d="M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8m3 1 9-9m-3 3 3 3m-6 0 2 2" />)
