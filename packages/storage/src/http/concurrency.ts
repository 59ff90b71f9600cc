/** Frees the place; a second call does nothing. */
export type Release = () => void

/** Limits concurrent work: in total, and for each wallet or address. */
export function createConcurrencyLimit({ inAll, each }: { inAll: number; each: number }) {
  let taken = 0
  const takenBy = new Map<string, number>()
  return {
    /** Takes a place. If there is none, returns the limit that was reached: `own` (this caller's) or `all`. */
    take(who: string): Release | 'own' | 'all' {
      const own = takenBy.get(who) ?? 0
      if (own >= each) return 'own'
      if (taken >= inAll) return 'all'
      taken++
      takenBy.set(who, own + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        taken--
        const left = (takenBy.get(who) ?? 1) - 1
        if (left > 0) takenBy.set(who, left)
        else takenBy.delete(who)
      }
    },
  }
}
