/** The account's pins and limits. */
import type { NodeTypes } from '@quorate/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export type Pin = NodeTypes['Pin']
export type Usage = NodeTypes['Usage']

export interface Pins {
  pins: readonly Pin[]
  hasMore: boolean
}

/** The uploader or another node chose the file name, so it is untrusted. */
export const nameIn = ({ metadata }: Pin): string | undefined => metadata?.filename || undefined

const PAGE = 100
/** How often to reload pins that the node is still fetching. */
const PENDING_INTERVAL_MS = 2_000

export const isPending = ({ status }: Pin): boolean => status === 'queued' || status === 'pinning'

export const usageQuery = () =>
  queryOptions({ queryKey: ['content', 'usage'], queryFn: (): Promise<Usage> => api.node.get('/ipfs/usage') })

/** The newest `most` pins. Refetches them while the node is still fetching one. */
export const pinsQuery = (most: number) =>
  queryOptions({
    queryKey: ['content', 'pins', most],
    async queryFn(): Promise<Pins> {
      const pins: Pin[] = []
      for await (const pin of api.node.list('/ipfs/pins', { query: { limit: PAGE } })) {
        if (pins.length === most) return { pins, hasMore: true }
        pins.push(pin)
      }
      return { pins, hasMore: false }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pins.some(isPending) ? PENDING_INTERVAL_MS : false),
  })
