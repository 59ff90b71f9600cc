/** Limits of content storage that users can run into, or that protect the drive. */
import type { Limits } from '@quorate/platform'

const KB = 1024
const MB = 1024 * KB

export const limits = {
  maxMetadataBytes: { value: MB, unit: 'bytes', bounds: "a token's metadata", answer: '413 METADATA_TOO_LARGE' },
  maxMetadataValues: {
    value: 10_000,
    unit: 'values',
    bounds: "values in a token's metadata",
    answer: '422 NOT_METADATA',
  },

  // Content
  maxBlockBytes: { value: 4 * MB, unit: 'bytes', bounds: 'one block', answer: '502 CONTENT_NOT_VERIFIED' },
  maxLinksPerBlock: {
    value: 32_768,
    unit: 'links',
    bounds: 'links of one dag-pb, dag-cbor or dag-json block',
    answer: '422 MALFORMED_CONTENT',
  },
  maxDataValues: {
    value: 65_536,
    unit: 'values',
    bounds: 'values of one dag-cbor or dag-json block that a path leads through, or that is shown in a browser',
    answer: '422 MALFORMED_CONTENT',
  },
  maxBlocksPerGraph: {
    value: 262_144,
    unit: 'blocks',
    bounds: 'blocks of one pin or archive',
    answer: '422 MALFORMED_CONTENT',
  },
  maxDownloads: {
    value: 64,
    unit: 'downloads',
    bounds: 'concurrent downloads of more than 64 KiB. One address may have a quarter of them (429 TOO_MANY_DOWNLOADS)',
    setting: 'IPFS_MAX_DOWNLOADS',
    answer: '503 DOWNLOADS_BUSY',
  },

  // Names
  maxNames: { value: 100, unit: 'names', bounds: 'names that one wallet keeps', answer: '429 TOO_MANY_NAMES' },
  maxRecordBytes: {
    value: 10_240,
    unit: 'bytes',
    bounds: 'one IPNS record, as in its specification',
    answer: '400 IPNS_RECORD_INVALID, or 413 BODY_TOO_LARGE',
  },
  maxNameHops: {
    value: 8,
    unit: 'names',
    bounds: 'names that lead to one another before they lead to content',
    answer: '422 NAME_LEADS_NOWHERE',
  },

  // Uploads and pins
  maxUploads: { value: 128, unit: 'uploads', bounds: 'concurrent uploads', answer: '429 TOO_MANY_UPLOADS' },
  maxUploadsPerWallet: {
    value: 32,
    unit: 'uploads',
    bounds: 'concurrent uploads of one wallet',
    answer: '429 TOO_MANY_UPLOADS',
  },
  maxFilesInFolder: {
    value: 100_000,
    unit: 'files',
    bounds: 'files of one folder that is uploaded; all its blocks together are at most those of a pin',
    answer: '413 FOLDER_TOO_LARGE',
  },
  maxFilesInForm: {
    value: 10_000,
    unit: 'files',
    bounds: 'files of a folder in one request',
    answer: '400 TOO_MANY_FILES',
  },
  maxOpenFolders: {
    value: 16,
    unit: 'folders',
    bounds: 'uploads of folders of one wallet that are not finished',
    answer: '429 TOO_MANY_FOLDERS',
  },
  folderAge: {
    value: 86_400_000,
    unit: 'ms',
    bounds: 'how long an upload of a folder is kept after its last file arrived',
    answer: '404 FOLDER_NOT_FOUND',
  },
  maxFinishedFolders: {
    value: 100,
    unit: 'folders',
    bounds: 'finished uploads of folders of one wallet that are listed; older ones are deleted, their pins stay',
    answer: '404 FOLDER_NOT_FOUND',
  },
  quota: {
    value: 10 * 1024 * MB,
    unit: 'bytes',
    bounds:
      'bytes of blocks that a wallet has pinned, or has unpinned but that are not removed yet. Accounts of services have no quota',
    setting: 'STORAGE_QUOTA_BYTES',
    answer: '413 QUOTA_EXCEEDED',
  },
  minBytesOfQuota: {
    value: 4 * KB,
    unit: 'bytes',
    bounds: 'the minimum size that counts for a block in a quota',
    answer: '413 QUOTA_EXCEEDED',
  },
  reserve: {
    value: 512 * MB,
    unit: 'bytes',
    bounds:
      'free space on the drive of `DATA_DIR` that uploads and fetched content must leave for the database; if the number of files (inodes) is limited, each free one counts as 16 KiB',
    setting: 'STORAGE_RESERVE_BYTES',
    answer: '507 STORAGE_FULL',
  },
  unpinnedBytes: {
    value: 1024 * MB,
    unit: 'bytes',
    bounds:
      'blocks on the drive of `DATA_DIR` that nobody pins, because they were only read from elsewhere; four times `MAX_FILE_SIZE` if that is more. Uploads and pins may use this space, too',
    answer: 'none: the oldest are removed, and fetched again when somebody reads them',
  },
  maxPins: {
    value: 100_000,
    unit: 'pins',
    bounds: 'pins of one wallet. Accounts of services have no limit (`STORAGE_SERVICE_ACCOUNTS`)',
    answer: '429 TOO_MANY_PINS',
  },
  maxPendingPins: {
    value: 100,
    unit: 'pins',
    bounds: 'pins of one wallet that are not fetched yet',
    answer: '429 TOO_MANY_PENDING_PINS',
  },
  pinTime: {
    value: 1_800_000,
    unit: 'ms',
    bounds: 'how long one attempt to fetch a pin may take',
    answer: 'none: the pin is tried again, and fails after its last attempt',
  },
  maxFailedPins: {
    value: 100,
    unit: 'pins',
    bounds: 'failed pins of one wallet that are kept; older ones are deleted',
    answer: '404 PIN_NOT_FOUND',
  },
  failedPinAge: {
    value: 86_400_000,
    unit: 'ms',
    bounds: 'how long a failed pin is kept',
    answer: '404 PIN_NOT_FOUND',
  },
} satisfies Limits
