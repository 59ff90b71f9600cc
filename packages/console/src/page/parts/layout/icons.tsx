/** The icons, on a grid of 24. Each argument is one path of the icon. */
const icon =
  (...path: string[]) =>
  () => (
    <svg className="i" aria-hidden="true" width="20" height="20" viewBox="0 0 24 24">
      <path d={path.join('')} />
    </svg>
  )

export const PinIcon = icon('M9 4h6M10 4v5.5l-3 4h10l-3-4V4M12 13.5V20')
export const LeaveIcon = icon('M10 4H5v16h5M15 8l4 4-4 4M9 12h10')
export const HomeIcon = icon('M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z')
export const WalletIcon = icon(
  'M18 7.5V5.3a1.3 1.3 0 0 0-1.6-1.26L5.5 6.5A2 2 0 0 0 4 8.4V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V9.5',
  'a2 2 0 0 0-2-2H6',
  'M16 13.8h.01',
)
export const VoteIcon = icon(
  'M4 13.5V19a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-5.5M4 13.5l2-3.5h1.5M4 13.5h16M20 13.5 18 10h-1.5',
  'M9 8.5l2.3 2.3L15.5 5',
)
export const LedgerIcon = icon('M12 3.5 4 7.5l8 4 8-4zM4 12l8 4 8-4M4 16.5l8 4 8-4')
export const MoreIcon = icon('M5 12h.01M12 12h.01M19 12h.01')
export const OutIcon = icon('M6.5 17.5l11-11M8.5 6.5h9v9')
export const InIcon = icon('M17.5 6.5l-11 11M15.5 17.5h-9v-9')
export const PeopleIcon = icon(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5',
  'M16 4.3a3.5 3.5 0 0 1 0 6.4M18.2 14.9c2 .8 3.1 2.5 3.3 5.1',
)
export const StakeIcon = icon('M12 3v18M5 8.5h14M6 13a6 6 0 0 0 12 0')
export const KeyIcon = icon('M8.5 10.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12 12l8-8M16.5 7.5 20 11M14 10l2 2')
export const ShieldIcon = icon(
  'M12 3.2 4.5 6v5.6c0 4.6 3.2 7.7 7.5 9.2 4.3-1.5 7.5-4.6 7.5-9.2V6zM8.8 11.8l2.3 2.3 4.2-4.4',
)
export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5')
export const CrossIcon = icon('M6.5 6.5l11 11M17.5 6.5l-11 11')
export const ClockIcon = icon('M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2')
export const CopyIcon = icon(
  'M9 9.5h9.5a1 1 0 0 1 1 1V20a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9.5a1 1 0 0 1 1-1',
  'M4.5 14.5V4a1 1 0 0 1 1-1H15',
)
export const LinkIcon = icon(
  'M10 14a4.2 4.2 0 0 0 6 0l3-3a4.24 4.24 0 0 0-6-6l-1 1',
  'M14 10a4.2 4.2 0 0 0-6 0l-3 3a4.24 4.24 0 0 0 6 6l1-1',
)
export const RightIcon = icon('m9.5 5.5 6.5 6.5-6.5 6.5')
export const DownIcon = icon('m5.5 9.5 6.5 6.5 6.5-6.5')
export const UpIcon = icon('m5.5 14.5 6.5-6.5 6.5 6.5')
export const LeftIcon = icon('m14.5 5.5-6.5 6.5 6.5 6.5')
export const UpDownIcon = icon('m8 9 4-4 4 4M8 15l4 4 4-4')
export const SearchIcon = icon('M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20')
export const HelpIcon = icon(
  'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M9.7 9.5a2.4 2.4 0 1 1 3.3 2.2c-.7.3-1 .8-1 1.6',
  'M12 16.3h.01',
)
export const SunIcon = icon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4',
  'M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
)
export const MoonIcon = icon('M20 14.5A8.2 8.2 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z')
export const BookIcon = icon(
  'M6 3.5h13V20H6.5A1.5 1.5 0 0 1 5 18.5V4.5a1 1 0 0 1 1-1M5 18.5A1.5 1.5 0 0 1 6.5 17H19M9 7.5h6',
)
export const WarningIcon = icon('M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01')
export const PlusIcon = icon('M12 5v14M5 12h14')
export const FileIcon = icon('M6 3.5h8l5 5V20a.5.5 0 0 1-.5.5h-12A.5.5 0 0 1 6 20zM14 3.5v5h5')
export const TextIcon = icon('M6 3.5h8l5 5V20a.5.5 0 0 1-.5.5h-12A.5.5 0 0 1 6 20zM14 3.5v5h5M9 12.5h6M9 16h6')
export const FolderIcon = icon('M3.5 6.5a1 1 0 0 1 1-1h5l2 2.5h8a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z')
export const PictureIcon = icon(
  'M4.5 4.5h15a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1',
  'M4 17l5-5 4 4 3-3 4.5 4.5M15.5 9h.01',
)
export const UploadIcon = icon('M12 15.5v-11M7.5 8.5 12 4l4.5 4.5M4.5 15v4a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-4')
export const FlaskIcon = icon(
  'M9 3.5h6M10 3.5V9L4.8 18.3A1.5 1.5 0 0 0 6.1 20.5h11.8a1.5 1.5 0 0 0 1.3-2.2L14 9V3.5M7.5 14.5h9',
)
export const PulseIcon = icon('M3 12.5h4l3-7.5 4 14 3-6.5h4')
export const SettingsIcon = icon(
  'M4 7.5h8M17 7.5h3M4 16.5h3M12 16.5h8M14.5 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  'M9.5 14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
)
export const ValidatorIcon = icon('M12 3.2 4.5 6v5.6c0 4.6 3.2 7.7 7.5 9.2 4.3-1.5 7.5-4.6 7.5-9.2V6z')
export const TokenIcon = icon(
  'M12 4c4.4 0 8 1.6 8 3.7s-3.6 3.6-8 3.6-8-1.6-8-3.6S7.6 4 12 4',
  'M4 7.7v4.6c0 2 3.6 3.7 8 3.7s8-1.6 8-3.7V7.7M4 12v4.3c0 2.1 3.6 3.7 8 3.7s8-1.6 8-3.7V12',
)
export const EditIcon = icon('m4.5 19.5 1-4.5L15.8 4.7a1.5 1.5 0 0 1 2 0l1.5 1.5a1.5 1.5 0 0 1 0 2L9 18.5z')
export const BytesIcon = icon('M8.5 7 4 12l4.5 5M15.5 7l4.5 5-4.5 5')
export const PrintIcon = icon(
  'M12 11v3.5c0 2-.4 3.7-1 5M8.5 19c.4-1.3.6-2.7.6-4.5V11a2.9 2.9 0 0 1 5.8 0v3c0 1.5-.1 3-.4 4.5',
  'M5.7 16.5c.2-1 .3-2 .3-3.5v-2a6 6 0 0 1 12 0v2.5M6.5 6.5A8 8 0 0 1 12 3.5a8 8 0 0 1 5.5 2.5',
)
export const PhoneIcon = icon('M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1M11 17.5h2')
export const QrIcon = icon('M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5zM14.5 14.5h2v2M19.5 14.5v5h-5')
