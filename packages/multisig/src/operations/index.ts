import type { OperationName } from '../model/request.ts'
import { associate } from './associate.ts'
import { claim } from './claim.ts'
import { create } from './create.ts'
import { dissociate } from './dissociate.ts'
import { nodeOperation } from './node-operation.ts'
import type { Operation } from './operation.ts'
import { pay } from './pay.ts'
import { stake } from './stake.ts'
import { update } from './update.ts'
import { withdraw } from './withdraw.ts'

/** Every kind of operation. A new one needs a file and an entry here. */
export const operations: Record<OperationName, Operation> = {
  create,
  withdraw,
  pay,
  update,
  stake,
  associate,
  dissociate,
  claim,
  operation: nodeOperation,
}
