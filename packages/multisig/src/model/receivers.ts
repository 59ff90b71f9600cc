/** The accounts that a withdrawal or payments go to, from their payload; none for other operations. */
export function receiversIn({ receiverId, payments }: { receiverId?: unknown; payments?: unknown }): Set<string> {
  const listed = Array.isArray(payments) ? payments.map((one) => one?.receiverId) : [receiverId]
  return new Set(listed.filter((one) => typeof one === 'string'))
}
