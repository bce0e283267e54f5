import { whyNot } from '../../domain/operation/why.ts'
import { readCommand } from '../line/with-context.ts'

export const why = readCommand(async (context, { name }: { name: string }, output) => {
  const found = await whyNot(context, name)
  output.object(found, found.advice)
  if (output.json || found.attempts.length === 0) return
  output.text('')
  await output.list(found.attempts, { at: 24, step: 12, outcome: 7, reason: 22, address: 15, message: 0 })
})
