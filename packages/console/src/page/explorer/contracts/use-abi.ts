import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import type { AbiReader } from './abi.ts'

/** The ABI that the reader has entered for a contract. It is stored in this browser. */
export function useAbi(contract: string): {
  text: string
  set: (text: string) => void
  reader: AbiReader | undefined
} {
  const { chain } = useSession()
  const key = `quorate.abi ${chain} ${contract}`
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  const { data } = useQuery({
    queryKey: ['abi', text],
    queryFn: async () => (await import('./abi.ts')).abiReader(text) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    text,
    set(given) {
      setText(given)
      if (given.trim() === '') localStorage.removeItem(key)
      else localStorage.setItem(key, given)
    },
    reader: data ?? undefined,
  }
}
