// A service in a process of its own, for test/faults/visits.slow.test.ts, that stops in the middle of visits: `Answered`
// once the transaction has been committed, `Committed` before that.
import { startService } from '../service.ts'

const [, , url = ''] = process.argv
const { baseUrl, context } = await startService(url, { NORN_NEIGHBOURS: 'on' })
const { db } = context
const transaction = db.transaction.bind(db)
/** Tells the test where it is, and stays there. */
const stay = (place: string) => {
  process.send?.(place)
  return new Promise<never>(() => undefined)
}

db.transaction = async (work) => {
  let names: string[] = []
  const result = await transaction(async (tx) => {
    const done = await work(tx)
    names = (await tx.query.selectFrom('visitor').select('name').execute()).map(({ name }) => name)
    return names.includes('Committed') ? stay('before the commit') : done
  })
  return names.includes('Answered') ? stay('after the commit') : result
}
process.send?.(baseUrl)
